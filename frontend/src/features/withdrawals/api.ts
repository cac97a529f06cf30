import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import type {
  Tombstone,
  TombstoneDetail,
  WithdrawalPlan,
  WithdrawalSubject,
} from '../../shared/api/generated';

export type { Tombstone, TombstoneDetail, WithdrawalPlan } from '../../shared/api/generated';

export type Kind = WithdrawalPlan['kind'];
export type Reason = Tombstone['reason'];
interface Asked {
  kind: Kind;
  subject_id: string;
  typed_name: string;
  reason: Reason;
  sentence: string;
}
export interface Subject {
  kind: Kind;
  id: string;
}

export const KINDS: { id: Kind; label: string; hint: string }[] = [
  { id: 'performer', label: 'Performer', hint: 'a person, with every motion of theirs' },
  { id: 'collection', label: 'Collection', hint: 'a source, with every motion in it' },
  { id: 'motion', label: 'Motion', hint: 'one recorded take' },
  { id: 'avatar', label: 'Avatar', hint: 'a character, with every episode drawn with it' },
  { id: 'video', label: 'Video', hint: 'a file, with its clips, subtitles and items' },
  { id: 'item', label: 'Item', hint: 'one question with its answer' },
];

export const REASONS: { id: Reason; label: string }[] = [
  { id: 'consent_withdrawn', label: 'Consent withdrawn' },
  { id: 'rights_lost', label: 'Rights lost' },
  { id: 'legal_demand', label: 'Legal demand' },
  { id: 'other', label: 'Other' },
];

export const kindNamed = (id: string): Kind | null => KINDS.find((kind) => kind.id === id)?.id ?? null;

export const labelOf = (kind: string): string => KINDS.find((one) => one.id === kind)?.label ?? kind;

export const reasonOf = (reason: string): string => REASONS.find((one) => one.id === reason)?.label ?? reason;

const base = (slug: string) => `/projects/${slug}/withdrawals`;

export const useSubjects = (slug: string, kind: Kind, search: string) =>
  useQuery({
    queryKey: ['withdrawal-subjects', slug, kind, search],
    queryFn: ({ signal }) =>
      api.get<WithdrawalSubject[]>(`${base(slug)}/subjects${query({ kind, search })}`, { signal }),
    placeholderData: (before) => before,
  });

/** What a withdrawal would take away; asked anew each time, because work goes on meanwhile. */
export const usePlan = (slug: string, subject: Subject) =>
  useQuery({
    queryKey: ['withdrawal-plan', slug, subject.kind, subject.id],
    queryFn: () =>
      api.post<WithdrawalPlan>(`${base(slug)}/plan`, { kind: subject.kind, subject_id: subject.id }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useWithdraw(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Asked) => api.post<TombstoneDetail>(base(slug), body),
    onSuccess: (made) => {
      client.setQueryData(['withdrawal', slug, made.id], made);
      // Something of nearly every list is gone.
      void client.invalidateQueries();
    },
  });
}

const isUnderWay = (made: TombstoneDetail | undefined) =>
  made !== undefined && made.progress.finished_at === null && made.progress.due_at === null;

export const useTombstone = (slug: string, id: string) =>
  useQuery({
    queryKey: ['withdrawal', slug, id],
    queryFn: () => api.get<TombstoneDetail>(`${base(slug)}/${id}`),
    refetchInterval: (q) => (isUnderWay(q.state.data) ? 1000 : false),
  });
