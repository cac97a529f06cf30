import { Button, Modal, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { dateTime, plural } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { shortId, useWords } from './kinds';
import { ToneIcon } from './SplitSections';
import type { Alike, Duplicates, DuplicateRuling, Page } from './types';

const HOW = {
  same_pixels: 'the same pixels',
  near: 'nearly the same look',
  same_text: 'the same words',
  near_text: 'nearly the same words',
};

/** What stands in different splits and is alike: motions by their clips, items by their questions. Without `slug` only to read, as in a frozen release. */
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
                <th>Alike</th>
                <th>Splits</th>
                <th className="r">Differ in</th>
                <th>Ruling</th>
              </tr>
            </thead>
            <tbody>
              {duplicates.pairs.map((pair) => (
                <tr key={`${pair.first} ${pair.second}`}>
                  <td>
                    <One slug={slug} pair={pair} n={0} /> and <One slug={slug} pair={pair} n={1} />
                    <span className="t2 f12">
                      {' '}
                      {HOW[pair.kind]}
                      {pair.clips ? `, ${plural(pair.clips, 'clip')} in ${pair.setting}` : ''}
                    </span>
                  </td>
                  <td>{pair.splits.join(' · ')}</td>
                  <td className="r num">{(100 * pair.distance).toFixed(1)} %</td>
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

/** One of the two: an episode that shows the motion, or an item. */
function One({ slug, pair, n }: { slug: string | undefined; pair: Alike; n: 0 | 1 }) {
  const row = useWords();
  const id = pair.episodes?.[n] ?? [pair.first, pair.second][n]!;
  const short = <span className="mono">{shortId(pair.names?.[n] ?? id)}</span>;
  return slug ? <Link href={row.page(slug, id)}>{short}</Link> : short;
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
    <Modal
      opened
      onClose={() => close(false)}
      title={pair.texts ? 'Do these two items ask the same?' : 'Are these two motions the same take?'}
      size="lg"
    >
      <p className="f13">
        {pair.texts ? '' : 'Clips of '}
        <One slug={slug} pair={pair} n={0} /> ({pair.splits[0]}) and <One slug={slug} pair={pair} n={1} /> (
        {pair.splits[1]}) have {HOW[pair.kind]}.
      </p>
      {pair.texts?.map((text, n) => (
        <blockquote key={n} className="f13">
          {text}
        </blockquote>
      ))}
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
  const row = useWords();
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
            <th>{row.alike}</th>
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
