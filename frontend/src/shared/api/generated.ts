// Made by `npm run api:types` from the OpenAPI description. Do not edit.

export interface AskRequest {
  batch?: string | null;
}

export interface AuditEvent {
  id: number;
  at: string;
  actor?: string;
  event: string;
  subject_type?: string;
  subject_id?: string;
  data?: unknown;
}

export interface Batch {
  id: string;
  name: string;
  kind: string;
  state: string;
  rounds_total: number;
  created_at: string;
}

export interface CancelRendersRequest {
  render_ids?: string[];
  all?: boolean;
}

/** * `far_visible` - far_visible * `rear_view` - rear_view */
export type ChallengeEnum = 'far_visible' | 'rear_view';

/** One number against its bounds. */
export interface Check {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: OutcomeEnum;
  stage: StageEnum;
  message: string;
  frame: number | null;
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

export interface Composition {
  id: string;
  seed: number;
  state?: State797Enum;
  job: string | null;
  plan: unknown;
  plan_text: string;
  render?: boolean;
  report?: unknown;
  failure?: string;
  created_at: string;
  finished_at?: string | null;
}

export interface CompositionDetail {
  id: string;
  seed: number;
  state?: State797Enum;
  job: string | null;
  plan: unknown;
  plan_text: string;
  render?: boolean;
  report?: unknown;
  failure?: string;
  created_at: string;
  finished_at?: string | null;
  episodes: Record<string, number>;
}

export interface Count {
  count: number;
}

export interface CredentialsRequest {
  username: string;
  password: string;
}

export interface DecisionRequestRequest {
  judgements: Record<string, JudgementRequest>;
  note?: string;
  pins?: PinRequest[];
}

export interface DecisionRow {
  id: string;
  round: string;
  subject: string;
  reviewer: string;
  round_state: string;
  state: string;
  verdict: string;
  judgements: unknown;
  note: string;
  pins: unknown;
  decided_at: string;
}

export interface DryRun {
  challenges: Record<string, Tally>;
  refusals: Refusal[];
  episode_ids: string[];
  scenes: number;
  motions: number;
}

/** The fields from `label` on are for maintainers. */
export interface Episode {
  id: string;
  state: string;
  family: string;
  challenge: string;
  duration_s: number;
  created_at: string;
  checks: Check[];
  measured: Record<string, number | null>;
  clips: Clip[];
  scene: EpisodeScene;
  motion: EpisodeMotion;
  robot_start: Pose;
  label?: string;
  composition?: string | null;
  refusal?: string;
  removal_reasons?: string[];
  spec?: unknown;
  timeline?: TimelineEntry[];
}

export interface EpisodeMotion {
  position: number[];
  yaw: number;
  retargeted_url: string;
  frames: number;
  fps: number;
  top: string;
  tops: string[];
  id?: string;
  name?: string;
}

export interface EpisodeScene {
  id: string;
  stage_url: string;
  map_url: string;
}

/** * `observation_controlled` - observation_controlled */
export type FamilyEnum = 'observation_controlled';

export interface Frames {
  frames: Record<string, unknown>[];
}

export interface Given {
  judgements: Record<string, Judgement>;
  note: string;
  pins: Pin[];
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

export interface Job {
  id: string;
  title: string;
  task: string;
  project_id?: string | null;
  state?: State863Enum;
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
  state?: State863Enum;
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

/** * `affectsim` - AffectSim * `longemo` - LongEmoBench */
export type KindEnum = 'affectsim' | 'longemo';

/** * `angry` - angry * `fearful` - fearful * `happy` - happy * `neutral` - neutral * `sad` - sad */
export type LabelEnum = 'angry' | 'fearful' | 'happy' | 'neutral' | 'sad';

/** `episode` holds the subject as its kind lays it out, without anything that would break blindness. */
export interface LeasePayload {
  id: string;
  state: string;
  expires_at: string;
  batch: string;
  position: number;
  total: number;
  episode: Record<string, unknown>;
  judgements: JudgementDef[];
  skip_reasons: Reason[];
  decision: Given | null;
  policy: ReviewPolicyForReviewer;
}

export interface LeaseRow {
  id: string;
  reviewer: string;
  batch: string;
  round: string;
  state: string;
  served_at: string;
  expires_at: string;
}

export interface Leave {
  finalised: boolean;
}

/** A row with what only maintainers see. */
export interface MaintainedEpisodeRow {
  id: string;
  family: FamilyEnum;
  challenge: ChallengeEnum;
  state: MaintainedEpisodeRowStateEnum;
  scene: string;
  duration_s: number;
  created_at: string;
  label: LabelEnum;
  motion: MotionRef;
  scene_name: string;
  composition: string | null;
  refusal: string;
}

/** * `composed` - composed * `checked` - checked * `refused` - refused * `in_review` - in_review * `kept` - kept * `removed` - removed */
export type MaintainedEpisodeRowStateEnum = 'composed' | 'checked' | 'refused' | 'in_review' | 'kept' | 'removed';

export interface MapObject {
  name: string;
  category: string;
  polygon: number[][];
  height: number;
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

export interface MotionRef {
  id: string;
  name: string;
}

export interface NewCompositionRequest {
  plan: Record<string, unknown>;
  seed?: number;
  dry_run?: boolean;
  render?: boolean;
}

export interface NewPersonRequest {
  username: string;
  password: string;
  display_name?: string;
  is_administrator?: boolean;
}

export interface NewRendersRequest {
  episode_ids?: string[];
  all?: boolean;
}

export interface NewSceneRequest {
  name: string;
  file: Blob;
  scale?: number;
  up_axis?: UpAxisEnum;
  licence: string;
  may_redistribute?: MayRedistributeEnum;
  may_send_to_external_model?: boolean;
}

export interface NewTokenRequest {
  name: string;
  scopes: ScopesEnum[];
  expires_at?: string;
}

export interface NextLease {
  lease: LeasePayload | null;
  nothing_reason: string | null;
  nothing: Nothing | null;
}

export interface Nothing {
  code: string;
  message: string;
  held_by_others: number;
  held_until: string | null;
}

/** Without `episode_ids`, everything that is ready. */
export interface OpenRoundsRequest {
  name?: string;
  episode_ids?: string[];
}

export interface Opened {
  batch: Batch;
  opened: number;
}

/** * `pass` - pass * `fail` - fail */
export type OutcomeEnum = 'pass' | 'fail';

export interface OwnDecision {
  id: string;
  lease: string;
  episode: string;
  verdict: string;
  held: boolean;
  decided_at: string;
  judgements: Record<string, Judgement>;
  note: string;
}

export interface PatchedPreferencesRequest {
  display_name?: string;
  preferences?: Record<string, unknown>;
}

export interface PatchedReviewPolicyRequest {
  reviewers?: number;
  lease_minutes?: number;
  hides_checks?: boolean;
  opens_by_itself?: boolean;
  scheme_id?: string;
}

export interface Person {
  id: string;
  username: string;
  display_name?: string;
  is_administrator: boolean;
  is_active?: boolean;
  last_login?: string | null;
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

export interface Pose {
  position: number[];
  yaw: number;
}

export interface Project {
  id: string;
  slug: string;
  name: string;
  kind: KindEnum;
  description?: string;
  is_synthetic?: boolean;
  created_at: string;
}

export interface ProjectRequest {
  slug: string;
  name: string;
  kind: KindEnum;
  description?: string;
  is_synthetic?: boolean;
}

export interface Queue {
  batches: QueueRow[];
  reasons: Record<string, Reason[]>;
  skip_reasons: Reason[];
  open_lease: string | null;
}

export interface QueueRow {
  id: string;
  name: string;
  kind: string;
  waiting_for_you: number;
  held_by_others: number;
  held_until: string | null;
  mean_minutes: number | null;
}

export interface Reason {
  code: string;
  label: string;
  digit: number;
}

export interface ReasonTextRequest {
  reason: string;
}

/** One number against its bounds. */
export interface Refusal {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: OutcomeEnum;
  stage: StageEnum;
  message: string;
  frame: number | null;
  challenge: string;
  slot: number;
  motion_sha256: string;
  scene_sha256: string;
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

/** * `queued` - queued * `rendering` - rendering * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type RenderStateEnum = 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';

export interface ReviewPolicy {
  reviewers?: number;
  lease_minutes?: number;
  hides_checks?: boolean;
  opens_by_itself?: boolean;
  scheme_id?: string;
}

export interface ReviewPolicyForReviewer {
  lease_minutes: number;
  fold_checks: boolean;
  break_minutes: number;
  scheme: string;
}

export interface Rights {
  licence: string;
  may_redistribute: MayRedistributeEnum;
  may_send_to_external_model: boolean;
}

export interface Roles {
  roles: RolesEnum[];
}

/** * `maintainer` - Maintainer * `annotator` - Annotator * `reviewer` - Reviewer * `researcher` - Researcher */
export type RolesEnum = 'maintainer' | 'annotator' | 'reviewer' | 'researcher';

export interface RolesRequest {
  roles: RolesEnum[];
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
  instances: SceneInstance[];
  nav: unknown;
  notes?: unknown;
  scale: number;
  up_axis: string;
  source_name: string;
  stage_url: string;
  map_url: string;
}

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
}

/** * `read` - read * `write` - write * `release:read` - release:read */
export type ScopesEnum = 'read' | 'write' | 'release:read';

/** * `P-Init` - P-Init * `P-Ref` - P-Ref */
export type SettingEnum = 'P-Init' | 'P-Ref';

export interface SkipRequest {
  reason: string;
  note?: string;
}

/** * `geometric` - geometric * `measured` - measured * `rendered` - rendered */
export type StageEnum = 'geometric' | 'measured' | 'rendered';

/** * `queued` - queued * `composing` - composing * `done` - done * `failed` - failed * `cancelled` - cancelled */
export type State797Enum = 'queued' | 'composing' | 'done' | 'failed' | 'cancelled';

/** * `queued` - Queued * `running` - Running * `done` - Done * `failed` - Failed * `cancelled` - Cancelled */
export type State863Enum = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Submitted {
  decision: OwnDecision;
  next: LeasePayload | null;
  nothing_reason: string | null;
  nothing: Nothing | null;
}

export interface Tally {
  asked: number;
  tried: number;
  candidates: number;
  accepted: number;
  refused: Record<string, number>;
  expected: number | null;
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

/** * `auto` - auto * `y` - y * `z` - z */
export type UpAxisEnum = 'auto' | 'y' | 'z';

/** * `fine` - fine * `problem` - problem */
export type ValueEnum = 'fine' | 'problem';
