import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/client';

export interface Verdicts {
  passed: number;
  warned: number;
  failed: number;
}

export interface CheckCalibration {
  id: string;
  label: string;
  unit: string;
  setting: string;
  bad: 'above' | 'below';
  threshold_warn: number | null;
  threshold_fail: number | null;
  verdicts: Verdicts;
  distribution: {
    count: number;
    least: number;
    most: number;
    quantiles: [number, number][];
    edges: number[];
    counts: number[];
    beyond: number;
  } | null;
  refused_at: [number, number][];
  worst: { id: string; name: string; label: string; value: number; outcome: string }[];
}

export interface WhatIf {
  now: Verdicts;
  then: Verdicts;
  labels: { label: string; now: Verdicts; then: Verdicts }[];
}

export const useCalibration = (slug: string, collection: string) =>
  useQuery({
    queryKey: ['calibration', slug, collection],
    queryFn: () =>
      api.get<{ checks: CheckCalibration[] }>(
        `/projects/${slug}/motions/calibration${collection ? `?collection=${collection}` : ''}`,
      ),
  });

export const useCollections = (slug: string) =>
  useQuery({
    queryKey: ['collections', slug],
    queryFn: () => api.get<{ id: string; name: string }[]>(`/projects/${slug}/collections`),
  });

export interface Pair {
  warn: number | null;
  fail: number | null;
}

export function useWhatIf(slug: string, check: string, collection: string, pair: Pair, enabled: boolean) {
  const query = new URLSearchParams();
  if (collection) query.set('collection', collection);
  if (pair.warn !== null) query.set('warn', String(pair.warn));
  if (pair.fail !== null) query.set('fail', String(pair.fail));
  return useQuery({
    queryKey: ['calibration', slug, check, query.toString()],
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<WhatIf>(`/projects/${slug}/motions/calibration/${check}?${query.toString()}`),
  });
}

/** Thresholds in the wrong order refuse what they should only warn of. */
export function crossed(bad: 'above' | 'below', { warn, fail }: Pair): boolean {
  if (warn === null || fail === null) return false;
  return bad === 'above' ? warn > fail : warn < fail;
}

/** The line of the installation's settings that makes a pair the one in force. */
export function settingLine(setting: string, { warn, fail }: Pair): string {
  const written = (v: number | null) => (v === null ? 'None' : String(v));
  return `MOTION_CHECK_LIMITS = {"${setting}": (${written(warn)}, ${written(fail)})}`;
}

/** Where there is something to see: what fails, else what warns, else what varies. */
export function mostTelling(checks: readonly CheckCalibration[]): CheckCalibration | undefined {
  const telling = (c: CheckCalibration) =>
    c.verdicts.failed * 1e6 +
    c.verdicts.warned +
    ((c.distribution?.most ?? 0) > (c.distribution?.least ?? 0) ? 0.5 : 0);
  return checks.toSorted((a, b) => telling(b) - telling(a))[0];
}
