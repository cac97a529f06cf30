// Made by `npm run api:types` from the OpenAPI description. Do not edit.

export interface AbsentStratum {
  kind: string;
  value: string;
  split: string;
}

/** RL41: how far a project's releases are open. */
export interface Access {
  mode: AccessModeEnum;
  repository: string | null;
  terms: Terms | null;
  standing_clauses: string[];
  waiting: number;
  bytes_per_day: number;
  bytes_per_day_unknown: number;
}

export interface AccessDecisionRequest {
  decision: DecisionEnum;
  note?: string;
}

/** * `members` - members * `token` - token * `gated` - gated * `public` - public */
export type AccessModeEnum = 'members' | 'token' | 'gated' | 'public';

export interface AccessRequest {
  id: string;
  person: string;
  username: string;
  state: AccessRequestStateEnum;
  affiliation: string;
  purpose: string;
  terms: number;
  created_at: string;
  decided_at: string | null;
  decided_by: string | null;
  note: string;
}

export interface AccessRequestPage {
  results: AccessRequest[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `requested` - requested * `approved` - approved * `refused` - refused * `revoked` - revoked * `taken_back` - taken back */
export type AccessRequestStateEnum = 'requested' | 'approved' | 'refused' | 'revoked' | 'taken_back';

/** * `sit` - sit * `knock` - knock * `walk` - walk */
export type ActionEnum = 'sit' | 'knock' | 'walk';

/** ``track`` is null after a dry run. ``replaces`` is the track whose place it takes, or would take. */
export interface AddedSubtitles {
  track: SubtitleRow | null;
  is_new: boolean;
  replaces: string | null;
  format: string;
  encoding: string;
  encoding_guessed: boolean;
  cue_count: number;
  cues_preview: Cue[];
  notes: SubtitleNote[];
}

/** Two things in different splits that are alike: motions with clips, or items with questions (`names`, `texts`). `reason` says why they may stand. */
export interface Alike {
  kind: AlikeKindEnum;
  first: string;
  second: string;
  splits: string[];
  distance: number;
  clips?: number;
  episodes?: string[];
  setting?: string;
  names?: string[];
  texts?: string[];
  reason: string | null;
}

/** * `same_pixels` - same_pixels * `near` - near * `same_text` - same_text * `near_text` - near_text */
export type AlikeKindEnum = 'same_pixels' | 'near' | 'same_text' | 'near_text';

export interface Anchor {
  kind: AnchorKindEnum;
  position: number[];
  yaw: number;
  width_m: number;
  length_m: number;
  path: number[][];
  name: string;
  source: AnchorSourceEnum;
  quality: number;
  id: string;
  created_at: string;
  created_by: string | null;
}

/** What the rules find anew: to be added, found no longer, unchanged, and held back because people placed or removed something there. */
export interface AnchorFinding {
  added: FoundAnchor[];
  gone: Anchor[];
  kept: number;
  held_back: number;
}

/** * `seat` - seat * `door` - door * `walkway` - walkway * `free_floor` - free floor */
export type AnchorKindEnum = 'seat' | 'door' | 'walkway' | 'free_floor';

/** * `rule` - rule * `hand` - hand */
export type AnchorSourceEnum = 'rule' | 'hand';

/** What somebody who sits, knocks or walks was placed by. */
export interface AnchorUse {
  position: number[];
  yaw: number;
  kind: string;
}

export interface AnswerDetails {
  description: string;
  items: ReferenceItem[];
}

export interface AnswerDetailsRequest {
  description: string;
  items: ReferenceItemRequest[];
}

/** * `labels` - labels * `before_after` - before_after * `text` - text */
export type AnswerFormEnum = 'labels' | 'before_after' | 'text';

/** ``windows`` null: all without an answer. */
export interface AskAgainRequest {
  limit_money?: string | null;
  limit_tokens?: number | null;
  windows?: string[] | null;
}

export interface AskForAccessRequest {
  terms: number;
  affiliation: string;
  purpose: string;
}

export interface AskRequest {
  batch?: string | null;
}

/** `code`: HTTP status; 0: no connection; -1: broken off; null: not known. The raw answer is read by itself. */
export interface Attempt {
  number: number;
  run: string;
  state: AttemptStateEnum;
  sent_at: string;
  ended_at: string | null;
  code: number | null;
  outcome: CallOutcomeEnum | BlankEnum;
  explanation: string;
  request_id: string;
  retry_after_s: number | null;
  finish_reason: string;
  returned_model: string;
  is_other_model: boolean;
  fingerprint: string;
  reported_usage: Record<string, unknown> | null;
  tokens_in: number;
  tokens_out: number;
  cost: string;
  reserved: string;
  reserved_tokens: number;
  is_estimated: boolean;
  is_possibly_billed: boolean;
  raw_length: number;
}

/** * `sent` - sent * `known` - known * `unknown` - unknown */
export type AttemptStateEnum = 'sent' | 'known' | 'unknown';

export interface AudioStream {
  index: number;
  codec: string;
  channels: number;
  sample_rate: number;
  language: string;
}

export interface AuditEvent {
  id: number;
  at: string;
  actor?: string | null;
  event: string;
  project_id?: string | null;
  subject_type?: string;
  subject_id?: string;
  data?: unknown;
}

export interface AuditEventPage {
  results: AuditEvent[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface AuditKinds {
  events: string[];
}

export interface Avatar {
  id: string;
  name: string;
  source_file: string;
  glb_sha256: string;
  report?: unknown;
  is_chosen?: boolean;
  taken_out_at?: string | null;
  episodes: number;
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  created_at: string;
  created_by: string;
  glb_url: string;
}

export interface AvatarJoint {
  name: string;
  parent: number;
  required: boolean;
  position: number[];
}

export interface Avatars {
  avatars: Avatar[];
}

/** * `above` - above * `below` - below */
export type BadEnum = 'above' | 'below';

export interface Batch {
  id: string;
  name: string;
  kind: ReviewKindEnum;
  state: string;
  order: ReviewOrderEnum;
  priority: number;
  rounds_total: number;
  created_at: string;
}

/** A batch with how far it is. */
export interface BatchRow {
  id: string;
  name: string;
  kind: ReviewKindEnum;
  state: string;
  order: ReviewOrderEnum;
  priority: number;
  rounds_total: number;
  created_at: string;
  rounds_closed: number;
  free: number;
}

export interface BatchRowPage {
  results: BatchRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** ``expires_at`` is null for an item that is the caller's without a reservation; ``video_loss``: why its video can no longer be used. */
export interface Beat {
  expires_at: string | null;
  seconds: number;
  video_loss: VideoLoss | null;
}

export interface BeatRequest {
  number: number;
  played: StretchRequest[];
}

export interface BeatRequestRequest {
  active_s: number;
}

export type BlankEnum = '';

/** EN10: a run: what it may spend, has spent, and has reserved for calls on their way. */
export interface Budget {
  id: string;
  purpose: string;
  title: string;
  state: BudgetStateEnum;
  reason: PauseReasonEnum | BlankEnum;
  message: string;
  created_at: string;
  changed_at: string;
  currency: string;
  limit: string | null;
  spent: string;
  reserved: string;
  estimated: string;
  limit_tokens: number | null;
  spent_tokens: number;
  reserved_tokens: number;
  calls: Record<string, number>;
}

export interface BudgetPage {
  results: Budget[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `open` - open * `paused` - paused * `closed` - closed */
export type BudgetStateEnum = 'open' | 'paused' | 'closed';

export interface BulkRefusal {
  id: string;
  name: string;
  reason: string;
}

export interface BulkRun {
  id: string;
  library: string;
  action: string;
  state: JobStateEnum;
  total: number;
  waiting: number;
  done: number;
  refused: number;
  refusals: BulkRefusal[];
  job: string | null;
  undoes: string | null;
  can_undo: boolean;
}

/** * `PATCH` - PATCH * `MINOR` - MINOR * `MAJOR` - MAJOR */
export type BumpEnum = 'PATCH' | 'MINOR' | 'MAJOR';

export interface Calibration {
  collection: string | null;
  checks: CheckCalibration[];
}

export interface Call {
  id: string;
  created_at: string;
  ended_at: string | null;
  purpose: string;
  title: string;
  state: CallStateEnum;
  outcome: CallOutcomeEnum | BlankEnum;
  explanation: string;
  profile: string;
  tokens_in: number;
  tokens_out: number;
  cost: string;
  currency: string;
  attempt_count: number;
  unknown_count: number;
  is_possibly_billed: boolean;
  is_other_model: boolean;
}

/** A call with all that was sent, media as references, and what came back. `findings`: of a test call. `answer_hidden`: what was written is kept from whoever asks until they can judge nothing of it any more (DR26). */
export interface CallDetail {
  id: string;
  created_at: string;
  ended_at: string | null;
  purpose: string;
  title: string;
  state: CallStateEnum;
  outcome: CallOutcomeEnum | BlankEnum;
  explanation: string;
  profile: string;
  tokens_in: number;
  tokens_out: number;
  cost: string;
  currency: string;
  attempt_count: number;
  unknown_count: number;
  is_possibly_billed: boolean;
  is_other_model: boolean;
  key: string;
  model: string;
  base_url: string;
  request: unknown;
  video_ids: string[];
  tokens_in_most: number;
  tokens_out_most: number;
  answer: string;
  answer_hidden: boolean;
  finish_reason: string;
  returned_model: string;
  attempts: Attempt[];
  runs: Budget[];
  findings: Finding[];
  can_put_back: boolean;
}

/** * `ok` - ok * `refused` - refused * `truncated` - truncated * `empty` - empty * `unparsed` - unparsed * `api_error` - api error */
export type CallOutcomeEnum = 'ok' | 'refused' | 'truncated' | 'empty' | 'unparsed' | 'api_error';

export interface CallPage {
  results: Call[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `queued` - queued * `sending` - sending * `answered` - answered * `failed` - failed * `withheld` - withheld */
export type CallStateEnum = 'queued' | 'sending' | 'answered' | 'failed' | 'withheld';

export interface CancelRendersRequest {
  render_ids?: string[];
  all?: boolean;
}

export interface Category {
  id: string;
  definition: string;
  label: string;
}

export interface CategoryCount {
  category: string;
  count: number;
}

export interface CauseCount {
  cause: string;
  label: string;
  n: number;
}

/** * `guideline_unclear` - guideline_unclear * `question_ambiguous` - question_ambiguous * `answer_debatable` - answer_debatable * `evidence_unclear` - evidence_unclear * `material_fault` - material_fault * `overlooked` - overlooked * `strictness` - strictness * `other` - other */
export type CauseEnum = 'guideline_unclear' | 'question_ambiguous' | 'answer_debatable' | 'evidence_unclear' | 'material_fault' | 'overlooked' | 'strictness' | 'other';

/** * `far_visible` - far_visible * `rear_view` - rear_view * `partial_occlusion` - partial_occlusion * `obstacle_detour` - obstacle_detour */
export type ChallengeEnum = 'far_visible' | 'rear_view' | 'partial_occlusion' | 'obstacle_detour';

/** * `new` - new * `changed` - changed * `unchanged` - unchanged */
export type ChangeEnum = 'new' | 'changed' | 'unchanged';

/** One number against its bounds. */
export interface Check {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: CheckOutcomeEnum;
  stage: StageEnum;
  message: string;
  frame: number | null;
}

/** ``refused_at``: pairs of a failing threshold and how many motions it would refuse. */
export interface CheckCalibration {
  id: string;
  label: string;
  unit: string;
  setting: string;
  bad: BadEnum;
  threshold_warn: number | null;
  threshold_fail: number | null;
  verdicts: Verdicts;
  distribution: Distribution | null;
  refused_at: number[][];
  worst: WorstMotion[];
}

/** * `pass` - pass * `fail` - fail */
export type CheckOutcomeEnum = 'pass' | 'fail';

export interface ChoiceRequest {
  avatar: string | null;
}

export interface Clip {
  id: string;
  setting: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
  video_url: string;
  frames_url: string;
  poster_url: string;
  camera: ClipCamera;
  fingerprint?: string;
}

export interface ClipCamera {
  hfov_deg: number;
  kind: string;
}

export interface ClipRow {
  id: string;
  video: string;
  title?: string;
  segments: ClipSegment[] | null;
  source_frames: number[][];
  state: ClipStateEnum;
  frame_count: number;
  duration_s: number;
  video_url: string | null;
  frames_url: string | null;
  poster_url: string | null;
  error?: string;
  created_at: string;
}

export interface ClipRowPage {
  results: ClipRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** Half-open: the frames with start <= time < end, in seconds on the original timeline. */
export interface ClipSegment {
  start: number;
  end: number;
}

/** * `queued` - queued * `cutting` - cutting * `ready` - ready * `failed` - failed */
export type ClipStateEnum = 'queued' | 'cutting' | 'ready' | 'failed';

export interface Coded {
  code: string;
  label: string;
}

export interface Collection {
  id: string;
  name: string;
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  is_synthetic: boolean;
  created_at: string;
  motions: number;
  label_mapping_version: number | null;
  consent_reference: string;
  consent_terms: string;
  consented_on: string | null;
}

export interface CollectionRequest {
  name: string;
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  label_preset?: LabelPresetEnum;
}

/** The rights of a collection and the consent they stand on. What is left out stays as it is. */
export interface CollectionTermsRequest {
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

/** ``text`` is null once it is deleted. ``versions`` are earlier texts, for the writer and maintainers. */
export interface Comment {
  id: string;
  by: ShownPerson;
  text: string | null;
  created_at: string;
  edited_at: string | null;
  deleted: boolean;
  can_edit: boolean;
  can_delete: boolean;
  versions: CommentVersion[];
}

/** * `author` - author * `reviewer` - reviewer * `maintainer` - maintainer */
export type CommentPartEnum = 'author' | 'reviewer' | 'maintainer';

export interface CommentTextRequest {
  text: string;
}

export interface CommentVersion {
  text: string;
  replaced_at: string;
}

export interface Composition {
  id: string;
  seed: number;
  state?: CompositionStateEnum;
  trial?: boolean;
  asked?: number;
  job: string | null;
  plan: unknown;
  plan_text: string;
  render?: boolean;
  failure?: string;
  created_at: string;
  finished_at?: string | null;
}

export interface CompositionDetail {
  id: string;
  seed: number;
  state?: CompositionStateEnum;
  trial?: boolean;
  asked?: number;
  job: string | null;
  plan: unknown;
  plan_text: string;
  render?: boolean;
  failure?: string;
  created_at: string;
  finished_at?: string | null;
  report: CompositionReport;
  measured: EngineReport;
  episodes: Record<string, number>;
}

export interface CompositionReport {
  groups: GroupReport[];
  refusals: Refusal[];
  episode_ids: string[];
  scenes: number;
  motions: number;
  episodes?: number;
  already_there?: number;
  seconds?: number;
}

export interface CompositionRow {
  id: string;
  seed: number;
  state?: CompositionStateEnum;
  trial?: boolean;
  asked?: number;
  composed: number;
  job: string | null;
  failure?: string;
  created_by: string;
  created_at: string;
  finished_at?: string | null;
}

export interface CompositionRowPage {
  results: CompositionRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `queued` - queued * `composing` - composing * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type CompositionStateEnum = 'queued' | 'composing' | 'done' | 'failed' | 'cancelled';

export interface ConfirmRequestRequest {
  base_version: number;
  clip_played: boolean;
  scope_rechecked?: boolean;
}

export interface Count {
  count: number;
}

export interface CredentialsRequest {
  username: string;
  password: string;
}

export interface Cue {
  id: string;
  start: number;
  end: number;
  speaker: string;
  text: string;
}

export interface Decided {
  results: OwnDecision[];
}

/** * `approve` - approve * `refuse` - refuse * `revoke` - revoke */
export type DecisionEnum = 'approve' | 'refuse' | 'revoke';

export interface DecisionRequestRequest {
  judgements: Record<string, JudgementRequest>;
  note?: string;
  pins?: PinRequest[];
}

export interface DecisionRow {
  id: string;
  round: string;
  subject: string;
  kind: ReviewKindEnum;
  number: number;
  reviewer: string;
  reviewer_name: string;
  round_state: string;
  state: string;
  verdict: string;
  judgements: unknown;
  note: string;
  pins: unknown;
  decided_at: string;
}

export interface DecisionRowPage {
  results: DecisionRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** What an import changes about a motion that is there already. */
export interface Difference {
  field: string;
  before: string;
  after: string;
}

/** What an import changes about a motion that is there already. */
export interface DifferenceCount {
  field: string;
  before: string;
  after: string;
  motions: number;
}

/** ``weekday``: 0 is Monday; it counts for a weekly digest. ``failure`` says why the last try did not go out. ``confirmed``: whether the link that was sent to the address has been followed; before that no digest goes out. */
export interface Digest {
  every: DigestPeriodEnum;
  hour: number;
  weekday: number;
  time_zone: string;
  address: string;
  confirmed: boolean;
  next_at: string | null;
  sent_at: string | null;
  failure: string;
}

/** * `off` - off * `daily` - daily * `weekly` - weekly */
export type DigestPeriodEnum = 'off' | 'daily' | 'weekly';

/** ``weekday``: 0 is Monday; it counts for a weekly digest. ``failure`` says why the last try did not go out. ``confirmed``: whether the link that was sent to the address has been followed; before that no digest goes out. */
export interface DigestRequest {
  every: DigestPeriodEnum;
  hour: number;
  weekday: number;
  time_zone: string;
  address: string;
}

export interface DiscardRequest {
  expected: number;
}

/** * `nothing_felt` - nothing_felt * `not_answerable` - not_answerable * `wrong` - wrong * `duplicate` - duplicate * `bad_clip` - bad_clip * `other` - other */
export type DiscardRequestReasonEnum = 'nothing_felt' | 'not_answerable' | 'wrong' | 'duplicate' | 'bad_clip' | 'other';

export interface DiscardRequestRequest {
  reason: DiscardRequestReasonEnum;
  note?: string;
}

export interface DiscardStarted {
  job: string;
}

/** How many episodes would go. ``before_review``: nobody was asked about them; ``in_review``: of these go those about which nobody has given a verdict. */
export interface Discardable {
  before_review: number;
  in_review: number;
  stay: number;
}

/** ``edges`` bound the ``counts``; values past the last edge are counted in ``beyond``. */
export interface Distribution {
  count: number;
  least: number;
  most: number;
  quantiles: number[][];
  edges: number[];
  counts: number[];
  beyond: number;
}

/** RL44. `person` is null for somebody unknown, whom `who` tells apart from others without saying who it was. */
export interface Download {
  id: number;
  day: string;
  version: string;
  path: string;
  person: string | null;
  who: string;
  token_hint: string;
  agent: string;
  bytes: number;
  requests: number;
  first_at: string;
  last_at: string;
}

export interface DownloadPage {
  results: Download[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** ``initial`` is what it began with: a proposal, a question as it came in, or a revision. */
export interface Draft {
  content: ItemContent;
  initial: ItemContent;
  version: number;
  based_on?: number;
  saved_at: string;
  saved_by: string;
  reference: ItemReference | null;
}

/** Money in millionths of the currency; ``reserved`` is what calls under way may take at most, ``estimated`` the part of what was spent that no endpoint reported. */
export interface DraftBudget {
  id: string;
  currency?: string;
  reason?: PauseReasonEnum | BlankEnum;
  limit_micros?: number | null;
  limit_tokens?: number | null;
  spent_micros?: number;
  spent_tokens?: number;
  reserved_micros?: number;
  reserved_tokens?: number;
  estimated_micros?: number;
}

/** 409: somebody saved meanwhile. ``draft`` is the newer one (null: it was submitted or discarded), and ``draft_version`` what to base the merged content on. */
export interface DraftConflict {
  code: string;
  detail: string;
  draft: Draft | null;
  draft_version: number;
}

export interface DraftCost {
  spent: DraftSpent;
  per_submitted: Figure;
  per_kept: Figure;
}

export interface DraftEndpoint {
  id: string;
  slug: string;
  name: string;
  model: string;
  takes?: TakesEnum[];
  json_schema?: boolean;
  max_output_tokens?: number;
  currency?: string;
}

/** * `waiting` - waiting * `kept` - kept * `edited` - edited * `rewritten` - rewritten * `discarded` - discarded */
export type DraftFateEnum = 'waiting' | 'kept' | 'edited' | 'rewritten' | 'discarded';

/** * `not_ready` - not ready * `no_right` - no right * `has_drafts` - has drafts * `nothing_to_show` - nothing to show * `no_boundary` - no boundary */
export type DraftLeftOutEnum = 'not_ready' | 'no_right' | 'has_drafts' | 'nothing_to_show' | 'no_boundary';

/** Both null: the limits stay as they are. */
export interface DraftLimitsRequest {
  limit_money?: string | null;
  limit_tokens?: number | null;
}

/** ``by_video`` holds the first of ``videos``. */
export interface DraftMeasures {
  outcomes: DraftOutcomes[];
  costs: DraftCost[];
  minutes: TypeMinutes[];
  by_type: ItemProgress[];
  by_video: ItemProgress[];
  videos: number;
  rewritten_from: number;
}

export interface DraftOrigin {
  drafter: string;
  model: string;
  prompt: string;
}

/** ``type`` empty: all types. */
export interface DraftOutcomes {
  type: string;
  origin: DraftOrigin;
  total: number;
  counts: Record<string, number>;
  share_used: Figure;
  edits: Spread;
  changed: Spread;
}

/** * `asked` - asked * `budget` - budget * `endpoint` - endpoint */
export type DraftPauseReasonEnum = 'asked' | 'budget' | 'endpoint';

/** What a run would do; nothing is kept. ``rows`` are the first videos, those that are left out first. */
export interface DraftPlan {
  videos: number;
  left_out: Record<string, number>;
  windows: number;
  drafts: number;
  sends: DraftSends | null;
  tokens_most: number | null;
  cost_most: string | null;
  currency: string | null;
  rows: PlannedDraftVideo[];
}

export interface DraftRun {
  id: string;
  drafter: string;
  model?: string;
  prompt?: string;
  types: string[];
  per_video: number;
  state?: DraftRunStateEnum;
  pause_reason?: DraftPauseReasonEnum | BlankEnum;
  message?: string;
  is_synthetic?: boolean;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  job_id?: string | null;
  counts: Record<string, number>;
}

export interface DraftRunDetail {
  id: string;
  drafter: string;
  model?: string;
  prompt?: string;
  types: string[];
  per_video: number;
  state?: DraftRunStateEnum;
  pause_reason?: DraftPauseReasonEnum | BlankEnum;
  message?: string;
  is_synthetic?: boolean;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  job_id?: string | null;
  counts: Record<string, number>;
  budget: DraftBudget | null;
  profile: DraftEndpoint | null;
  prompt_sha256: string;
  options: Record<string, number | null>;
  is_stalled: boolean;
  left_out: LeftOutVideo[];
}

export interface DraftRunPage {
  results: DraftRun[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `queued` - queued * `running` - running * `paused` - paused * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type DraftRunStateEnum = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

export interface DraftSaveRequest {
  content: ItemContentRequest;
  base_version: number;
}

/** What the calls carry, and about how many bytes go over the wire. */
export interface DraftSends {
  clips: number;
  sounds: number;
  pictures: number;
  bytes: number;
}

/** Where an item's draft came from: null where people wrote it. */
export interface DraftSource {
  run: string;
  drafter: string;
  drafter_title: string;
  model: string;
  prompt: string;
  proposed_at: string;
  call: string | null;
}

export interface DraftSpent {
  origin: DraftOrigin;
  currency: string;
  micros: number;
  tokens: number;
  estimated_micros: number;
}

export interface DraftTask {
  type: string;
  summary: string;
}

export interface DraftWindow {
  id: string;
  position: number;
  video: string;
  video_id: string;
  first_frame: number;
  end_frame: number;
  state?: DraftWindowStateEnum;
  call?: string | null;
  earlier_calls: string[];
  asked_again?: number;
  attempts?: number;
  shown?: Record<string, unknown> | null;
  reason?: string;
  done_at?: string | null;
  proposed: number;
  refused: number;
  repeated: number;
}

export interface DraftWindowPage {
  results: DraftWindow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `waiting` - waiting * `answered` - answered * `unanswered` - unanswered * `not_sent` - not sent */
export type DraftWindowStateEnum = 'waiting' | 'answered' | 'unanswered' | 'not_sent';

export interface DraftedBy {
  source: DraftSource | null;
}

export interface Drafter {
  id: string;
  title: string;
  about: string;
  uses_model: boolean;
}

/** ``options`` are the defaults of what may be chosen for a run; ``endpoints`` those that can be asked. */
export interface Drafters {
  endpoints: DraftEndpoint[];
  prompts: string[];
  drafters: Drafter[];
  tasks: DraftTask[];
  options: Record<string, number | null>;
  max_per_video: number;
}

/** Of how many episodes the whole clip was drawn twice, and whether it came out the same. */
export interface DrawnTwice {
  sampled: number;
  same: number;
  different: string[];
}

export interface DuplicateRuling {
  id: string;
  first: string;
  first_name: string;
  second: string;
  second_name: string;
  verdict: DuplicateVerdictEnum;
  reason: string;
  created_at: string;
  created_by: string;
}

export interface DuplicateRulingPage {
  results: DuplicateRuling[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `distinct` - distinct * `twins` - twins */
export type DuplicateVerdictEnum = 'distinct' | 'twins';

/** `clips` or `questions` were compared. */
export interface Duplicates {
  clips?: number;
  questions?: number;
  not_compared: number;
  crossing: number;
  overridden: number;
  pairs: Alike[];
  statements: string[];
}

export interface Effect {
  motions: number;
  in_episodes: number;
  episodes: number;
}

export interface Effects {
  motions: number;
  stricter: number;
  opener: number;
  episodes: Record<string, number>;
  leaving: number;
  returning: number;
  losing_media: number;
  gaining_media: number;
  releases: ReleaseUse[];
}

export interface EmbeddedSubtitlesRequest {
  stream: number;
  language?: string;
  label?: string;
}

export interface EngineGroup {
  looked_at: number;
  passed: number;
  refused: Record<string, number>;
}

export interface EngineReport {
  groups: Record<string, EngineGroup>;
  repeated: DrawnTwice;
  waiting: number;
  job: string | null;
}

/** The fields from `label` on are for maintainers. */
export interface Episode {
  id: string;
  family: string;
  challenge: string;
  action: string;
  target: string;
  anchor: AnchorUse | null;
  duration_s: number;
  scene: EpisodeScene;
  avatar_url: string;
  people: KnownPerson[];
  robot_start: Pose;
  state: string;
  created_at: string;
  checks: Check[];
  measured: Record<string, number | null>;
  clips: Clip[];
  label?: string;
  composition?: string | null;
  refusal?: string;
  removal_reasons?: string[];
  spec?: unknown;
  timeline?: TimelineEntry[];
}

export interface EpisodeScene {
  id: string;
  stage_url: string;
  map_url: string;
}

export interface Evidence {
  start: number;
  end: number;
  item: string | null;
}

export interface EvidenceRequest {
  start: number;
  end: number;
  item: string | null;
}

/** * `label` - label * `person` - person * `withdrawn` - withdrawn */
export type ExclusionKindEnum = 'label' | 'person' | 'withdrawn';

export interface ExclusionRequest {
  reason: string;
}

export interface Facet {
  id: string;
  label: string;
  options: FacetOption[];
  more: number;
}

export interface FacetOption {
  value: string;
  label: string;
  n: number;
}

export interface Facets {
  total: number;
  facets: Facet[];
}

/** * `observation_controlled` - observation_controlled * `action_grounded` - action_grounded * `dyadic` - dyadic */
export type FamilyEnum = 'observation_controlled' | 'action_grounded' | 'dyadic';

export interface FamilyScore {
  family: string;
  score: number;
}

/** ``value`` is null where it is not defined; ``undefined_reason`` then says why. */
export interface Figure {
  value: number | null;
  n: number;
  undefined_reason: string;
}

/** What a browser knows of a file without reading it. */
export interface FileKeyRequest {
  path: string;
  size_bytes: number;
  modified_ms: number;
}

export interface FileKeysRequest {
  files: FileKeyRequest[];
}

export interface Finding {
  weight: WeightEnum;
  text: string;
}

export interface Floor {
  height_m: number;
  area_m2: number;
}

/** What comes next, or why nothing does. */
export interface Following {
  next: LeasePayload | null;
  nothing_reason: string | null;
  nothing: Nothing | null;
}

export interface Foreseen {
  n: number;
  what: string;
  changes: boolean;
}

/** * `glb` - glb * `gltf` - gltf * `obj` - obj * `habitat` - habitat */
export type FormatEnum = 'glb' | 'gltf' | 'obj' | 'habitat';

export interface FoundAnchor {
  kind: AnchorKindEnum;
  position: number[];
  yaw: number;
  width_m: number;
  length_m: number;
  path: number[][];
  name: string;
  source: AnchorSourceEnum;
  quality: number;
}

export interface FoundJoint {
  avatar: string;
  joint: number;
  name: string;
  how: string;
  confidence: number;
}

export interface Frames {
  frames: Record<string, unknown>[];
}

export interface Given {
  judgements: Record<string, Judgement>;
  note: string;
  pins: Pin[];
}

/** * `clip` - clip * `episode` - episode */
export type GranularityEnum = 'clip' | 'episode';

/** One group of a plan. Of the slots tried so many candidates fit, and each check refused so many. */
export interface GroupReport {
  name: string;
  family: string;
  asked: number;
  tried: number;
  candidates: number;
  accepted: number;
  refused: Record<string, number>;
  expected: number | null;
  expected_low: number | null;
  expected_high: number | null;
  reasons: PlanReason[];
}

export interface Guideline {
  granularity: GranularityEnum;
  type: ItemTypeEnum;
  summary: string;
  general: string[];
  points: string[];
}

export interface GuidelineLine {
  version: number;
  line: number;
  text: string;
}

export interface GuidelineLines {
  version: number | null;
  lines: string[];
}

export interface Guidelines {
  id: string;
  version: number;
  sha256: string;
  tasks: Guideline[];
}

export interface HandOverRequestRequest {
  person: string;
}

export interface Harmonised {
  label: string;
  exclusion_reason: string;
}

export interface Heartbeat {
  id: string;
  state: string;
  expires_at: string;
}

/** Whether the one who asks has a draft of nobody, and until when it is held; by whom, maintainers are told. */
export interface HeldItem {
  mine: boolean;
  expires_at: string;
  person: string | null;
}

/** ``withdrawn`` is the reason of the maintainer who withdrew it. */
export interface HistoryDecision {
  by: ShownPerson;
  verdict: string;
  judgements: HistoryJudgement[];
  note: string;
  pins: HistoryPin[];
  at: string | null;
  withdrawn: string | null;
}

export interface HistoryItem {
  id: string;
  external_id: string;
  granularity: string;
  type: string;
  state: ItemStateEnum;
  question: string;
  video: string | null;
}

/** ``reasons`` are words for people. */
export interface HistoryJudgement {
  id: string;
  value: string;
  reasons: string[];
}

export interface HistoryLabel {
  id: string;
  label: string;
}

export interface HistoryOrigin {
  kind: ItemOriginEnum | NullEnum | null;
  at: string;
  content: ItemContent | null;
  drafter: DraftSource | null;
}

export interface HistoryPin {
  judgement: string;
  time_s: number;
  note: string;
}

export interface HistoryRevision {
  number: number;
  at: string;
  by: ShownPerson;
  digest: string;
  content: ItemContent;
}

export interface HistoryRound {
  number: number;
  revision: number | null;
  state: string;
  outcome: string | null;
  opened_at: string;
  closed_at: string | null;
  judgements: HistoryLabel[];
  decisions: HistoryDecision[];
}

/** ``returned`` and ``begun`` are the pile that can be handed to somebody else. */
export interface Holder {
  username: string;
  returned: number;
  begun: number;
  holds: VideoHold[];
}

export interface Holders {
  people: Holder[];
  writers: string[];
}

export interface Import {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  manifest_name?: string;
  collection: string;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
}

export interface ImportDetail {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  manifest_name?: string;
  collection: string;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
  mapping: Record<string, unknown>;
  changes: Record<string, number>;
  differences: DifferenceCount[];
  pairs: number;
  alone: number;
  rows: ImportRow[];
  next: string | null;
}

export interface ImportPage {
  results: Import[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface ImportPreview {
  files: number;
  lines: number;
  read: number;
  labelled: number;
  excluded: number;
  left_out: number;
  labels: Record<string, number>;
  performers: number;
  without_performer: number;
  performances: number;
  pairs: number;
  pair_examples: string[][];
  alone: string[];
  consents_of_nobody: number;
  performer_uses: PreviewedPerformer[];
  source_labels: PreviewedLabel[];
  examples: PreviewedMotion[];
  reasons: UnreadFiles[];
  unused_columns: string[];
  found: LookedUp[];
  found_count: number;
}

export interface ImportRow {
  number: number;
  file?: string;
  outcome: ImportRowOutcomeEnum;
  change?: ChangeEnum | BlankEnum;
  reason?: string;
  line?: number | null;
  field?: string;
  warnings?: unknown;
  motion: string | null;
  changes: Difference[];
  performance: string;
  part: string;
}

/** * `pending` - pending * `accepted` - accepted * `warning` - warning * `excluded` - excluded * `refused` - refused */
export type ImportRowOutcomeEnum = 'pending' | 'accepted' | 'warning' | 'excluded' | 'refused';

/** * `queued` - queued * `running` - running * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type ImportStateEnum = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** * `item.returned` - item.returned * `item.kept` - item.kept * `item.removed` - item.removed * `item.handed_over` - item.handed over * `hold.ended` - hold.ended * `thread.opened` - thread.opened * `thread.reply` - thread.reply * `thread.mention` - thread.mention * `job.done` - job.done * `job.failed` - job.failed * `release.published` - release.published * `access.requested` - access.requested * `access.approved` - access.approved * `access.refused` - access.refused * `access.revoked` - access.revoked * `material.withdrawn` - material.withdrawn */
export type InboxKindEnum = 'item.returned' | 'item.kept' | 'item.removed' | 'item.handed_over' | 'hold.ended' | 'thread.opened' | 'thread.reply' | 'thread.mention' | 'job.done' | 'job.failed' | 'release.published' | 'access.requested' | 'access.approved' | 'access.refused' | 'access.revoked' | 'material.withdrawn';

/** ``link`` is a page of the site. */
export interface InboxLine {
  id: string;
  kind: InboxKindEnum;
  project: LineProject | null;
  text: string;
  link: string;
  created_at: string;
  read_at?: string | null;
}

export interface InboxLinePage {
  results: InboxLine[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** A new token with its secret, which is shown this once. */
export interface IssuedToken {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: string;
  expires_at: string;
  revoked_at?: string | null;
  last_used_at?: string | null;
  secret: string;
}

export interface ItemCheckRequest {
  granularity: GranularityEnum;
  type: ItemTypeEnum;
  content: ItemContentRequest;
  video?: string | null;
}

/** How content is described; a draft is kept as it is sent, however incomplete (QU50). */
export interface ItemContent {
  source: Source | null;
  question: string | null;
  answer: string[] | { before: string[]; after: string[]; } | string | null;
  answer_details: AnswerDetails | null;
  rubric: ItemRubric | null;
  subtitles: SubtitleLine[] | null;
  evidence: Evidence[] | null;
}

/** How content is described; a draft is kept as it is sent, however incomplete (QU50). */
export interface ItemContentRequest {
  source: SourceRequest | null;
  question: string | null;
  answer: string[] | { before: string[]; after: string[]; } | string | null;
  answer_details: AnswerDetailsRequest | null;
  rubric: ItemRubricRequest | null;
  subtitles: SubtitleLineRequest[] | null;
  evidence: EvidenceRequest[] | null;
}

/** ``draft_version`` is what the next save, submission or discarding sends as base_version, draft or not. ``needs_scope_recheck``: the submission has to say scope_rechecked. */
export interface ItemDetail {
  id: string;
  external_id?: string;
  granularity?: GranularityEnum | BlankEnum;
  type?: ItemTypeEnum | BlankEnum;
  state?: ItemStateEnum;
  question?: string;
  video?: ItemVideo | null;
  video_name?: string;
  author?: string | null;
  revisions: Revision[];
  lints: number;
  origin: ItemOriginEnum;
  has_draft: boolean;
  video_lost: boolean;
  is_synthetic?: boolean;
  created_at: string;
  saved_at: string;
  draft: Draft | null;
  draft_version?: number;
  problems: ItemProblem[];
  reference: ItemReference | null;
  clip: ClipRow | null;
  needs_scope_recheck?: boolean;
  limits: ItemLimits;
  can_edit: boolean;
  reservation: HeldItem | null;
  returned: Returned | null;
  discard_reason?: string;
  work_seconds: number;
  video_loss: VideoLoss | null;
}

/** ``part`` is what the caller is to the item. */
export interface ItemHistory {
  item: HistoryItem;
  part: CommentPartEnum;
  names: boolean;
  origin: HistoryOrigin;
  revisions: HistoryRevision[];
  rounds: HistoryRound[];
  finished: boolean;
  threads: number;
  open_threads: number;
}

export interface ItemImport {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  file_name: string;
  file_size_bytes: number;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
}

export interface ItemImportDetail {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  file_name: string;
  file_size_bytes: number;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
  mapping: Record<string, unknown> | null;
  rows: ItemImportRow[];
  next: string | null;
}

export interface ItemImportPage {
  results: ItemImport[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface ItemImportRow {
  number: number;
  line?: number | null;
  external_id?: string;
  outcome: ItemOutcomeEnum;
  problems: ItemProblem[];
  item: string | null;
}

export interface ItemLimits {
  text_chars: number;
  content_chars: number;
}

/** * `written` - written * `imported` - imported * `mapped` - mapped * `drafted` - drafted */
export type ItemOriginEnum = 'written' | 'imported' | 'mapped' | 'drafted';

/** * `new` - new * `changed` - changed * `unchanged` - unchanged * `refused` - refused */
export type ItemOutcomeEnum = 'new' | 'changed' | 'unchanged' | 'refused';

export interface ItemProblem {
  rule: string;
  severity: SeverityEnum;
  field: string;
  message: string;
  reason: string;
}

export interface ItemProblems {
  problems: ItemProblem[];
}

export interface ItemProgress {
  name: string;
  granularity: string;
  video_id: string;
  total: number;
  states: Record<string, number>;
}

/** In the order in which they are served: what came back, what I have begun, what I have open, what is new. */
export interface ItemQueue {
  returned: ItemRow[];
  mine: ItemRow[];
  open: ItemRow | null;
  new: WaitingGroup[];
  with_others: WithOthers;
  without_video: number;
  skipped: number;
  submitted_today: number;
  skip_reasons: ReasonChoice[];
  discard_reasons: ReasonChoice[];
}

/** What an older question left: its options and the answer it gave. */
export interface ItemReference {
  options: Option[];
  answer: string;
}

export interface ItemRow {
  id: string;
  external_id?: string;
  granularity?: GranularityEnum | BlankEnum;
  type?: ItemTypeEnum | BlankEnum;
  state?: ItemStateEnum;
  question?: string;
  video?: ItemVideo | null;
  video_name?: string;
  author?: string | null;
  revisions: number;
  lints: number;
  origin: ItemOriginEnum;
  has_draft: boolean;
  video_lost: boolean;
  is_synthetic?: boolean;
  created_at: string;
  saved_at: string;
}

export interface ItemRowPage {
  results: ItemRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface ItemRubric {
  criterion: string;
  scores: Record<string, string>;
}

export interface ItemRubricRequest {
  criterion: string;
  scores: Record<string, string>;
}

/** * `draft` - draft * `submitted` - submitted * `in_review` - in review * `returned` - returned * `kept` - kept * `removed` - removed * `discarded` - discarded * `withdrawn` - withdrawn */
export type ItemStateEnum = 'draft' | 'submitted' | 'in_review' | 'returned' | 'kept' | 'removed' | 'discarded' | 'withdrawn';

export interface ItemSubmissionRequest {
  base_version: number;
  scope_rechecked?: boolean;
}

/** * `contextual emotion` - contextual emotion * `emotion transition` - emotion transition * `emotion trajectory` - emotion trajectory * `emotion cause` - emotion cause * `emotion influence` - emotion influence * `emotional intensity comparison` - emotional intensity comparison * `emotional reasoning` - emotional reasoning */
export type ItemTypeEnum = 'contextual emotion' | 'emotion transition' | 'emotion trajectory' | 'emotion cause' | 'emotion influence' | 'emotional intensity comparison' | 'emotional reasoning';

export interface ItemVideo {
  id: string;
  name: string;
}

export interface Job {
  id: string;
  title: string;
  task: string;
  project_id?: string | null;
  state?: JobStateEnum;
  done?: number;
  total?: number | null;
  refused?: number;
  message?: string;
  error_code?: string;
  attempts?: number;
  cancel_requested?: boolean;
  created_at: string;
  started_at?: string | null;
  heartbeat_at?: string | null;
  finished_at?: string | null;
}

export interface JobDetail {
  id: string;
  title: string;
  task: string;
  project_id?: string | null;
  state?: JobStateEnum;
  done?: number;
  total?: number | null;
  refused?: number;
  message?: string;
  error_code?: string;
  attempts?: number;
  cancel_requested?: boolean;
  created_at: string;
  started_at?: string | null;
  heartbeat_at?: string | null;
  finished_at?: string | null;
  log?: string;
}

export interface JobPage {
  results: Job[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface JobStarted {
  job: string;
}

/** * `queued` - Queued * `running` - Running * `done` - Done * `failed` - Failed * `cancelled` - Cancelled */
export type JobStateEnum = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Joint {
  name: string;
  parent: number;
}

export interface JointProblem {
  joint: string;
  message: string;
}

export interface JudgedBy {
  id: string;
  reasons: Coded[];
  label: string;
}

export interface Judgement {
  value: ValueEnum;
  reasons: string[];
}

export interface JudgementDef {
  id: string;
  label: string;
  reasons: Reason[];
}

export interface JudgementRequest {
  value: ValueEnum;
  reasons: string[];
}

/** Label and motion are for maintainers. */
export interface KnownPerson {
  position: number[];
  yaw: number;
  part: string;
  top: string;
  is_asked: boolean;
  motion_url: string;
  frames: number;
  fps: number;
  label?: string;
  motion?: MotionRef;
}

export interface KnownUploadRequest {
  name: string;
  size: number;
  sha256: string;
}

/** * `angry` - angry * `fearful` - fearful * `happy` - happy * `neutral` - neutral * `sad` - sad */
export type LabelEnum = 'angry' | 'fearful' | 'happy' | 'neutral' | 'sad';

export interface LabelMapping {
  version: number;
  preset: string;
  labels?: unknown;
  exclusions?: unknown;
  created_at: string;
  created_by: string;
}

export interface LabelMappingPage {
  mapping: LabelMapping | null;
  source_labels: SourceLabel[];
  presets: Record<string, unknown>;
}

/** * `bandai-namco` - bandai-namco * `emilya` - emilya * `free` - free * `kdae` - kdae */
export type LabelPresetEnum = 'bandai-namco' | 'emilya' | 'free' | 'kdae';

export interface LabelVerdicts {
  label: string;
  now: Verdicts;
  then: Verdicts;
}

export interface Leakage {
  items: number;
  disjoint: boolean;
  kinds: LeakageKind[];
  statements: string[];
}

export interface LeakageKind {
  kind: string;
  values: number;
  crossing: number;
  crossing_values: string[];
  items_unknown: number;
  guaranteed: boolean;
  statements: string[];
}

/** A subject as reviewers see it, under the name of its kind, and what is asked about it. */
export interface LeasePayload {
  kind: ReviewKindEnum;
  subject: string;
  batch: string;
  episode?: ReviewEpisode;
  item?: ShownItem;
  judgements: JudgementDef[];
  skip_reasons: Reason[];
  policy: ReviewPolicyForReviewer;
  id: string;
  state: string;
  expires_at: string;
  position: number;
  total: number;
  decision: Given | null;
}

export interface LeaseRow {
  id: string;
  reviewer: string;
  reviewer_name: string;
  batch: string;
  batch_name: string;
  round: string;
  kind: ReviewKindEnum;
  subject: string;
  state: string;
  served_at: string;
  expires_at: string;
}

export interface LeaseRowPage {
  results: LeaseRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface Leave {
  finalised: boolean;
}

export interface LeftOut {
  reason: string;
  n: number;
}

export interface LeftOutVideo {
  id: string;
  name: string;
  left_out?: DraftLeftOutEnum | BlankEnum;
}

export interface LineProject {
  slug: string;
  name: string;
}

export interface LinkedItems {
  linked: number;
  unlinked: number;
}

export interface LookedUp {
  file: string;
  line: number | null;
  outcome: string;
  reason: string;
  label: string;
  motion: ReadMotion | null;
}

/** A row with what only maintainers see. */
export interface MaintainedEpisodeRow {
  id: string;
  family: FamilyEnum;
  challenge: ChallengeEnum | BlankEnum;
  action: ActionEnum | BlankEnum;
  target: TargetEnum | BlankEnum;
  state: MaintainedEpisodeRowStateEnum;
  scene: string;
  duration_s: number;
  created_at: string;
  poster_url: string;
  video_url: string | null;
  label: LabelEnum;
  second_label: string;
  motion: MotionRef;
  second_motion: MotionRef | null;
  scene_name: string;
  composition: string | null;
  refusal: string;
  refusal_check: string;
}

export interface MaintainedEpisodeRowPage {
  results: MaintainedEpisodeRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `composed` - composed * `checked` - checked * `refused` - refused * `in_review` - in_review * `kept` - kept * `removed` - removed * `withdrawn` - withdrawn * `discarded` - discarded */
export type MaintainedEpisodeRowStateEnum = 'composed' | 'checked' | 'refused' | 'in_review' | 'kept' | 'removed' | 'withdrawn' | 'discarded';

export interface MapObject {
  name: string;
  category: string;
  polygon: number[][];
  height: number;
}

export interface MappingChange {
  source_label: string;
  motions: number;
  before: Harmonised;
  after: Harmonised;
}

export interface MappingDiff {
  changed: number;
  unchanged: number;
  kept_out_by_people: number;
  totals_before: Record<string, number>;
  totals_after: Record<string, number>;
  changes: MappingChange[];
  applied: boolean;
  version: number | null;
}

export interface Mark {
  id: string;
  first: number;
  end?: number | null;
  note?: string;
}

/** ``end`` null: the mark is still open. */
export interface MarkChangeRequest {
  first: number;
  end?: number | null;
  note?: string;
}

/** * `media` - Media * `derived` - Derived renders and motions * `annotations` - Annotations only */
export type MayRedistributeEnum = 'media' | 'derived' | 'annotations';

export interface Me {
  id: string;
  username: string;
  display_name: string;
  is_administrator: boolean;
  preferences: unknown;
  memberships: Membership[];
}

/** What the engine measured of the intended challenge, with its bounds. */
export interface Measured {
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: string;
}

export interface Media {
  name: string;
  video_url: string;
  poster_url: string;
}

export interface MediaNote {
  code: string;
  kind: MediaNoteKindEnum;
  message: string;
}

/** * `remark` - remark * `warning` - warning * `refusal` - refusal */
export type MediaNoteKindEnum = 'remark' | 'warning' | 'refusal';

/** A person with their roles in one project. */
export interface Member {
  user: Person;
  roles: RolesEnum[];
}

/** A project with the roles that the caller has in it. */
export interface Membership {
  project: Project;
  roles: RolesEnum[];
}

/** ``handle`` is what stands behind the @; ``name`` is null where it may not be known. */
export interface Mentionable {
  handle: string;
  part: CommentPartEnum;
  name: string | null;
}

/** * `consent_terms` - consent_terms * `intended_use` - intended_use * `subjectivity_statement` - subjectivity_statement * `known_limits` - known_limits * `misuse_contact` - misuse_contact * `citation` - citation * `licence_statement` - licence_statement */
export type MissingEnum = 'consent_terms' | 'intended_use' | 'subjectivity_statement' | 'known_limits' | 'misuse_contact' | 'citation' | 'licence_statement';

export interface MissingFiles {
  missing: number[];
}

export interface MotionCheck {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  threshold_warn: number | null;
  threshold_fail: number | null;
  outcome: string;
  spans: number[][];
  message: string;
  series: (number | null)[] | null;
}

export interface MotionDetail {
  id: string;
  name: string;
  collection: string;
  performer?: string | null;
  performance: string;
  source_label?: string;
  label?: LabelEnum | BlankEnum;
  exclusion_reason?: string;
  state?: MotionStateEnum;
  fps?: number | null;
  frames?: number | null;
  duration_s?: number | null;
  checks_outcome?: string;
  is_synthetic?: boolean;
  scenario?: string;
  content_warnings?: unknown;
  poster_url: string | null;
  collection_id: string;
  exclusion_kind?: ExclusionKindEnum | BlankEnum;
  rejection: string;
  rejection_reasons?: unknown;
  skeleton?: unknown;
  checks: MotionCheck[];
  rights: MotionRights;
  provenance: MotionProvenance;
  original: Original | null;
  partners: Partner[];
  retargeted_url: string | null;
  animated_url: string | null;
  avatar_url: string;
  retarget_options: Record<string, unknown>;
  avatar: AvatarJoint[];
  inspection_wanted?: boolean;
}

export interface MotionProvenance {
  file: string;
  source_sha256: string;
  size_bytes: number;
  external_id: string;
  part: string;
  unit: string;
  up_axis: string;
  scenario: string;
  imported_at: string;
  inspected_at: string | null;
  retargeted_sha256: string;
  retargeting: Record<string, unknown>;
}

export interface MotionRef {
  id: string;
  name: string;
}

export interface MotionRights {
  licence: string;
  may_redistribute: MayRedistributeEnum;
  may_send_to_external_model: boolean;
}

export interface MotionRow {
  id: string;
  name: string;
  collection: string;
  performer?: string | null;
  performance: string;
  source_label?: string;
  label?: LabelEnum | BlankEnum;
  exclusion_reason?: string;
  state?: MotionStateEnum;
  fps?: number | null;
  frames?: number | null;
  duration_s?: number | null;
  checks_outcome?: string;
  is_synthetic?: boolean;
  scenario?: string;
  content_warnings?: unknown;
  poster_url: string | null;
}

export interface MotionRowPage {
  results: MotionRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `uploaded` - uploaded * `ready` - ready * `rejected` - rejected * `needs_mapping` - needs mapping * `withdrawn` - withdrawn */
export type MotionStateEnum = 'uploaded' | 'ready' | 'rejected' | 'needs_mapping' | 'withdrawn';

export interface NamePreset {
  id: string;
  title: string;
  example: string;
  file_pattern: string;
  label_preset: string;
  constants: Record<string, string>;
}

export interface NewAvatarRequest {
  name: string;
  file: Blob;
  licence: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
}

/** Rows by their ids, or all that match `where` but those in `except`. */
export interface NewBulkRequest {
  action: string;
  arguments?: Record<string, unknown>;
  ids?: string[];
  where?: string;
  besides?: string[];
  expected?: number;
  everything?: boolean;
}

/** ``segments`` null is the whole video. The times are checked where they are used. */
export interface NewClipRequest {
  segments: Record<string, unknown> | null;
  title?: string;
}

export interface NewCompositionRequest {
  plan: Record<string, unknown>;
  seed?: number;
  dry_run?: boolean;
  render?: boolean;
}

export interface NewDraftRunRequest {
  drafter: string;
  types: string[];
  per_video: number;
  options?: Record<string, number | null>;
  videos?: string[] | null;
  domain?: string;
  search?: string;
  subtitles?: SubtitlesEnum | BlankEnum;
  skip_drafted?: boolean;
  profile?: string | null;
  prompt?: string;
  limit_money?: string | null;
  limit_tokens?: number | null;
}

export interface NewDuplicateRulingRequest {
  first: string;
  second: string;
  verdict: DuplicateVerdictEnum;
  reason: string;
}

export interface NewFilterRequest {
  library: string;
  name: string;
  query: string;
  is_shared?: boolean;
}

/** Multipart: ``files`` (repeated), or ``zip``, or both; ``paths`` (a JSON list, one per file) keeps folders. ``staged`` (a JSON list of path, size_bytes and modified_ms) names files that were sent before. */
export interface NewImportRequest {
  files?: Blob[];
  zip?: Blob;
  manifest?: Blob;
  mapping?: string;
  paths?: string;
  staged?: string;
  collection?: string;
  dry_run?: boolean;
}

/** Multipart. ``mapping``: JSON, an object or the id of a preset as a string; without one the file has ten fields. */
export interface NewItemImportRequest {
  file: Blob;
  mapping?: string;
  dry_run?: boolean;
}

/** ``rubric_family``: for emotional reasoning, result or causal (QU15). */
export interface NewItemRequest {
  granularity: GranularityEnum;
  type: ItemTypeEnum;
  video: string;
  segments?: SegmentRequest[] | null;
  rubric_family?: string;
}

export interface NewLabelMappingRequest {
  preset?: string;
  labels?: unknown;
  exclusions?: unknown;
  expected_version?: number;
}

export interface NewPersonRequest {
  username: string;
  password: string;
  display_name?: string;
  is_administrator?: boolean;
}

/** Multipart: ``paths`` (a JSON list of file names) or a ``manifest``, or both; no file's contents. Many names are better sent as ``names``, the same list gzipped. ``search`` looks files up by a part of their names. */
export interface NewPreviewRequest {
  paths?: string;
  names?: Blob;
  search?: string;
  manifest?: Blob;
  mapping?: string;
  collection?: string;
}

export interface NewProfileRequest {
  name: string;
  base_url: string;
  model: string;
  secret_name?: string;
  takes?: TakesEnum[];
  json_schema?: boolean;
  output_limit_name?: OutputLimitNameEnum;
  max_output_tokens?: number;
  frame_tokens?: number;
  second_tokens?: number;
  max_file_bytes?: number;
  currency?: string;
  price_in?: string;
  price_out?: string;
  requests_per_minute?: number | null;
  tokens_per_minute?: number | null;
  concurrency?: number;
  timeout_s?: number;
  max_attempts?: number;
  slug: string;
  for_all?: boolean;
}

export interface NewRegistrationRequest {
  uploads: string[];
  manifest?: string | null;
  mapping?: Record<string, unknown> | null;
  defaults?: RegistrationDefaultsRequest;
  dry_run?: boolean;
}

export interface NewRendersRequest {
  episode_ids?: string[];
  all?: boolean;
}

export interface NewRetargetingRequest {
  options: OptionsRequest;
  scope?: ScopeEnum;
}

/** Without a scale the likeliest unit is taken. */
export interface NewScenePreviewRequest {
  entry?: string;
  scale?: number | null;
  up_axis?: SceneUpAxisEnum;
  floor_m?: number | null;
  with_pictures?: boolean;
  upload: string;
}

/** `file`, or `upload`: a file that was sent before. The entry "*" means all scenes of it, by their own names. */
export interface NewSceneRequest {
  entry?: string;
  scale?: number;
  up_axis?: SceneUpAxisEnum;
  floor_m?: number | null;
  with_pictures?: boolean;
  name: string;
  file?: Blob;
  upload?: string;
  licence: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
}

export interface NewSceneUploadRequest {
  file: Blob;
}

export interface NewSkeletonMappingRequest {
  joints?: Record<string, number> | null;
  restores?: number | null;
  expected_version: number;
}

export interface NewSplitTagRequest {
  cause: CauseEnum;
  guideline_line?: number | null;
  note?: string;
}

/** Multipart: ``files`` (repeated) and ``keys``, a JSON list with path, size_bytes and modified_ms of each. */
export interface NewStagedFilesRequest {
  files: Blob[];
  keys: string;
}

/** Multipart. ``encoding`` is what a person chose; without it the file decides, or a guess that is shown. */
export interface NewSubtitlesRequest {
  file: Blob;
  language?: string;
  label?: string;
  encoding?: string;
  speaker_prefixes?: boolean;
  dry_run?: boolean;
}

/** One of ``item`` and ``lease``; a reviewer knows an item by their lease. */
export interface NewThreadRequest {
  item?: string;
  lease?: string;
  circle: ThreadCircleEnum;
  revision?: number | null;
  text: string;
}

export interface NewTokenRequest {
  name: string;
  scopes: ScopesEnum[];
  expires_at?: string;
}

/** Without ``joints`` what is in force is tried; without ``options`` the motion's own. */
export interface NewTrialRequest {
  joints?: Record<string, number> | null;
  options?: OptionsRequest;
}

/** Multipart, one file. ``path`` is its path within the folder that was chosen, else its name stands. */
export interface NewUploadRequest {
  file: Blob;
  path?: string;
}

export interface NextItem {
  place: PlaceEnum | NullEnum | null;
  item: ItemDetail | null;
  nothing: NoItem | null;
}

/** ``after`` is what the caller leaves just now; it is not served again. */
export interface NextItemRequestRequest {
  granularity: GranularityEnum;
  after?: string | null;
  video?: string | null;
  type?: ItemTypeEnum | BlankEnum;
}

export interface NextLease {
  lease: LeasePayload | null;
  nothing_reason: string | null;
  nothing: Nothing | null;
}

export interface NoItem {
  code: string;
  message: string;
  held_by_others: number;
  held_until: string | null;
}

export interface Nothing {
  code: string;
  message: string;
  held_by_others: number;
  held_until: string | null;
}

export type NullEnum = null;

/** A project whose releases the caller may read or ask for; `repository` is its name in the Hub protocol. */
export interface OpenProject {
  slug: string;
  repository: string | null;
  name: string;
  description: string;
  is_synthetic: boolean;
  mode: AccessModeEnum;
  may_read: boolean;
  request_state: AccessRequestStateEnum | NullEnum | null;
}

/** A project whose releases the caller may read or ask for; `repository` is its name in the Hub protocol. */
export interface OpenProjectDetail {
  slug: string;
  repository: string | null;
  name: string;
  description: string;
  is_synthetic: boolean;
  mode: AccessModeEnum;
  may_read: boolean;
  request_state: AccessRequestStateEnum | NullEnum | null;
  terms: Terms | null;
  request: AccessRequest | null;
}

/** Without ids, everything of the kind that is ready. Without a kind, what the project is about. */
export interface OpenRoundsRequest {
  name?: string;
  kind?: ReviewKindEnum;
  episode_ids?: string[];
  item_ids?: string[];
}

export interface Opened {
  batch: Batch;
  opened: number;
}

export interface Option {
  letter: string;
  text: string;
  is_answer: boolean;
}

/** How to put a motion onto the avatar; what is left out is as usual. */
export interface Options {
  reference?: string;
  lock_feet?: boolean;
}

/** How to put a motion onto the avatar; what is left out is as usual. */
export interface OptionsRequest {
  reference?: string;
  lock_feet?: boolean;
}

export interface Original {
  fps: number | null;
  frames: number | null;
  joints: Joint[];
  positions_url: string;
}

/** * `max_tokens` - max_tokens * `max_completion_tokens` - max_completion_tokens */
export type OutputLimitNameEnum = 'max_tokens' | 'max_completion_tokens';

/** Counts by kind and state (empty to people who do not maintain the project), and the highest visible release. */
export interface Overview {
  funnel: Record<string, Record<string, number>>;
  latest_release: Release | null;
}

export interface OwnAgreement {
  batches: OwnBatch[];
}

/** `same` null: fewer than 20 verdicts beside other people's. */
export interface OwnBatch {
  batch: string;
  name: string;
  n: number;
  same: Share | null;
}

export interface OwnDecision {
  id: string;
  lease: string;
  kind: ReviewKindEnum;
  subject: string;
  verdict: string;
  held: boolean;
  decided_at: string;
  judgements: Record<string, Judgement>;
  note: string;
}

/** Another part of the same performance; ``why_not`` says why both cannot be shown on one clock. */
export interface Partner {
  id: string;
  name: string;
  part: string;
  label: string;
  state: string;
  why_not: string;
}

export interface PatchedAccessChangeRequest {
  mode?: AccessModeEnum;
  terms_text?: string;
}

export interface PatchedAvatarChangeRequest {
  taken_out?: boolean;
}

export interface PatchedBudgetChangeRequest {
  limit?: string | null;
  limit_tokens?: number | null;
}

/** The rights of a collection and the consent they stand on. What is left out stays as it is. */
export interface PatchedCollectionTermsRequest {
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

export interface PatchedCommentTextRequest {
  text?: string;
}

export interface PatchedFilterChangeRequest {
  name?: string;
  query?: string;
  is_shared?: boolean;
  is_default?: boolean;
}

/** ``video`` (null: unlink) is for maintainers; the task can be chosen until there is a revision. */
export interface PatchedItemChangeRequest {
  video?: string | null;
  granularity?: GranularityEnum;
  type?: ItemTypeEnum;
}

export interface PatchedLineReadRequest {
  read?: boolean;
}

/** Terms of one person, which can only narrow. Empty texts and null leave what collection and motion say. */
export interface PatchedPerformerTermsRequest {
  licence?: string;
  may_redistribute?: MayRedistributeEnum | BlankEnum;
  may_send_to_external_model?: boolean | null;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

export interface PatchedPreferencesRequest {
  display_name?: string;
  preferences?: Record<string, unknown>;
}

export interface PatchedQueuePolicyRequest {
  minutes?: number;
  begun_hours?: number;
  writers?: number;
}

export interface PatchedReleaseDraftChangeRequest {
  notes?: string;
  split_policy?: Record<string, unknown>;
  seed?: number;
}

export interface PatchedResolvedRequest {
  resolved?: boolean;
}

export interface PatchedReviewPolicyRequest {
  reviewers?: number;
  lease_minutes?: number;
  hides_checks?: boolean;
  opens_by_itself?: boolean;
  fresh_reviewers?: boolean;
  round_limit?: number;
  covers_answer?: boolean;
  order?: ReviewOrderEnum;
  most_per_person?: number;
  scheme_id?: string;
}

export interface PatchedSceneChangeRequest {
  name?: string;
  rights?: RightsRequest;
}

/** What a maintainer may change; what is left out stays. */
export interface PatchedVideoChangesRequest {
  source?: string;
  external_id?: string;
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  domain?: string;
  content_warnings?: string[];
}

/** * `person` - person * `budget_spent` - budget spent * `overcharged` - overcharged * `endpoint_down` - endpoint down * `credentials` - credentials * `secret_missing` - secret missing * `request_refused` - request refused * `limits_away` - limits away * `profile_retired` - profile retired */
export type PauseReasonEnum = 'person' | 'budget_spent' | 'overcharged' | 'endpoint_down' | 'credentials' | 'secret_missing' | 'request_refused' | 'limits_away' | 'profile_retired';

export interface PeopleAtWork {
  reviewers: PersonAtWork[];
}

/** Terms of one person, which can only narrow. Empty texts and null leave what collection and motion say. */
export interface Performer {
  id: string;
  name: string;
  motions: number;
  licence?: string;
  may_redistribute?: MayRedistributeEnum | BlankEnum;
  may_send_to_external_model?: boolean | null;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

/** Terms of one person, which can only narrow. Empty texts and null leave what collection and motion say. */
export interface PerformerTermsRequest {
  licence?: string;
  may_redistribute?: MayRedistributeEnum | BlankEnum;
  may_send_to_external_model?: boolean | null;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

export interface Person {
  id: string;
  username: string;
  display_name?: string;
  is_administrator: boolean;
  is_active?: boolean;
  last_login?: string | null;
}

/** `low_s` to `high_s` is the middle half of the seconds per verdict; null under 20 verdicts. */
export interface PersonAtWork {
  reviewer: string;
  name: string | null;
  n: number;
  accepted: number;
  rate: number;
  low: number;
  high: number;
  same: Share | null;
  low_s: number | null;
  median_s: number | null;
  high_s: number | null;
}

export interface Pile {
  items: string[];
}

/** ``items``: only these of the giver's; without it all that is begun or came back. */
export interface PileRequestRequest {
  giver: string;
  taker: string;
  items?: string[] | null;
}

export interface Pin {
  judgement: string;
  frame: number;
  time_s: number;
  setting: string;
  note: string;
}

export interface PinRequest {
  judgement: string;
  frame: number;
  time_s: number;
  setting: string;
  note: string;
}

/** * `returned` - returned * `mine` - mine * `new` - new */
export type PlaceEnum = 'returned' | 'mine' | 'new';

export interface Placed {
  position: number[];
  yaw: number;
}

/** Metres, Y up, yaw in radians. Sizes left out are filled in: what is free there, or what is usual. */
export interface PlacedAnchorRequest {
  kind: AnchorKindEnum;
  position?: number[];
  yaw?: number;
  width_m?: number;
  length_m?: number;
  path?: number[][];
  name?: string;
  replaces?: string | null;
}

export interface PlacedPerson {
  position: number[];
  yaw: number;
  top: string;
}

export interface PlanFault {
  line: number | null;
  message: string;
}

/** What is wrong with a plan, line by line, and what it asks for where nothing is. */
export interface PlanFaults {
  faults: PlanFault[];
  groups: PlanGroup[];
  asked: number;
}

export interface PlanGroup {
  name: string;
  family: string;
  asked: number;
}

/** What a plan may name in this project. */
export interface PlanNames {
  scenes: string[];
  collections: string[];
  performers: string[];
  scenarios: string[];
}

/** ``check`` is empty where material is missing; else it refused ``count`` candidates. */
export interface PlanReason {
  text: string;
  check: string;
  count: number;
}

export interface PlanTextRequest {
  plan: string;
}

export interface PlannedDraftVideo {
  id: string;
  name: string;
  windows: number;
  drafts: number;
  has_subtitles: boolean;
  left_out: DraftLeftOutEnum | NullEnum | null;
}

/** ``session`` is a UUID that the page makes when it opens; the first message may have no beats. A beat that is sent again counts once. */
export interface PlayedRequest {
  session: string;
  beats: BeatRequest[];
}

export interface Pose {
  position: number[];
  yaw: number;
}

export interface PreviewMap {
  bounds: number[][];
  walls: number[][];
  objects: MapObject[];
  navigable_origin: number[];
  navigable_size_m: number[];
}

export interface PreviewedLabel {
  collection: string;
  source_label: string;
  files: number;
  label: string;
  exclusion_reason: string;
}

export interface PreviewedMotion {
  line: number | null;
  motion: ReadMotion;
  label: string;
  exclusion_reason: string;
}

export interface PreviewedPerformer {
  collection: string;
  performer: string;
  files: number;
  consent: string;
}

/** 0 is the usual one; what is higher is served first. */
export interface Priority {
  priority: number;
}

/** 0 is the usual one; what is higher is served first. */
export interface PriorityRequest {
  priority: number;
}

export interface Probe {
  container: string;
  video_codec: string;
  width: number;
  height: number;
  rotation: number;
  time_base: string;
  start: string;
  rate: string;
  is_vfr: boolean;
  frame_count: number;
  duration: string;
  duration_s: number;
  header_duration_s: number | null;
  video_streams: number;
  audio: AudioStream[];
  subtitles: SubtitleStream[];
}

export interface Profile {
  id: string;
  slug: string;
  version: number;
  state: ProfileStateEnum;
  for_all: boolean;
  can_change: boolean;
  created_at: string;
  name: string;
  base_url: string;
  model: string;
  secret_name: string;
  takes: TakesEnum[];
  json_schema: boolean;
  output_limit_name: OutputLimitNameEnum;
  max_output_tokens: number;
  frame_tokens: number;
  second_tokens: number;
  max_file_bytes: number;
  currency: string;
  price_in: string;
  price_out: string;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  concurrency: number;
  timeout_s: number;
  max_attempts: number;
}

export interface ProfileFieldsRequest {
  name: string;
  base_url: string;
  model: string;
  secret_name?: string;
  takes?: TakesEnum[];
  json_schema?: boolean;
  output_limit_name?: OutputLimitNameEnum;
  max_output_tokens?: number;
  frame_tokens?: number;
  second_tokens?: number;
  max_file_bytes?: number;
  currency?: string;
  price_in?: string;
  price_out?: string;
  requests_per_minute?: number | null;
  tokens_per_minute?: number | null;
  concurrency?: number;
  timeout_s?: number;
  max_attempts?: number;
}

/** * `active` - active * `replaced` - replaced * `retired` - retired */
export type ProfileStateEnum = 'active' | 'replaced' | 'retired';

export interface Profiles {
  profiles: Profile[];
  secrets: Secret[];
  allow_private: boolean;
}

export interface Project {
  id: string;
  slug: string;
  name: string;
  kind: ProjectKindEnum;
  description?: string;
  is_synthetic?: boolean;
  created_at: string;
}

/** * `affectsim` - AffectSim * `longemo` - LongEmoBench */
export type ProjectKindEnum = 'affectsim' | 'longemo';

export interface ProjectRequest {
  slug: string;
  name: string;
  kind: ProjectKindEnum;
  description?: string;
  is_synthetic?: boolean;
}

/** ``version`` 0: the words are those that are shipped. ``shipped`` is what they are. */
export interface ProjectRubricFamily {
  criterion: string;
  scores: Record<string, string>;
  id: string;
  title: string;
  max_score: number;
  version: number;
  changed_by: string | null;
  changed_at: string | null;
  shipped: RubricWords;
}

export interface ProjectRubrics {
  families: ProjectRubricFamily[];
}

/** ``given`` is what the drafter wrote, ``content`` what came of it; ``share`` that of question and answer which was changed until the first revision, null as long as there is none and of a clip without words. Of what is hidden (DR26) only its place, its task and its outcome are told. */
export interface Proposal {
  id: string;
  position: number;
  number: number;
  call: string | null;
  video: string;
  video_id: string;
  type?: ItemTypeEnum | BlankEnum;
  given: Record<string, unknown> | null;
  content: ItemContent | null;
  moved_s: string[] | null;
  outcome: ProposalOutcomeEnum;
  reasons: ItemProblem[];
  item: string | null;
  earlier_run?: string | null;
  is_hidden: boolean;
  fate: DraftFateEnum | NullEnum | null;
  share: number | null;
  created_at: string;
}

/** * `proposed` - proposed * `refused` - refused * `repeated` - repeated */
export type ProposalOutcomeEnum = 'proposed' | 'refused' | 'repeated';

export interface ProposalPage {
  results: Proposal[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface Proxy {
  url: string;
  rate: string;
  frames: number;
  bytes: number;
}

/** How far the deletion of the bytes is; files that wait go at `due_at`. */
export interface PurgeProgress {
  total: number;
  deleted: number;
  kept: number;
  waiting: number;
  bytes_deleted: number;
  due_at: string | null;
  finished_at: string | null;
  job_id: string;
}

export interface Queue {
  batches: QueueRow[];
  reasons: Record<string, Reason[]>;
  skip_reasons: Reason[];
  open_lease: string | null;
}

export interface QueuePolicy {
  minutes: number;
  begun_hours: number;
  writers: number;
}

export interface QueueRow {
  id: string;
  name: string;
  kind: ReviewKindEnum;
  waiting_for_you: number;
  held_by_others: number;
  held_until: string | null;
  mean_minutes: number | null;
  content: string[];
}

export interface Raw {
  raw: string;
}

/** What was read about one motion. */
export interface ReadMotion {
  file: string;
  external_id: string;
  collection: string;
  performer: string | null;
  performance: string;
  part: string;
  source_label: string;
  scenario: string;
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
  unit: string | null;
  up_axis: string | null;
  consent: Record<string, string>;
}

/** ``until``: when the newest line that was seen was made. */
export interface ReadUntilRequest {
  until: string;
}

export interface Reason {
  code: string;
  label: string;
  digit: number;
}

export interface ReasonChoice {
  code: string;
  label: string;
}

export interface ReasonTextRequest {
  reason: string;
}

/** ``too_fast_s`` and ``no_time_s``: seconds of the video that did not count, and why. */
export interface Recorded {
  intervals: number[][];
  gaps: number[][];
  share: number;
  is_enough: boolean;
  too_fast_s: number;
  no_time_s: number;
}

/** Stages have all five fields, factors and components the first two. */
export interface ReferenceItem {
  id: string;
  description: string;
  anchor?: string | null;
  emotion?: string | null;
  intensity?: string | null;
}

/** Stages have all five fields, factors and components the first two. */
export interface ReferenceItemRequest {
  id: string;
  description: string;
  anchor?: string | null;
  emotion?: string | null;
  intensity?: string | null;
}

/** A candidate that a check refused: the number, and where everybody was. ``slot`` is null for an episode that the engine refused; ``picture_url`` is then what it saw. */
export interface Refusal {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: CheckOutcomeEnum;
  stage: StageEnum;
  message: string;
  frame: number | null;
  group: string;
  slot: number | null;
  scene: string | null;
  motion: string | null;
  people: PlacedPerson[];
  start: Placed | null;
  episode?: string | null;
  picture_url?: string | null;
}

/** Free ground that hangs together. Only the largest is navigable. */
export interface Region {
  area_m2: number;
  at: number[];
  used: boolean;
}

export interface Registration {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  manifest_name?: string;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
}

export interface RegistrationChange {
  field: string;
  before: string;
  after: string;
}

/** What stands where the manifest says nothing. */
export interface RegistrationDefaultsRequest {
  source?: string;
  licence?: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
  domain?: string;
  content_warnings?: string[];
}

/** ``next`` is the number to go on after; from ``columns_ignored`` of the manifest nothing was read. */
export interface RegistrationDetail {
  id: string;
  state?: ImportStateEnum;
  dry_run?: boolean;
  is_synthetic?: boolean;
  manifest_name?: string;
  created_at: string;
  created_by: string;
  finished_at?: string | null;
  failure?: string;
  job_id?: string | null;
  counts: Record<string, number>;
  mapping: Record<string, unknown>;
  defaults: Record<string, unknown>;
  columns_ignored: string[];
  rows: RegistrationRow[];
  next: string | null;
}

/** * `pending` - pending * `accepted` - accepted * `unchanged` - unchanged * `warning` - warning * `excluded` - excluded * `refused` - refused */
export type RegistrationOutcomeEnum = 'pending' | 'accepted' | 'unchanged' | 'warning' | 'excluded' | 'refused';

export interface RegistrationPage {
  results: Registration[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface RegistrationRow {
  number: number;
  kind: RegistrationRowKindEnum;
  file?: string;
  size_bytes?: number | null;
  outcome: RegistrationOutcomeEnum;
  change?: ChangeEnum | BlankEnum;
  changes: RegistrationChange[];
  reason?: string;
  line?: number | null;
  field?: string;
  warnings: string[];
  video: string | null;
}

/** * `video` - video * `subtitles` - subtitles * `other` - other */
export type RegistrationRowKindEnum = 'video' | 'subtitles' | 'other';

/** A release in a list. */
export interface Release {
  id: string;
  version: string;
  state: ReleaseStateEnum;
  notes: string;
  seed: number;
  row_count: number;
  counts_by_split: Record<string, number>;
  synthetic: SyntheticEnum | NullEnum | null;
  created_at: string;
  created_by: string;
  pinned_at: string | null;
  deadline_at: string | null;
  freeze_error: string;
  job_id: string | null;
  frozen_at: string | null;
  published_at: string | null;
  manifest_sha256: string;
  total_bytes: number;
  withdrawn_at: string | null;
  withdrawn_reason: string | null;
}

export interface ReleaseChangedRow {
  id: string;
  what: WhatEnum;
}

export interface ReleaseCheck {
  id: string;
  ok: boolean;
  blocking: boolean;
  message: string;
}

/** One release with everything it was pinned with; `header` is null while it is a draft. */
export interface ReleaseDetail {
  id: string;
  version: string;
  state: ReleaseStateEnum;
  notes: string;
  seed: number;
  row_count: number;
  counts_by_split: Record<string, number>;
  synthetic: SyntheticEnum | NullEnum | null;
  created_at: string;
  created_by: string;
  pinned_at: string | null;
  deadline_at: string | null;
  freeze_error: string;
  job_id: string | null;
  frozen_at: string | null;
  published_at: string | null;
  manifest_sha256: string;
  total_bytes: number;
  withdrawn_at: string | null;
  withdrawn_reason: string | null;
  split_policy: SplitPolicy;
  header: ReleaseHeader | null;
  withdrawn_parts: WithdrawnParts;
}

/** How a release differs from another. `rows` is as long as asked for; `next` goes on behind its last one. */
export interface ReleaseDiff {
  version: string;
  base: string;
  added: number;
  removed: number;
  changed: Record<string, number>;
  bump: BumpEnum;
  required: string;
  reasons: string[];
  rows: ReleaseDiffRow[];
  next: string | null;
}

export interface ReleaseDiffField {
  name: string;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
}

/** `what` says what of a changed row counts most; `fields` come with changed rows, `row` with added ones. Of a row that was `withdrawn` since, only when and why is said. */
export interface ReleaseDiffRow {
  id: string;
  kind: ReleaseDiffRowKindEnum;
  what: WhatEnum | BlankEnum;
  label: string;
  split: string;
  fields?: ReleaseDiffField[];
  row?: Record<string, unknown>;
  withdrawn?: Record<string, unknown>;
}

/** * `added` - added * `removed` - removed * `changed` - changed */
export type ReleaseDiffRowKindEnum = 'added' | 'removed' | 'changed';

export interface ReleaseDifference {
  base: string | null;
  bump: BumpEnum;
  required: string;
  added: number;
  removed: number;
  changed: number;
  reasons: string[];
  added_ids: string[];
  removed_ids: string[];
  changed_ids: ReleaseChangedRow[];
}

/** A draft as it is asked for; `version` may be left out in a preview. */
export interface ReleaseDraftRequest {
  version: string;
  notes?: string;
  split_policy?: Record<string, unknown>;
  seed?: number;
}

/** `withdrawn_reason`: why the file is served no more; null while it is. */
export interface ReleaseFile {
  path: string;
  size: number;
  sha256: string;
  media_type: string;
  withdrawn_reason: string;
}

export interface ReleaseFilePage {
  results: ReleaseFile[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface ReleaseFreezeRequest {
  version: string;
}

/** What a release was pinned with, besides its rows. */
export interface ReleaseHeader {
  version: string;
  notes: string;
  rows: number;
  seed: number;
  synthetic: SyntheticEnum;
  project: Record<string, unknown>;
  profile: Record<string, string>;
  policy: Record<string, unknown>;
  split_table: SplitTable;
  split_quality?: SplitQuality;
  leakage: Leakage;
  duplicates?: Duplicates;
  rights: RightsRow[];
  left_out: LeftOut[];
  changes: ReleaseDifference;
  agreement: Record<string, unknown>;
  quality: Record<string, unknown>;
  hidden?: string[];
  distributions?: Record<string, unknown>;
}

export interface ReleasePage {
  results: Release[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface ReleasePreview {
  version: string;
  included: number;
  left_out: LeftOut[];
  synthetic: SyntheticEnum;
  hidden: string[];
  policy: SplitPolicy;
  split_table: SplitTable;
  split_quality: SplitQuality | null;
  leakage: Leakage;
  duplicates: Duplicates;
  rights: RightsRow[];
  checks: ReleaseCheck[];
  blocked: boolean;
  required_version: string;
  required_version_bump: BumpEnum;
  diff: ReleaseDifference;
}

/** A draft as it is asked for; `version` may be left out in a preview. */
export interface ReleasePreviewRequestRequest {
  version?: string | null;
  notes?: string;
  split_policy?: Record<string, unknown>;
  seed?: number;
}

/** RL1: what has to be said before anything is frozen. */
export interface ReleaseProfileRequest {
  consent_terms?: string;
  intended_use?: string;
  subjectivity_statement?: string;
  known_limits?: string;
  misuse_contact?: string;
  citation?: string;
  licence_statement?: string;
  hides_test_answers?: boolean;
}

/** RL1: what has to be said before anything is frozen. */
export interface ReleaseProfileWithGaps {
  consent_terms?: string;
  intended_use?: string;
  subjectivity_statement?: string;
  known_limits?: string;
  misuse_contact?: string;
  citation?: string;
  licence_statement?: string;
  hides_test_answers?: boolean;
  missing: MissingEnum[];
  titles: Record<string, string>;
  can_hide: boolean;
}

/** Rows as they were frozen, with the fields of the Parquet schema. `count` is null where they are filtered. */
export interface ReleaseRowsPage {
  results: (Record<string, Record<string, unknown> | null>)[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `draft` - draft * `freezing` - freezing * `frozen` - frozen */
export type ReleaseStateEnum = 'draft' | 'freezing' | 'frozen';

export interface ReleaseUse {
  version: string;
  published: boolean;
  rows: number;
}

/** RL46: the version typed out, and the sentence that everybody who asks for it will read. */
export interface ReleaseWithdrawRequest {
  version: string;
  reason: string;
}

export interface Render {
  id: string;
  episode: string;
  setting: SettingEnum;
  engine_id: string;
  engine_version?: string;
  state?: RenderStateEnum;
  frames: number;
  frames_done?: number;
  attempts?: number;
  error?: string;
  created_at: string;
  finished_at?: string | null;
}

export interface RenderPage {
  results: Render[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `queued` - queued * `rendering` - rendering * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type RenderStateEnum = 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';

/** 409 ``item.reserved``: somebody else has it until ``held_until``. ``item.reservation_ended``: it is free. */
export interface ReservationConflict {
  code: string;
  detail: string;
  held_until?: string | null;
  ended_at?: string | null;
}

export interface RetargetOptions {
  options: Options;
  scopes: ScopeEffect[];
}

export interface Retargeting {
  motions: number;
  job_id: string | null;
}

/** Why the last round sent the item back: both reviewers' reasons, without names. */
export interface Returned {
  round: number;
  reasons: RoundReason[];
}

export interface Reveal {
  id: string;
  revealed_at: string;
}

export interface ReviewClip {
  id: string;
  setting: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
  video_url: string;
  frames_url: string;
  poster_url: string;
  camera: ClipCamera;
}

/** All that a reviewer gets of an episode. */
export interface ReviewEpisode {
  id: string;
  family: string;
  challenge: string;
  action: string;
  target: string;
  anchor: AnchorUse | null;
  duration_s: number;
  scene: EpisodeScene;
  avatar_url: string;
  people: StagedPerson[];
  robot_start: Pose;
  checks: ShownCheck[];
  measured: Record<string, Measured>;
  clips: ReviewClip[];
}

/** * `episode` - episode * `item` - item */
export type ReviewKindEnum = 'episode' | 'item';

/** * `video` - video * `random` - random */
export type ReviewOrderEnum = 'video' | 'random';

export interface ReviewPolicy {
  reviewers?: number;
  lease_minutes?: number;
  hides_checks?: boolean;
  opens_by_itself?: boolean;
  fresh_reviewers?: boolean;
  round_limit?: number;
  covers_answer?: boolean;
  order?: ReviewOrderEnum;
  most_per_person?: number;
  scheme_id?: string;
  kind: ReviewKindEnum;
}

export interface ReviewPolicyForReviewer {
  lease_minutes: number;
  fold_checks: boolean;
  break_minutes: number;
  scheme: string;
  covers_answer: boolean;
  order: ReviewOrderEnum;
}

export interface Revision {
  number: number;
  author: string;
  created_at: string;
  digest: string;
  confirmed?: boolean;
  content: ItemContent;
}

export interface Rights {
  licence: string;
  may_redistribute: MayRedistributeEnum;
  may_send_to_external_model: boolean;
}

export interface RightsRequest {
  licence: string;
  may_redistribute: MayRedistributeEnum;
  may_send_to_external_model: boolean;
}

/** `episodes` of a `collection`, or `items` from a `source`. */
export interface RightsRow {
  collection?: string;
  source?: string;
  licence: string;
  may_redistribute: string;
  episodes?: number;
  items?: number;
  with_media: number;
  is_synthetic: boolean;
}

export interface Roles {
  roles: RolesEnum[];
}

/** * `maintainer` - Maintainer * `annotator` - Annotator * `reviewer` - Reviewer * `researcher` - Researcher */
export type RolesEnum = 'maintainer' | 'annotator' | 'reviewer' | 'researcher';

export interface RolesRequest {
  roles: RolesEnum[];
}

/** A moment that a reviewer tied to a reason; seconds of the clip. */
export interface RoundPin {
  time_s: number;
  note: string;
}

/** ``judgement`` is empty where a reviewer left a note alone; ``labels`` are the reasons in words. */
export interface RoundReason {
  judgement: string;
  codes: string[];
  labels: string[];
  note: string;
  pins: RoundPin[];
}

/** ``base_version``: what was shown when the change was begun. */
export interface RubricChangeRequest {
  criterion: string;
  scores: Record<string, string>;
  base_version: number;
}

/** ``prefix``: how its reference items are named (S1, R1, C1). */
export interface RubricFamily {
  id: string;
  title: string;
  prefix: string;
  max_score: number;
  criterion: string;
  scores: Record<string, string>;
}

export interface RubricWords {
  criterion: string;
  scores: Record<string, string>;
}

export interface Rubrics {
  id: string;
  version: number;
  sha256: string;
  families: RubricFamily[];
}

export interface SameScene {
  id: string;
  name: string;
  taken_out: boolean;
}

export interface SavedDraft {
  version: number;
  saved_at: string;
  problems: ItemProblem[];
}

export interface SavedFilter {
  id: string;
  library: string;
  name: string;
  query?: string;
  is_shared?: boolean;
  is_default: boolean;
  is_mine: boolean;
  owner: string;
  created_at: string;
}

export interface SavedSkeletonMapping {
  version: number;
  motions: number;
  job_id: string | null;
}

export interface Scene {
  id: string;
  name: string;
  bounds: unknown;
  triangles: number;
  glb_sha256: string;
  rights: Rights;
  is_synthetic?: boolean;
  created_at: string;
  area_m2?: number | null;
  categories?: string[];
  anchors: Record<string, number>;
  poster_url: string;
  instances: SceneInstance[];
  nav: unknown;
  notes?: unknown;
  scale: number;
  up_axis: string;
  floor_m?: number;
  source_name: string;
  source_entry?: string;
  with_pictures?: boolean;
  taken_out_at?: string | null;
  stage_url: string;
  map_url: string;
}

/** * `y` - Y * `z` - Z */
export type SceneAxisEnum = 'y' | 'z';

export interface SceneEntry {
  path: string;
  format: FormatEnum;
  name: string;
}

/** Work on an upload that a worker does; `report` is there once it has ended. */
export interface SceneImport {
  id: string;
  is_preview: boolean;
  job: string | null;
  ended_at?: string | null;
  report: SceneImportRow[];
}

export interface SceneImportRow {
  entry: string;
  outcome: SceneImportRowOutcomeEnum;
  name: string;
  scene: string;
  reason: string;
  field: string;
  preview: ScenePreview | null;
}

/** * `added` - added * `unchanged` - unchanged * `refused` - refused * `previewed` - previewed */
export type SceneImportRowOutcomeEnum = 'added' | 'unchanged' | 'refused' | 'previewed';

export interface SceneInstance {
  id: number;
  name: string;
  category: string;
  bounds: number[][];
}

/** Metres, x to the right and z down. The picture of navigable ground starts at `navigable_origin`. */
export interface SceneMap {
  bounds: number[][];
  walls: number[][];
  objects: MapObject[];
  navigable_png_url: string | null;
  navigable_origin: number[];
  navigable_cell_m: number;
  regions: Region[];
}

/** What a file would become. With problems it would be refused; lengths are metres unless they say units. */
export interface ScenePreview {
  file: string;
  entry: string;
  format: FormatEnum;
  name: string;
  triangles: number;
  objects: number;
  categories: CategoryCount[];
  size_units: number[];
  scale: number;
  units: Unit[];
  unit_why: string;
  up_axis: SceneAxisEnum;
  up_guess: SceneAxisEnum;
  up_why: string;
  floor_m: number | null;
  floors: Floor[];
  navigable_m2: number | null;
  regions: number | null;
  map: PreviewMap | null;
  navigable_png: string;
  problems: SceneProblem[];
  warnings: string[];
  same_as: SameScene | null;
}

export interface SceneProblem {
  field: string;
  message: string;
}

export interface SceneRow {
  id: string;
  name: string;
  bounds: unknown;
  triangles: number;
  glb_sha256: string;
  rights: Rights;
  is_synthetic?: boolean;
  created_at: string;
  area_m2?: number | null;
  categories?: string[];
  anchors: Record<string, number>;
  poster_url: string;
}

export interface SceneRowPage {
  results: SceneRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `auto` - as it looks * `y` - Y * `z` - Z */
export type SceneUpAxisEnum = 'auto' | 'y' | 'z';

/** `entries`: the scenes that the file holds. */
export interface SceneUpload {
  id: string;
  name: string;
  size_bytes: number;
  sha256: string;
  entries: SceneEntry[];
}

export interface ScopeEffect {
  motions: number;
  in_episodes: number;
  episodes: number;
  scope: ScopeEnum;
}

/** * `motion` - motion * `skeleton` - skeleton * `collection` - collection * `import` - import */
export type ScopeEnum = 'motion' | 'skeleton' | 'collection' | 'import';

/** * `read` - read * `write` - write * `release:read` - release:read */
export type ScopesEnum = 'read' | 'write' | 'release:read';

/** EN14: a secret by its name, and where the caller may send it. */
export interface Secret {
  name: string;
  hosts: string[];
  anywhere: boolean;
}

export interface Segment {
  start: number;
  end: number;
}

export interface SegmentRequest {
  start: number;
  end: number;
}

/** * `P-Init` - P-Init * `P-Ref` - P-Ref * `P-Mon` - P-Mon */
export type SettingEnum = 'P-Init' | 'P-Ref' | 'P-Mon';

/** What became of an item. ``draft_version`` is what its next save is based on. */
export interface SettledItem {
  id: string;
  state: ItemStateEnum;
  draft_version: number;
}

/** * `error` - error * `warning` - warning */
export type SeverityEnum = 'error' | 'warning';

export interface Share {
  n: number;
  share: number;
  low: number;
  high: number;
}

/** A subject as reviewers see it, under the name of its kind, and what is asked about it. */
export interface Shown {
  kind: ReviewKindEnum;
  subject: string;
  batch: string;
  episode?: ReviewEpisode;
  item?: ShownItem;
  judgements: JudgementDef[];
  skip_reasons: Reason[];
  policy: ReviewPolicyForReviewer;
}

/** A check of the episode (bounds, frame) or of a motion in it (thresholds, spans; in a dyad whose: A or B). */
export interface ShownCheck {
  id: string;
  part?: string;
  label: string;
  value: number | null;
  unit: string;
  outcome: string;
  low?: number | null;
  high?: number | null;
  stage?: string;
  message?: string;
  frame?: number | null;
  threshold_warn?: number | null;
  threshold_fail?: number | null;
  spans?: number[][];
}

/** The clip that was cut for a question about one scene. */
export interface ShownClip {
  video_url: string;
  frames_url: string;
  poster_url: string | null;
  frame_count: number;
  duration_s: number;
  rate: string;
  segments: Segment[];
}

export interface ShownEvidence {
  start: number;
  end: number;
  target: string | null;
}

/** All that a reviewer gets of an item: never its author, its revision, its origin or what lints say of it. */
export interface ShownItem {
  granularity: string;
  type: string;
  question: string;
  answer: string[] | { before: string[]; after: string[]; } | string | null;
  answer_details: AnswerDetails | null;
  rubric: ItemRubric | null;
  evidence: ShownEvidence[];
  subtitles: SubtitleLine[];
  segments: Segment[] | null;
  clip: ShownClip | null;
  video: ShownVideo | null;
}

/** ``name`` is null where it may not be known; ``number`` tells reviewers of an item apart. */
export interface ShownPerson {
  part: CommentPartEnum;
  number: number | null;
  name: string | null;
  you: boolean;
}

/** The source video of an item, to be played; nothing that says where it came from. */
export interface ShownVideo {
  id: string;
  proxy: Proxy | null;
  frames_url: string | null;
  peaks_url: string | null;
  sprite: Sprite | null;
  cuts: number[] | null;
  duration_s: number | null;
  content_warnings: string[];
  subtitles: Cue[];
}

export interface Side {
  reviewer: string;
  verdict: string;
  judgements: Record<string, Judgement>;
  note: string;
  pins: Pin[];
}

export interface SigningKey {
  algorithm: string;
  public_key: string;
  fingerprint: string;
}

export interface Skeleton {
  sha256: string;
  joints: Record<string, unknown>[];
  pose: string;
  positions: number[][];
  family: string;
  confidence: number;
  scores: FamilyScore[];
  suggestions: FoundJoint[];
  versions: SkeletonMapping[];
  effect: Effect;
}

export interface SkeletonMapping {
  version: number;
  joints: Record<string, number>;
  restores?: number | null;
  created_at: string;
  created_by: string;
}

export interface SkipRequest {
  reason: string;
  note?: string;
}

/** * `distressing` - distressing * `unclear` - unclear * `language` - language * `close` - close * `other` - other */
export type SkipRequestReasonEnum = 'distressing' | 'unclear' | 'language' | 'close' | 'other';

export interface SkipRequestRequest {
  reason: SkipRequestReasonEnum;
  note?: string;
}

export interface Source {
  from: string;
  segments: Segment[] | null;
}

/** A source label that the collection's motions carry, and what the mapping in force makes of it. */
export interface SourceLabel {
  source_label: string;
  motions: number;
  label: string;
  exclusion_reason: string;
}

export interface SourceRequest {
  from: string;
  segments: SegmentRequest[] | null;
}

/** One split, side by side. `judged` is what both had before them, `following` what its author wrote next. */
export interface Split {
  id: string;
  kind: string;
  granularity: string;
  type: string;
  subject: string;
  question: string;
  number: number;
  outcome: string;
  closed_at: string;
  reasons: string[];
  causes: string[];
  sides: Side[];
  scheme: JudgedBy[];
  video: string | null;
  media: Media[];
  judged: Record<string, unknown> | null;
  following: Record<string, unknown> | null;
  guideline: GuidelineLines;
  tags: SplitTag[];
}

export interface SplitCounts {
  n: number;
  types: SplitTypeCount[];
  reasons: SplitReasonCount[];
  causes: CauseCount[];
}

export interface SplitDrift {
  split: string;
  count: number;
  target: number;
  drift: number;
  least_drift: number;
}

/** SP7: shares, or counts of which one may be "rest". */
export interface SplitPolicy {
  shares?: Record<string, number>;
  counts?: Record<string, unknown>;
  keep_previous: boolean;
  move_conflicts?: boolean;
}

/** SP9: how good the split is beside what whole groups allow. */
export interface SplitQuality {
  groups: number;
  pinned_groups: number;
  largest_group: number;
  splits: SplitDrift[];
  max_drift: number;
  least_drift: number;
  gap: number;
  score: number;
  score_bound: number;
  proven: boolean;
  statements: string[];
}

export interface SplitReasonCount {
  reason: string;
  n: number;
}

export interface SplitRow {
  id: string;
  kind: string;
  granularity: string;
  type: string;
  subject: string;
  question: string;
  number: number;
  outcome: string;
  closed_at: string;
  reasons: string[];
  causes: string[];
}

export interface SplitRowPage {
  results: SplitRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface SplitTable {
  splits: string[];
  target_shares: Record<string, number>;
  rows: SplitTableRow[];
  max_drift: number;
  worst_stratum: WorstStratum | null;
  absent: AbsentStratum[];
}

export interface SplitTableRow {
  kind: string;
  value: string;
  total: number;
  counts: Record<string, number>;
  targets: Record<string, number>;
  drift: Record<string, number>;
  max_drift: number;
}

export interface SplitTag {
  id: string;
  cause: string;
  note: string;
  author: string;
  created_at: string;
  guideline: GuidelineLine | null;
}

export interface SplitTypeCount {
  granularity: string;
  type: string;
  n: number;
}

export interface Spread {
  mean: number | null;
  median: number | null;
  n: number;
  undefined_reason: string;
}

export interface Sprite {
  sheets: string[];
  columns: number;
  rows: number;
  tile_width: number;
  tile_height: number;
  times: number[];
}

/** * `geometric` - geometric * `measured` - measured * `rendered` - rendered */
export type StageEnum = 'geometric' | 'measured' | 'rendered';

export interface StagedFiles {
  staged: number;
}

/** Somebody in the room. In a dyad `part` is A (in yellow) or B (in green), else empty; `is_asked`: the question is about this person. */
export interface StagedPerson {
  position: number[];
  yaw: number;
  part: string;
  top: string;
  is_asked: boolean;
  motion_url: string;
  frames: number;
  fps: number;
}

export interface StartedImport {
  job: string | null;
}

export interface StartedItemImport {
  import: ItemImport;
  job: string | null;
}

export interface StartedRegistration {
  registration: Registration;
  job: string | null;
}

/** Frames that were played one after the other: ``first`` is in it, ``end`` is not. */
export interface StretchRequest {
  first: number;
  end: number;
  speed: string;
}

/** What comes next, or why nothing does. */
export interface Submitted {
  next: LeasePayload | null;
  nothing_reason: string | null;
  nothing: Nothing | null;
  decision: OwnDecision;
}

/** ``problems`` are warnings; errors are a refusal whose ``fields`` name them. */
export interface SubmittedItem {
  revision: Revision;
  draft_version: number;
  problems: ItemProblem[];
}

export interface SubtitleLine {
  id: string;
  t: number[];
  speaker: string | null;
  text: string;
}

export interface SubtitleLineRequest {
  id: string;
  t: number[];
  speaker: string | null;
  text: string;
}

export interface SubtitleLines {
  subtitles: SubtitleLine[];
}

/** ``track``: which subtitles; without it the video's first track. */
export interface SubtitleLinesRequestRequest {
  video: string;
  track?: string | null;
  segments?: SegmentRequest[] | null;
}

export interface SubtitleNote {
  line: number;
  kind: SubtitleNoteKindEnum;
  code: string;
  message: string;
}

/** * `repaired` - repaired * `doubtful` - doubtful * `left_out` - left_out * `remark` - remark */
export type SubtitleNoteKindEnum = 'repaired' | 'doubtful' | 'left_out' | 'remark';

/** * `file` - file * `embedded` - embedded */
export type SubtitleOriginEnum = 'file' | 'embedded';

export interface SubtitleRow {
  id: string;
  language: string;
  label?: string;
  origin: SubtitleOriginEnum;
  stream?: number | null;
  format: string;
  encoding: string;
  encoding_guessed?: boolean;
  cues: number;
  notes: number;
  name: string;
  created_at: string;
}

export interface SubtitleStream {
  index: number;
  codec: string;
  language: string;
  title: string;
  is_text: boolean;
}

/** One track with its cues. ``replaced_by`` names the track that is in force in its place. */
export interface Subtitles {
  id: string;
  language: string;
  label?: string;
  origin: SubtitleOriginEnum;
  stream?: number | null;
  format: string;
  encoding: string;
  encoding_guessed?: boolean;
  cues: Cue[];
  notes: SubtitleNote[];
  name: string;
  created_at: string;
  replaced_by?: string | null;
  replaced_at?: string | null;
  deleted_at?: string | null;
  original_url: string;
}

/** * `` - * `yes` - yes * `no` - no */
export type SubtitlesEnum = 'yes' | 'no';

/** * `all` - all * `some` - some * `none` - none */
export type SyntheticEnum = 'all' | 'some' | 'none';

export interface TakenOutScene {
  id: string;
  name: string;
  bounds: unknown;
  area_m2?: number | null;
  rights: Rights;
  poster_url: string;
  taken_out_at?: string | null;
  stands_in_the_way: string | null;
}

/** * `frames` - frames * `video` - video * `audio` - audio */
export type TakesEnum = 'frames' | 'video' | 'audio';

/** * `A` - A * `B` - B * `either` - either */
export type TargetEnum = 'A' | 'B' | 'either';

/** ``families``: the rubrics that may score it; none for a task answered with labels. */
export interface TaskKind {
  granularity: GranularityEnum;
  type: ItemTypeEnum;
  group: string;
  answer_form: AnswerFormEnum;
  families: string[];
}

export interface Taxonomy {
  vocabulary: Vocabulary;
  rubrics: Rubrics;
  guidelines: Guidelines;
  kinds: TaskKind[];
}

/** One version: what the project adds, and the whole as it is accepted. */
export interface Terms {
  number: number;
  text: string;
  whole: string;
  created_at: string;
  created_by: string;
}

/** ``item`` is null where the caller may not know which one it is. */
export interface Thread {
  id: string;
  item: string | null;
  circle: ThreadCircleEnum;
  revision: number | null;
  created_at: string;
  resolved_at: string | null;
  comments: Comment[];
  mentionable: Mentionable[];
}

/** * `author` - author * `reviewer` - reviewer * `everybody` - everybody */
export type ThreadCircleEnum = 'author' | 'reviewer' | 'everybody';

/** ``may_open``: the circles in which the caller may begin another thread; ``mentionable`` for each. */
export interface Threads {
  threads: Thread[];
  may_open: ThreadCircleEnum[];
  mentionable: Record<string, Mentionable[]>;
}

/** `alpha` null: no threshold. */
export interface Threshold {
  kind?: string;
  granularity?: string;
  alpha: number | null;
}

/** `alpha` null: no threshold. */
export interface ThresholdRequest {
  kind?: string;
  granularity?: string;
  alpha: number | null;
}

export interface TimelineEntry {
  at: string;
  event: string;
  detail: string;
}

export interface Token {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: string;
  expires_at: string;
  revoked_at?: string | null;
  last_used_at?: string | null;
}

export interface Tombstone {
  id: string;
  kind: WithdrawalKindEnum;
  subject_id: string;
  created_at: string;
  reason: WithdrawalReasonEnum;
  sentence: string;
  created_by: string;
  finished_at: string | null;
}

export interface TombstoneDetail {
  id: string;
  kind: WithdrawalKindEnum;
  subject_id: string;
  created_at: string;
  reason: WithdrawalReasonEnum;
  sentence: string;
  created_by: string;
  finished_at: string | null;
  counts: WithdrawalCounts;
  progress: PurgeProgress;
}

export interface TombstonePage {
  results: Tombstone[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** ``motion`` is an AFMO1 file in base64; without one ``problems`` or ``refusal`` says why. */
export interface Trial {
  problems: JointProblem[];
  refusal: string;
  motion: string | null;
  report: Record<string, unknown>;
  checks: TrialCheck[];
  before: TrialCheck[];
}

export interface TrialCheck {
  id: string;
  label: string;
  value: number;
  unit: string;
  outcome: string;
  message: string;
}

export interface TypeMinutes {
  granularity: string;
  type: string;
  minutes: Spread;
}

export interface Unit {
  unit: string;
  scale: number;
  size_m: number[];
  plausible: boolean;
}

export interface Unread {
  unread: number;
}

export interface UnreadFiles {
  outcome: string;
  reason: string;
  field: string;
  count: number;
  examples: string[];
}

export interface Upcoming {
  results: Shown[];
}

export interface UpcomingItems {
  items: ItemDetail[];
}

export interface Upload {
  id: string;
  name: string;
  size: number;
  sha256: string;
  created_at: string;
}

/** The caller's own uploads that no registration has used. */
export interface Uploads {
  max_bytes: number;
  results: Upload[];
}

/** * `fine` - fine * `problem` - problem */
export type ValueEnum = 'fine' | 'problem';

export interface Verdicts {
  passed: number;
  warned: number;
  failed: number;
}

export interface VideoDetail {
  id: string;
  name: string;
  source?: string;
  domain?: string;
  state?: VideoStateEnum;
  duration_s?: number | null;
  rate: string;
  width?: number | null;
  height?: number | null;
  has_audio?: boolean | null;
  subtitle_tracks: number;
  clips: ClipRow[];
  poster_url: string | null;
  content_warnings: string[];
  notes: MediaNote[];
  is_synthetic?: boolean;
  created_at: string;
  external_id?: string;
  frame_count?: number | null;
  rights: VideoRights;
  probe: Probe | null;
  proxy: Proxy | null;
  frames_url: string | null;
  peaks_url: string | null;
  sprite: Sprite | null;
  cuts: number[] | null;
  steps_done: string[];
  subtitles: SubtitleRow[];
  provenance: VideoProvenance;
  original_url: string | null;
  job: Job | null;
}

/** A draft, or with ``item`` null a whole video, that somebody has until ``expires_at``. */
export interface VideoHold {
  item: string | null;
  question: string;
  video: ItemVideo | null;
  begun: boolean;
  expires_at: string;
}

/** Why nobody can work with an item's video any more, and what becomes of what was written. */
export interface VideoLoss {
  code: string;
  message: string;
}

/** ``item``: the one of the caller's items of the video that is to be gone on with. */
export interface VideoOffer {
  place: PlaceEnum | NullEnum | null;
  video: string | null;
  item: string | null;
  nothing: NoItem | null;
}

/** ``after`` is the video that the caller leaves just now; it is not served again. */
export interface VideoOfferRequestRequest {
  after?: string | null;
}

export interface VideoProvenance {
  file: string;
  sha256: string;
  size_bytes: number;
  registered_by: string;
  registered_at: string;
  prepared_at: string | null;
}

export interface VideoReservation {
  expires_at: string;
  begun: boolean;
}

export interface VideoRights {
  licence: string;
  may_redistribute: MayRedistributeEnum;
  may_send_to_external_model: boolean;
}

export interface VideoRow {
  id: string;
  name: string;
  source?: string;
  domain?: string;
  state?: VideoStateEnum;
  duration_s?: number | null;
  rate: string;
  width?: number | null;
  height?: number | null;
  has_audio?: boolean | null;
  subtitle_tracks: number;
  clips: number;
  poster_url: string | null;
  content_warnings: string[];
  notes: MediaNote[];
  is_synthetic?: boolean;
  created_at: string;
}

export interface VideoRowPage {
  results: VideoRow[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

/** * `registered` - registered * `preparing` - preparing * `ready` - ready * `refused` - refused * `withdrawn` - withdrawn */
export type VideoStateEnum = 'registered' | 'preparing' | 'ready' | 'refused' | 'withdrawn';

/** ``watched`` is the share that the person who asks has watched. Of others there are numbers alone: ``others_writing`` people have items of this video that are not finished. ``mine_until``, ``others_until``: when one's own reservation ends, and the first of other people's; ``is_free``: there is room for the one who asks. */
export interface VideoToWriteAbout {
  id: string;
  name: string;
  source?: string;
  domain?: string;
  duration_s?: number | null;
  poster_url: string | null;
  content_warnings: string[];
  watched: number;
  is_enough: boolean;
  my_unfinished: number;
  my_submitted: number;
  of_others: number;
  others_writing: number;
  mine_until: string | null;
  others_until: string | null;
  is_free: boolean;
  is_skipped: boolean;
}

export interface VideoToWriteAboutPage {
  results: VideoToWriteAbout[];
  next: string | null;
  previous: string | null;
  count: number | null;
}

export interface Vocabulary {
  id: string;
  version: number;
  sha256: string;
  title: string;
  categories: Category[];
}

/** Drafts of nobody of one type on one video. */
export interface WaitingGroup {
  video: WaitingVideo;
  type: string;
  count: number;
}

export interface WaitingVideo {
  id: string;
  name: string;
  content_warnings: string[];
}

/** What the person who asks has watched: intervals of frames, and the gaps between them. ``needed`` is the share that a submission asks for. */
export interface Watched {
  intervals: number[][];
  gaps: number[][];
  share: number;
  needed: number;
  is_enough: boolean;
  max_speed: number;
  marks: Mark[];
}

/** A shortest way over navigable ground. Without one the length is null. */
export interface Way {
  path: number[][];
  length_m: number | null;
  straight_m: number;
  ratio: number | null;
  snapped: boolean;
}

/** * `good` - good * `note` - note * `bad` - bad */
export type WeightEnum = 'good' | 'note' | 'bad';

/** * `label` - label * `split` - split * `content` - content */
export type WhatEnum = 'label' | 'split' | 'content';

export interface WhatIf {
  check: string;
  setting: string;
  warn: number | null;
  fail: number | null;
  now: Verdicts;
  then: Verdicts;
  labels: LabelVerdicts[];
}

export interface WithOthers {
  count: number;
  until: string | null;
}

/** What a withdrawal takes away. `people` fetched some of it; `next_version` is what the next release must be. */
export interface WithdrawalCounts {
  motions: number;
  episodes: number;
  clips: number;
  items: number;
  revisions: number;
  open_rounds: number;
  releases: WithdrawalRelease[];
  ended_freezes: string[];
  files_deleted: number;
  bytes_deleted: number;
  files_kept: number;
  bytes_kept: number;
  people: number;
  next_version: string | null;
}

/** * `performer` - performer * `collection` - collection * `motion` - motion * `avatar` - avatar * `video` - video * `item` - item */
export type WithdrawalKindEnum = 'performer' | 'collection' | 'motion' | 'avatar' | 'video' | 'item';

export interface WithdrawalPlan {
  kind: WithdrawalKindEnum;
  id: string;
  name: string;
  counts: WithdrawalCounts;
}

export interface WithdrawalPlanRequestRequest {
  kind: WithdrawalKindEnum;
  subject_id: string;
}

/** * `consent_withdrawn` - consent withdrawn * `rights_lost` - rights lost * `legal_demand` - legal demand * `other` - other */
export type WithdrawalReasonEnum = 'consent_withdrawn' | 'rights_lost' | 'legal_demand' | 'other';

export interface WithdrawalRelease {
  version: string;
  published: boolean;
  rows: number;
  files: number;
  splits: string[];
}

/** `typed_name` is the name of the subject, as the plan gives it; `sentence` is public and stays. */
export interface WithdrawalRequestRequest {
  kind: WithdrawalKindEnum;
  subject_id: string;
  typed_name: string;
  reason: WithdrawalReasonEnum;
  sentence: string;
}

export interface WithdrawalSubject {
  id: string;
  name: string;
  detail: string;
}

export interface Withdrawn {
  id: string;
  state: string;
}

/** What of a frozen release is served no more because its subject was withdrawn. */
export interface WithdrawnParts {
  rows: number;
  files: number;
  reasons: WithdrawnReason[];
}

export interface WithdrawnReason {
  at: string;
  sentence: string;
}

export interface WorstMotion {
  id: string;
  name: string;
  label: string;
  value: number;
  outcome: string;
}

export interface WorstStratum {
  kind: string;
  value: string;
  max_drift: number;
}
