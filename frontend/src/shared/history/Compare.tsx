import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ContentDiff, type Content } from '../items';
import type { TaskKind } from '../taxonomy';
import type { HistoryRevision } from './api';

interface Props {
  kind: TaskKind;
  revisions: readonly HistoryRevision[];
  origin: Partial<Content> | null;
  draft: Partial<Content> | null;
}

/** Any two versions of an item beside each other, the draft among them. */
export function Compare({ kind, revisions, origin, draft }: Props) {
  const versions: { value: string; label: string; content: Partial<Content> }[] = [
    ...(origin ? [{ value: 'origin', label: 'What it began with', content: origin }] : []),
    ...revisions.map((r) => ({
      value: String(r.number),
      label: `Revision ${r.number}`,
      content: r.content,
    })),
    ...(draft ? [{ value: 'draft', label: 'What is written now', content: draft }] : []),
  ];
  const [from, setFrom] = useState(versions[0]!.value);
  const [to, setTo] = useState(versions.at(-1)!.value);
  const find = (value: string) => versions.find((v) => v.value === value) ?? versions.at(-1)!;
  const data = versions.map(({ value, label }) => ({ value, label }));
  return (
    <section className="compare" aria-label="Compare">
      <h2>Compare any two</h2>
      <div className="row wrap">
        <NativeSelect
          size="xs"
          label="Compare"
          value={from}
          onChange={(e) => setFrom(e.currentTarget.value)}
          data={data}
        />
        <NativeSelect
          size="xs"
          label="with"
          value={to}
          onChange={(e) => setTo(e.currentTarget.value)}
          data={data}
        />
      </div>
      <ContentDiff
        kind={kind}
        before={find(from).content}
        after={find(to).content}
        same="The two are the same."
      />
    </section>
  );
}
