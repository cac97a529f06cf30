import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { asForm, ContentDiff, type Content } from '../../../shared/items';
import { dateTime } from '../../../shared/lib/format';
import type { TaskKind } from '../../../shared/taxonomy';
import { Digest } from '../../../shared/ui/page';
import type { Revision } from '../../../shared/desk';

interface Props {
  kind: TaskKind;
  revisions: readonly Revision[];
  /** What is being written, compared like a revision; null while nothing differs from the latest. */
  draft: Content | null;
}

const NAMES: Record<string, string> = { draft: 'Draft', none: 'Nothing' };
const nameOf = (key: string) => NAMES[key] ?? `Revision ${key}`;

/** Every submitted version with what it changed; any two can be compared. */
export default function Revisions({ kind, revisions, draft }: Props) {
  const latest = draft ? 'draft' : String(revisions.at(-1)?.number ?? 'none');
  const [to, setTo] = useState(latest);
  const [from, setFrom] = useState(String((draft ? revisions.at(-1) : revisions.at(-2))?.number ?? 'none'));
  const versions = [...revisions.map((r) => String(r.number)), ...(draft ? ['draft'] : [])];
  const contentOf = (key: string): Content =>
    key === 'draft' && draft
      ? draft
      : asForm(revisions.find((r) => String(r.number) === key)?.content ?? {}, kind);
  if (versions.length === 0 || (revisions.length === 0 && !draft))
    return <p className="t2 pad">Nothing has been submitted yet.</p>;
  const shown = versions.includes(to) ? to : versions.at(-1)!;
  return (
    <div className="revisions pad">
      {revisions.length === 0 && <p className="t2">Nothing has been submitted yet.</p>}
      {revisions.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th className="r">Revision</th>
              <th>Author</th>
              <th>Submitted</th>
              <th>Digest</th>
            </tr>
          </thead>
          <tbody>
            {revisions.toReversed().map((r) => (
              <tr key={r.number} aria-selected={String(r.number) === shown || undefined}>
                <td className="r">
                  <button
                    type="button"
                    className="linkish"
                    onClick={() => {
                      setTo(String(r.number));
                      setFrom(r.number > 1 ? String(r.number - 1) : 'none');
                    }}
                  >
                    {r.number}
                  </button>
                </td>
                <td>{r.author}</td>
                <td>{dateTime(r.created_at)}</td>
                <td>
                  <Digest value={r.digest} short={10} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {revisions.length > 0 && (
        <div className="row wrap">
          <NativeSelect
            size="xs"
            label="Compare"
            value={from}
            onChange={(e) => setFrom(e.currentTarget.value)}
            data={['none', ...versions].map((v) => ({ value: v, label: nameOf(v) }))}
          />
          <NativeSelect
            size="xs"
            label="with"
            value={shown}
            onChange={(e) => setTo(e.currentTarget.value)}
            data={versions.map((v) => ({ value: v, label: nameOf(v) }))}
          />
        </div>
      )}
      {revisions.length > 0 && (
        <ContentDiff
          kind={kind}
          before={from === 'none' ? null : contentOf(from)}
          after={contentOf(shown)}
          same={`${nameOf(from)} and ${nameOf(shown).toLowerCase()} are the same.`}
        />
      )}
    </div>
  );
}
