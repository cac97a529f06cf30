import type { TaskKind } from '../taxonomy/taxonomy';
import { asForm, type Content } from './content';
import { FieldDiff, FieldValue } from './FieldValue';
import { differences } from './merging';
import './items.css';

interface Props {
  kind: TaskKind;
  /** Null: nothing to compare with, and every field of `after` that holds something is shown as it is. */
  before: Partial<Content> | null;
  after: Partial<Content>;
  /** What is said where the two are the same. */
  same?: string;
}

/** Two versions of an item, field by field and word by word; fields that did not change are left out. */
export function ContentDiff({ kind, before, after, same = 'Nothing has changed.' }: Props) {
  const changed = differences(asForm(before ?? {}, kind), asForm(after, kind));
  if (changed.length === 0) return <p className="t2">{same}</p>;
  return (
    <div className="contentdiff">
      {changed.map((d) => (
        <section key={d.field.id}>
          <h3>{d.field.label}</h3>
          {before === null ? <FieldValue value={d.after} /> : <FieldDiff before={d.before} after={d.after} />}
        </section>
      ))}
    </div>
  );
}
