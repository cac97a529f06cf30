/** What maintainers see of the review: how it is run, who is at work, and what counts. */
export type Kind = 'episode' | 'item';

export interface Policy {
  kind: Kind;
  reviewers: number;
  fresh_reviewers: boolean;
  round_limit: number;
  covers_answer: boolean;
  order: 'video' | 'random';
  most_per_person: number;
  lease_minutes: number;
  hides_checks: boolean;
  opens_by_itself: boolean;
}

export interface Batch {
  id: string;
  name: string;
  kind: Kind;
  state: 'OPEN' | 'CLOSED';
  order: 'video' | 'random';
  priority: number;
  rounds_total: number;
  rounds_closed: number;
  /** Places that nobody has taken yet. */
  free: number;
  created_at: string;
}

export interface OpenLease {
  id: string;
  reviewer: string;
  reviewer_name: string;
  kind: Kind;
  batch: string;
  batch_name: string;
  subject: string;
  served_at: string;
  expires_at: string;
}

export interface DecisionRow {
  id: string;
  subject: string;
  kind: Kind;
  number: number;
  reviewer: string;
  reviewer_name: string;
  round_state: 'OPEN' | 'CLOSED';
  state: 'FINAL' | 'WITHDRAWN' | 'HELD' | 'TAKEN_BACK';
  verdict: 'accept' | 'reject';
  judgements: Record<string, { value: 'fine' | 'problem'; reasons: string[] }>;
  note: string;
  decided_at: string;
}
