import { CloseButton } from '@mantine/core';
import { Link } from 'wouter';
import { FieldValue } from '../../../shared/items';
import { Facts, Snippet } from '../../../shared/ui/page';
import { runPath, type Proposal } from '../api';
import { callPath } from '../words';

/** What the drafter wrote, what was made of it, and where to go from here. */
export function ProposalDetail({
  slug,
  proposal: p,
  onClose,
}: {
  slug: string;
  proposal: Proposal;
  onClose: () => void;
}) {
  const moved = p.moved_s?.some((by) => Number(by) !== 0) ? p.moved_s : null;
  return (
    <section className="card pad proposal" aria-label="Proposal">
      <div className="cardhead">
        <h2>
          {p.type || 'Clip'} · {p.video}
        </h2>
        <div className="end row wrap f13">
          {p.item && <Link href={`/p/${slug}/items/${p.item}`}>Open the item</Link>}
          {p.earlier_run && <Link href={runPath(slug, p.earlier_run)}>The run that was first</Link>}
          {p.call && <Link href={callPath(slug, p.call)}>Read the call</Link>}
          <CloseButton aria-label="Close the proposal" onClick={onClose} />
        </div>
      </div>
      {p.is_hidden && (
        <p className="t2">
          You review in this project and may still be given to judge what came of this proposal. Its text is
          here once that item is finished.
        </p>
      )}
      {p.reasons.length > 0 && (
        <ul className="plainlist">
          {p.reasons.map((reason) => (
            <li key={`${reason.field} ${reason.message}`}>
              <b>{reason.field}</b> {reason.message} <span className="t3">({reason.rule})</span>
            </li>
          ))}
        </ul>
      )}
      {p.content && (
        <Facts
          items={[
            ['Clip', <FieldValue key="clip" value={p.content.source?.segments ?? []} />],
            ['Question', p.content.question || <span className="t3">for people to write</span>],
            ['Answer', p.content.question && <Answer key="answer" value={p.content.answer} />],
            ['Details', p.content.answer_details && <FieldValue key="d" value={p.content.answer_details} />],
            ['Evidence', p.content.evidence && <FieldValue key="e" value={p.content.evidence} />],
            ['Moved to a frame', moved && `start ${moved[0]} s, end ${moved[1]} s`],
          ]}
        />
      )}
      {p.call && !p.is_hidden && (
        <Snippet label="What the model wrote">{JSON.stringify(p.given, null, 2)}</Snippet>
      )}
    </section>
  );
}

function Answer({ value }: { value: unknown }) {
  if (typeof value === 'object' && value !== null && 'before' in value) {
    const sides = value as { before: string[]; after: string[] };
    return <FieldValue value={`before: ${sides.before.join(', ')}\nafter: ${sides.after.join(', ')}`} />;
  }
  return <FieldValue value={value} />;
}
