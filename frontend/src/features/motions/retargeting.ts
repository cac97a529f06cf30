import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { FoundJoint, RetargetOptions, Retargeting } from './api';

export interface Effect {
  motions: number;
  in_episodes: number;
  episodes: number;
}

export interface MappingVersion {
  version: number;
  joints: Record<string, number>;
  restores: number | null;
  created_at: string;
  created_by: string;
}

export interface Skeleton {
  sha256: string;
  joints: { name: string; parent: number }[];
  pose: string;
  positions: number[][];
  family: string;
  confidence: number;
  scores: { family: string; score: number }[];
  suggestions: FoundJoint[];
  versions: MappingVersion[];
  effect: Effect;
}

export interface TrialCheck {
  id: string;
  label: string;
  value: number;
  unit: string;
  outcome: string;
  message: string;
}

export interface Trial {
  problems: { joint: string; message: string }[];
  refusal: string;
  motion: string | null;
  report: Record<string, unknown>;
  checks: TrialCheck[];
  before: TrialCheck[];
}

export interface ScopeEffect extends Effect {
  scope: 'motion' | 'skeleton' | 'collection' | 'import';
}

export type Joints = Record<string, number>;

const at = (slug: string, id: string) => `/projects/${slug}/motions/${id}`;

export const useSkeleton = (slug: string, id: string) =>
  useQuery({
    queryKey: ['skeleton', slug, id],
    queryFn: () => api.get<Skeleton>(`${at(slug, id)}/skeleton`),
  });

/** What a mapping or options would make of the motion; the last answer stays until the next one is there. */
export const useTrial = (
  slug: string,
  id: string,
  given: { joints?: Joints; options?: RetargetOptions } | null,
) =>
  useQuery({
    queryKey: ['trial', slug, id, given],
    enabled: given !== null,
    gcTime: 30_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.post<Trial>(`${at(slug, id)}/skeleton/trial`, given, { signal }),
  });

export const useScopes = (slug: string, id: string, open: boolean) =>
  useQuery({
    queryKey: ['retargeting', slug, id],
    enabled: open,
    queryFn: () =>
      api.get<{ options: RetargetOptions; scopes: ScopeEffect[] }>(`${at(slug, id)}/retargeting`),
  });

interface Started {
  motions: number;
  job_id: string | null;
}

function useChange<Given>(slug: string, send: (given: Given) => Promise<Started>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Not waited for: the answer is told before the page is another one.
    onSuccess: () =>
      void client.invalidateQueries({
        predicate: (q) => q.queryKey.includes(slug) || q.queryKey[0] === 'rows',
      }),
  });
}

export const useSaveMapping = (slug: string, id: string) =>
  useChange(slug, (given: { joints?: Joints; restores?: number; expected_version: number }) =>
    api.put<Started>(`${at(slug, id)}/skeleton/mapping`, given),
  );

export const useSetOptions = (slug: string, id: string) =>
  useChange(slug, (given: { options: RetargetOptions; scope: string }) =>
    api.post<Started>(`${at(slug, id)}/retargeting`, given),
  );

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

export const jointWords = (joint: string): string => joint.replaceAll('_', ' ');

const HOW: Record<string, string> = {
  name: 'by its name',
  pattern: 'by a word in its name',
  topology: 'by where it is in the tree',
  person: 'said by a person',
};
export const howWords = (how: string): string => HOW[how] ?? how;

const FAMILIES: Record<string, string> = {
  mixamo: 'Mixamo',
  cmu: 'CMU',
  hik: 'HIK / MotionBuilder',
  rokoko: 'Rokoko',
  xsens: 'Xsens',
  smpl: 'SMPL',
  biovision: 'Biovision',
  'bandai-namco': 'Bandai-Namco',
  makehuman: 'MakeHuman',
  poser: 'Poser',
  biped: '3ds Max Biped',
  unreal: 'Unreal',
  generic: 'words in the names',
  topology: 'shape alone',
  mapped: 'mapped by a person',
};
export const familyWords = (family: string): string => FAMILIES[family] ?? family;

/** The avatar's joints in the order in which a body is gone through. */
export const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Trunk', ['pelvis', 'spine1', 'spine2', 'spine3', 'neck', 'head']],
  ['Left arm', ['left_collar', 'left_shoulder', 'left_elbow', 'left_wrist']],
  ['Right arm', ['right_collar', 'right_shoulder', 'right_elbow', 'right_wrist']],
  ['Left leg', ['left_hip', 'left_knee', 'left_ankle', 'left_foot']],
  ['Right leg', ['right_hip', 'right_knee', 'right_ankle', 'right_foot']],
];

export const asJoints = (found: readonly FoundJoint[]): Joints =>
  Object.fromEntries(found.map((one) => [one.avatar, one.joint]));

/** The joint is taken away from wherever it was: a joint is used once. */
export function assigned(joints: Joints, avatar: string, joint: number | null): Joints {
  const rest = Object.fromEntries(
    Object.entries(joints).filter(([name, place]) => name !== avatar && place !== joint),
  );
  return joint === null ? rest : { ...rest, [avatar]: joint };
}

export const same = (a: Joints, b: Joints): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, at]) => b[name] === at);

/** "12 motions have this skeleton …": what saving would do, before it is done. */
export function effectWords({ motions, in_episodes: used, episodes }: Effect): string {
  const first =
    motions === 1
      ? 'One motion is inspected again.'
      : `${motions.toLocaleString('en')} motions are inspected again.`;
  if (!used) return first;
  const many = used === 1 ? 'One of them is' : `${used.toLocaleString('en')} of them are`;
  const of =
    episodes === 1
      ? 'one episode, which keeps the file that it was composed of'
      : `${episodes.toLocaleString('en')} episodes, which keep the file that they were composed of`;
  return `${first} ${many} in ${of}; new episodes get the new one.`;
}

export const referenceWords = (made: Retargeting): string | null => {
  if (!made.reference) return null;
  const frame = /^frame (\d+)$/.exec(made.reference);
  const pose = frame ? `frame ${Number(frame[1]) + 1}` : made.reference;
  return made.reference_because ? `${pose}: ${made.reference_because}` : pose;
};
