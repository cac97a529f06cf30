/** Shapes that the frame itself needs. Feature shapes come from generated.ts or live beside their hooks. */
export type Role = 'maintainer' | 'annotator' | 'reviewer' | 'researcher';

export interface ProjectRef {
  id: string;
  slug: string;
  name: string;
  kind: 'affectsim' | 'longemo';
  is_synthetic: boolean;
}
export interface MembershipInfo {
  project: ProjectRef;
  roles: Role[];
}
export interface Me {
  id: string;
  username: string;
  display_name: string;
  is_administrator: boolean;
  preferences: Record<string, unknown>;
  memberships: MembershipInfo[];
}
export interface Page<T> {
  results: T[];
  next: string | null;
  previous: string | null;
  count: number | null;
}
export interface JobInfo {
  id: string;
  task: string;
  title: string;
  state: string;
  done: number;
  total: number | null;
  refused: number;
  message: string;
  error_code?: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  actor?: string | null;
  log?: string;
}
/** One rendered clip; the review page and the episode page share it. */
export interface Clip {
  id: string;
  setting: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
  fingerprint: string;
  video_url: string;
  frames_url: string;
  poster_url?: string | null;
  camera: { hfov_deg: number };
}
