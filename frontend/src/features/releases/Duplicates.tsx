import { Button, Modal, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { dateTime } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { ToneIcon } from './SplitSections';
import type { Alike, Duplicates, DuplicateRuling, Page } from './types';

const HOW = { same_pixels: 'the same pixels', near: 'nearly the same look' };

/** Motions in different splits with clips that are alike. Without `slug` only to read, as in a frozen release. */
export function DuplicatesView({
  duplicates,
  slug,
  onRuled,
}: {
  duplicates: Duplicates | undefined;
  slug?: string;
  onRuled?: () => void;
}) {
  const [asked, ask] = useState<Alike | null>(null);
  if (!duplicates?.statements?.length) return null;
  const open = duplicates.crossing - duplicates.overridden;
  return (
    <>
      <ul className="checklist">
        <li className={open > 0 ? 'no' : duplicates.not_compared > 0 ? 'warn' : 'ok'}>
          <ToneIcon tone={open > 0 ? 'no' : duplicates.not_compared > 0 ? 'warn' : 'ok'} />
          <span>{duplicates.statements.join(' ')}</span>
        </li>
      </ul>
      {duplicates.pairs.length > 0 && (
        <div className="scrollx">
          <table className="t">
            <thead>
              <tr>
                <th>Clips alike</th>
                <th>Setting</th>
                <th>Splits</th>
                <th className="r">Differ in</th>
                <th className="r">Clips</th>
                <th>Ruling</th>
              </tr>
            </thead>
            <tbody>
              {duplicates.pairs.map((pair) => (
                <tr key={`${pair.first} ${pair.second}`}>
                  <td>
                    <Episode slug={slug} id={pair.episodes[0]!} /> and{' '}
                    <Episode slug={slug} id={pair.episodes[1]!} />
                    <span className="t2 f12"> {HOW[pair.kind]}</span>
                  </td>
                  <td>{pair.setting}</td>
                  <td>{pair.splits.join(' · ')}</td>
                  <td className="r num">{(100 * pair.distance).toFixed(1)} %</td>
                  <td className="r num">{pair.clips}</td>
                  <td>
                    {pair.reason ??
                      (slug ? (
                        <Button size="compact-sm" variant="default" onClick={() => ask(pair)}>
                          Rule on it
                        </Button>
                      ) : (
                        'none'
                      ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {slug && <Rulings slug={slug} onRuled={onRuled} />}
      {slug && asked && (
        <Ruling
          slug={slug}
          pair={asked}
          close={(ruled) => {
            ask(null);
            if (ruled) onRuled?.();
          }}
        />
      )}
    </>
  );
}

function Episode({ slug, id }: { slug: string | undefined; id: string }) {
  const short = <span className="mono">{id.slice(0, 8)}</span>;
  return slug ? <Link href={`/p/${slug}/episodes/${id}`}>{short}</Link> : short;
}

function Ruling({ slug, pair, close }: { slug: string; pair: Alike; close: (ruled: boolean) => void }) {
  const client = useQueryClient();
  const [verdict, setVerdict] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const rule = useMutation({
    mutationFn: () =>
      api.post(`/projects/${slug}/duplicate-rulings`, {
        first: pair.first,
        second: pair.second,
        verdict,
        reason,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['duplicate-rulings', slug] });
      close(true);
    },
  });
  return (
    <Modal opened onClose={() => close(false)} title="Are these two motions the same take?" size="lg">
      <p className="f13">
        Clips of <Episode slug={slug} id={pair.episodes[0]!} /> ({pair.splits[0]}) and{' '}
        <Episode slug={slug} id={pair.episodes[1]!} /> ({pair.splits[1]}) have {HOW[pair.kind]}.
      </p>
      <SegmentedControl
        fullWidth
        mt={10}
        value={verdict ?? ''}
        onChange={setVerdict}
        aria-label="Ruling"
        data={[
          { value: 'twins', label: 'Twins: keep them in one split' },
          { value: 'distinct', label: 'No duplicates: both may stand' },
        ]}
      />
      <Textarea
        label="Why"
        description="Kept with your name; the reason is printed in the release."
        mt={10}
        autosize
        minRows={2}
        value={reason}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
      {rule.isError && <ErrorNote error={rule.error} safe="Nothing was ruled." />}
      <Button
        mt={12}
        disabled={!verdict || reason.trim() === ''}
        loading={rule.isPending}
        onClick={() => rule.mutate()}
      >
        Record the ruling
      </Button>
    </Modal>
  );
}

function Rulings({ slug, onRuled }: { slug: string; onRuled: (() => void) | undefined }) {
  const client = useQueryClient();
  const rulings = useQuery({
    queryKey: ['duplicate-rulings', slug],
    queryFn: () => api.get<Page<DuplicateRuling>>(`/projects/${slug}/duplicate-rulings`),
  });
  const takeBack = useMutation({
    mutationFn: (id: string) => api.delete(`/projects/${slug}/duplicate-rulings/${id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['duplicate-rulings', slug] });
      onRuled?.();
    },
  });
  const rows = rowsOf(rulings.data);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>Rulings on duplicates ({rows.length})</summary>
      {takeBack.isError && <ErrorNote error={takeBack.error} />}
      <table className="t">
        <thead>
          <tr>
            <th>Motions</th>
            <th>Ruling</th>
            <th>Why</th>
            <th>By</th>
            <th>
              <span className="sr">Take back</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.id}>
              <td className="clip-text rowtext">
                {r.first_name}, {r.second_name}
              </td>
              <td>{r.verdict === 'twins' ? 'twins' : 'no duplicates'}</td>
              <td>{r.reason}</td>
              <td title={dateTime(r.created_at)}>{r.created_by}</td>
              <td className="r">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={takeBack.isPending && takeBack.variables === r.id}
                  onClick={() => takeBack.mutate(r.id)}
                >
                  Take back
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
