import type { Revision } from '../../../shared/desk';
import { ContentDiff, type Content } from '../../../shared/items';
import type { TaskKind } from '../../../shared/taxonomy';

interface Props {
  kind: TaskKind;
  initial: Partial<Content> | undefined;
  revisions: readonly Revision[];
  content: Content;
}

/** What stands in the form against the latest revision, or the draft; the time line below has all that went before. */
export default function Revisions({ kind, initial, revisions, content }: Props) {
  const latest = revisions.at(-1)?.content ?? initial ?? null;
  return (
    <div className="wb-revisions">
      <section>
        <h2>What you have changed since</h2>
        <ContentDiff kind={kind} before={latest} after={content} same="Nothing yet." />
      </section>
    </div>
  );
}
