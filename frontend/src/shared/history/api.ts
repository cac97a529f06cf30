import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Content } from '../items';
import type { Shown } from '../talk';

export interface HistoryDecision {
  by: Shown;
  verdict: string;
  judgements: { id: string; value: string; reasons: string[] }[];
  note: string;
  pins: { judgement: string; time_s: number; note: string }[];
  at: string | null;
  withdrawn: string | null;
}
export interface HistoryRound {
  number: number;
  revision: number | null;
  state: string;
  outcome: string | null;
  opened_at: string;
  closed_at: string | null;
  judgements: { id: string; label: string }[];
  decisions: HistoryDecision[];
}
export interface HistoryRevision {
  number: number;
  at: string;
  by: Shown;
  digest: string;
  content: Partial<Content>;
}
export interface HistoryOrigin {
  kind: string | null;
  at: string;
  content: Partial<Content> | null;
  drafter: {
    run: string;
    drafter: string;
    drafter_title: string;
    model: string;
    prompt: string;
    proposed_at: string;
  } | null;
}
export interface ItemHistory {
  item: {
    id: string;
    external_id: string;
    granularity: string;
    type: string;
    state: string;
    question: string;
    video: string | null;
  };
  part: Shown['part'];
  names: boolean;
  origin: HistoryOrigin;
  revisions: HistoryRevision[];
  rounds: HistoryRound[];
  finished: boolean;
  threads: number;
  open_threads: number;
}

export const useItemHistory = (slug: string, id: string) =>
  useQuery({
    queryKey: ['history', slug, id],
    queryFn: () => api.get<ItemHistory>(`/projects/${slug}/items/${id}/history`),
  });
