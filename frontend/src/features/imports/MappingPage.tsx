import { Button, Select, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, ApiError } from '../../shared/api/client';
import { takeLostFocus } from '../../shared/lib/lostFocus';
import { count, plural, plus } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, EMOTIONS } from '../../shared/ui/chips';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useCollections, type Effects } from './api';
import { EffectsNote } from './EffectsNote';
import { choicesOf, rulesOf, type Choice } from './rules';
import './imports.css';

interface SourceLabel {
  source_label: string;
  motions: number;
  label: string;
  exclusion_reason: string;
}
interface MappingPageData {
  mapping: {
    version: number;
    preset: string;
    labels: Record<string, string>;
    exclusions: Record<string, string>;
    created_by: string;
  } | null;
  source_labels: SourceLabel[];
  presets: Record<
    string,
    { title: string; labels: Record<string, string>; exclusions: Record<string, string> }
  >;
}
interface Diff {
  changed: number;
  unchanged: number;
  kept_out_by_people: number;
  totals_before: Record<string, number>;
  totals_after: Record<string, number>;
  changes: {
    source_label: string;
    motions: number;
    before: { label: string; exclusion_reason: string };
    after: { label: string; exclusion_reason: string };
  }[];
  applied: boolean;
  version: number | null;
}

const OPTIONS = [
  ...EMOTIONS.map((value) => ({ value: value as string, label: value as string })),
  { value: '', label: 'exclude, because …' },
];

function DiffView({ diff }: { diff: Diff }) {
  const keys = [
    ...new Set([...EMOTIONS, ...Object.keys(diff.totals_before), ...Object.keys(diff.totals_after)]),
  ];
  const outcome = (o: { label: string; exclusion_reason: string }) =>
    o.label ? <Emotion label={o.label} /> : <span className="t2">excluded: {o.exclusion_reason}</span>;
  return (
    <div className="col" style={{ gap: 10 }}>
      <p className="f14">
        {diff.changed === 0 ? (
          'No motion changes.'
        ) : (
          <>
            <b className="num">{plural(diff.changed, 'motion')}</b> would change, {count(diff.unchanged)}{' '}
            {diff.unchanged === 1 ? 'stays as it is' : 'stay as they are'}.
          </>
        )}
        {diff.kept_out_by_people > 0 &&
          ` ${plural(diff.kept_out_by_people, 'motion')} ${diff.kept_out_by_people === 1 ? 'stays out because a person excluded it' : 'stay out because a person excluded them'}.`}
      </p>
      <div className="mapdiff num">
        {keys.map((k) => {
          const [before, after] = [diff.totals_before[k] ?? 0, diff.totals_after[k] ?? 0];
          return (
            <div key={k}>
              <div className="f12 t2">{k ? <Emotion label={k} /> : 'excluded'}</div>
              <b>{count(after)}</b>{' '}
              {after !== before && <span className="t2 f12">{plus(after - before)}</span>}
            </div>
          );
        })}
      </div>
      {diff.changes.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th>Source label</th>
              <th className="r">Motions</th>
              <th>Now</th>
              <th>Then</th>
            </tr>
          </thead>
          <tbody>
            {diff.changes.map((c) => (
              <tr key={`${c.source_label} ${c.before.label} ${c.before.exclusion_reason}`}>
                <td>{c.source_label || <i className="t3">none</i>}</td>
                <td className="r">{count(c.motions)}</td>
                <td>{outcome(c.before)}</td>
                <td>{outcome(c.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Editor({ slug, id, data }: { slug: string; id: string; data: MappingPageData }) {
  const client = useQueryClient();
  const version = data.mapping?.version ?? 0;
  // Only what was touched here: the rest follows what anybody saves meanwhile.
  const [taken, setTaken] = useState<string | null>(null);
  const [touched, setTouched] = useState<Record<string, Choice>>({});
  const [before, setBefore] = useState<MappingPageData['mapping']>(null);
  const preset = taken ?? data.mapping?.preset ?? 'free';
  const choices = choicesOf(data.source_labels, touched);
  const body = () => ({
    preset,
    ...rulesOf(data.source_labels, choices),
    expected_version: version,
  });
  const path = `/projects/${slug}/collections/${id}/label-mapping`;
  const preview = useMutation({
    mutationFn: async () => {
      const [diff, effects] = await Promise.all([
        api.put<Diff>(`${path}?preview=1`, body()),
        api.post<Effects>(`${path}/effects`, body()),
      ]);
      return { diff, effects, version };
    },
  });
  const apply = useMutation({
    mutationFn: (rules: object) => api.put<Diff>(path, rules),
    onSuccess: () => {
      setTaken(null);
      setTouched({});
      preview.reset();
      void client.invalidateQueries({
        predicate: (q) => ['label-mapping', 'rows', 'project', 'collections'].includes(String(q.queryKey[0])),
      });
    },
  });
  const choose = (source: string, patch: Partial<Choice>) => {
    preview.reset();
    apply.reset();
    setTouched((t) => ({ ...t, [source]: { ...choices[source]!, ...patch } }));
  };
  const takePreset = (key: string) => {
    const rules = data.presets[key];
    setTaken(key);
    preview.reset();
    apply.reset();
    if (!rules) return;
    const find = (source: string): Choice => {
      const whole = source.trim().toLowerCase().replace(/\s+/g, ' ');
      for (const k of [whole, whole.split('/').at(-1)!.trim()]) {
        if (rules.labels[k]) return { label: rules.labels[k]!, reason: '' };
        if (rules.exclusions[k]) return { label: '', reason: rules.exclusions[k]! };
      }
      return { label: '', reason: choices[source]?.reason || 'no clear counterpart among the five classes' };
    };
    setTouched(Object.fromEntries(data.source_labels.map((s) => [s.source_label, find(s.source_label)])));
  };
  const seen = preview.data?.version === version ? preview.data : null;
  const gaps = data.source_labels.filter(
    (s) =>
      s.source_label !== '' && !choices[s.source_label]?.label && !choices[s.source_label]?.reason.trim(),
  );
  return (
    <div className="dgrid">
      <Card
        title="Source labels"
        span={7}
        flush
        aside={
          <Select
            aria-label="Preset"
            data={Object.entries(data.presets).map(([value, p]) => ({ value, label: p.title }))}
            value={preset}
            onChange={(v) => v && takePreset(v)}
            allowDeselect={false}
            w={300}
          />
        }
      >
        <table className="t">
          <thead>
            <tr>
              <th>Source label</th>
              <th className="r">Motions</th>
              <th>Becomes</th>
              <th>Reason for excluding</th>
            </tr>
          </thead>
          <tbody>
            {data.source_labels.map((s) => {
              const c = choices[s.source_label]!;
              const name = s.source_label || 'no source label';
              return (
                <tr key={s.source_label}>
                  <td>{s.source_label || <i className="t3">none</i>}</td>
                  <td className="r">{count(s.motions)}</td>
                  <td>
                    {s.source_label === '' ? (
                      <span className="t3">always excluded</span>
                    ) : (
                      <Select
                        aria-label={`${name} becomes`}
                        data={OPTIONS}
                        value={c.label}
                        onChange={(v) => choose(s.source_label, { label: v ?? '' })}
                        allowDeselect={false}
                        w={170}
                      />
                    )}
                  </td>
                  <td>
                    {s.source_label !== '' && c.label === '' && (
                      <Textarea
                        aria-label={`Reason for excluding ${name}`}
                        autosize
                        minRows={1}
                        value={c.reason}
                        onChange={(e) => choose(s.source_label, { reason: e.currentTarget.value })}
                        error={c.reason.trim() === ''}
                        placeholder="a reason is needed"
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      <Card title="What would change" span={5}>
        {seen ? (
          <div className="col" style={{ gap: 10 }}>
            <DiffView diff={seen.diff} />
            {seen.diff.changed > 0 && <EffectsNote effects={seen.effects} />}
          </div>
        ) : apply.data ? (
          <div className="note ok" role="status" tabIndex={-1} ref={takeLostFocus}>
            <p className="grow">
              Applied as version {apply.data.version}. {plural(apply.data.changed, 'motion')} changed.
            </p>
            {before && (
              <Button
                variant="default"
                size="xs"
                loading={apply.isPending}
                onClick={() => {
                  const { preset: was, labels, exclusions } = before;
                  setBefore(null);
                  apply.mutate({ preset: was, labels, exclusions, expected_version: version });
                }}
              >
                Undo
              </Button>
            )}
          </div>
        ) : (
          <p className="t2">See what a change does before it is applied. An empty class is a normal state.</p>
        )}
        {preview.isError && <ErrorNote error={preview.error} />}
        {apply.isError && (
          <ErrorNote
            error={apply.error}
            safe={
              apply.error instanceof ApiError && apply.error.status === 409
                ? 'Somebody else changed the mapping meanwhile; your choices are kept here.'
                : 'Your choices are kept here.'
            }
          />
        )}
        <div className="row" style={{ marginTop: 12 }}>
          <Button
            variant="default"
            onClick={() => preview.mutate()}
            loading={preview.isPending}
            disabled={gaps.length > 0}
          >
            See the changes
          </Button>
          <Button
            onClick={() => {
              setBefore(data.mapping);
              apply.mutate(body());
            }}
            loading={apply.isPending}
            disabled={!seen || gaps.length > 0}
          >
            Apply
          </Button>
        </div>
      </Card>
    </div>
  );
}

export default function MappingPage({ slug, id }: { slug: string; id: string }) {
  const collections = useCollections(slug);
  const name = collections.data?.find((c) => c.id === id)?.name ?? 'Collection';
  usePage({
    title: `Label mapping of ${name}`,
    crumbs: [{ label: 'Import', to: `/p/${slug}/import` }, { label: `Labels of ${name}` }],
  });
  const page = useQuery({
    queryKey: ['label-mapping', slug, id],
    queryFn: () => api.get<MappingPageData>(`/projects/${slug}/collections/${id}/label-mapping`),
  });
  if (page.isPending) return <Loading what="the label mapping" />;
  if (page.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={page.error} retry={() => void page.refetch()} />
      </div>
    );
  return (
    <div className="dash">
      <PageHead
        title={`Label mapping of ${name}`}
        sub={
          page.data.mapping
            ? `Version ${page.data.mapping.version}, by ${page.data.mapping.created_by}. A change makes a new version.`
            : 'No mapping yet: the five class names stand for themselves.'
        }
      >
        <Link className="f12" href={`/p/${slug}/withdrawals?kind=collection&id=${id}`}>
          Withdraw the collection …
        </Link>
      </PageHead>
      {page.data.source_labels.length === 0 ? (
        <Empty title="This collection has no motions">Source labels appear here with its first motion.</Empty>
      ) : (
        <Editor slug={slug} id={id} data={page.data} />
      )}
    </div>
  );
}
