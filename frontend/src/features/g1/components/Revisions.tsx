import type { Revision } from '../../../shared/desk';
import { ContentDiff, type Content } from '../../../shared/items';
import { dateTime } from '../../../shared/lib/format';
import type { TaskKind } from '../../../shared/taxonomy';

interface Props {
  kind: TaskKind;
  initial: Partial<Content> | undefined;
  revisions: readonly Revision[];
  content: Content;
}

/** From the draft over every revision to what stands in the form, newest first, each with what it changed. */
export default function Revisions({ kind, initial, revisions, content }: Props) {
  const latest = revisions.at(-1)?.content ?? initial ?? null;
  return (
    <div className="wb-revisions">
      <section>
        <h2>What you have changed since</h2>
        <ContentDiff kind={kind} before={latest} after={content} same="Nothing yet." />
      </section>
      {revisions.toReversed().map((revision) => (
        <section key={revision.number}>
          <h2>
            Revision {revision.number} <span className="f12 t2">{dateTime(revision.created_at)}</span>
            {revision.confirmed && <span className="f12 t2"> confirmed unchanged</span>}
          </h2>
          <ContentDiff
            kind={kind}
            before={revisions[revision.number - 2]?.content ?? initial ?? null}
            after={revision.content}
          />
        </section>
      ))}
    </div>
  );
}
