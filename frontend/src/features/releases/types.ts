import type { Report } from '../../shared/agreement/model';

export interface ReleaseCheck { id: string; ok: boolean; blocking?: boolean; message: string }
export interface SplitRow { kind: string; value: string; total: number; counts: Record<string, number>; targets: Record<string, number>; drift: Record<string, number>; max_drift: number }
export interface SplitTable { splits: string[]; target_shares: Record<string, number>; rows: SplitRow[]; max_drift: number; absent?: { kind: string; value: string; split: string }[] }
export interface Leakage { items: number; disjoint: boolean; kinds: { kind: string; values: number; crossing: number; items_unknown: number; guaranteed: boolean; statements: string[] }[]; statements: string[] }
export interface RightsRow { collection: string; licence: string; may_redistribute: string; episodes: number; with_media: number; is_synthetic: boolean }
export interface Changes { base: string | null; bump: string; required: string; added: number; removed: number; changed: number; reasons: string[]; added_ids?: string[]; removed_ids?: string[]; changed_ids?: { id: string; what: string }[] }

export interface Preview {
  included: number;
  left_out: { reason: string; n: number }[];
  split_table: SplitTable;
  leakage: Leakage;
  rights: RightsRow[];
  checks: ReleaseCheck[];
  version: string;
  blocked: boolean;
  required_version_bump: string;
  required_version: string;
  diff: Changes;
}

export interface ReleaseRow {
  id: string;
  version: string;
  state: string;
  notes: string;
  seed: number;
  row_count: number;
  splits: Record<string, number>;
  synthetic: string;
  created_at: string;
  created_by: string;
  deadline_at: string | null;
  freeze_error: string;
  job_id: string | null;
  frozen_at: string | null;
  published_at: string | null;
  manifest_sha256: string;
  total_bytes: number;
}

/** Reports are null while the release is a draft. */
export interface ReleaseDetail extends ReleaseRow {
  split_policy: { shares?: Record<string, number>; keep_previous?: boolean };
  split_table: SplitTable | null;
  leakage: Leakage | null;
  rights: RightsRow[] | null;
  left_out: { reason: string; n: number }[] | null;
  diff: Changes | null;
  profile: Record<string, string> | null;
  agreement: (Partial<Report> & { available?: boolean; reason?: string; reviewers?: number }) | null;
}

export interface ReleaseFile { path: string; size: number; sha256: string; media_type: string }

export const PROFILE: { id: string; label: string; hint: string }[] = [
  { id: 'consent_terms', label: 'Consent terms', hint: 'What the people in the recordings agreed to, and what users agree to.' },
  { id: 'intended_use', label: 'Intended use', hint: 'What the data are for, and what they must not be used for.' },
  { id: 'subjectivity_statement', label: 'Label subjectivity and culture', hint: 'Labels are what people read into a performance; say whose reading.' },
  { id: 'known_limits', label: 'Known limits', hint: 'What is missing, skewed or unreliable.' },
  { id: 'misuse_contact', label: 'Contact for reporting misuse', hint: 'An address that somebody reads.' },
  { id: 'citation', label: 'Citation', hint: 'How to cite this data set.' },
  { id: 'licence_statement', label: 'Licence statement', hint: 'Under which terms the files may be used.' },
];
