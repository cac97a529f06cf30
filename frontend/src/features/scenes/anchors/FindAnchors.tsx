import { Button, Modal } from '@mantine/core';
import { plural } from '../../../shared/lib/format';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import { useFindAgain, useFinding } from './api';
import { describe, lookOf, titleOf, type AnchorValues } from './model';

const MOST_SHOWN = 8;

function Rows({ title, anchors }: { title: string; anchors: readonly AnchorValues[] }) {
  if (anchors.length === 0) return null;
  return (
    <div>
      <h3 className="f12 b">{title}</h3>
      <ul className="notes-list">
        {anchors.slice(0, MOST_SHOWN).map((anchor) => (
          <li key={`${anchor.kind} ${anchor.position.join()} ${anchor.yaw}`} className="f12">
            {titleOf(anchor)}{' '}
            <span className="t2">
              ({lookOf(anchor.kind).word.toLowerCase()}, {describe(anchor)})
            </span>
          </li>
        ))}
        {anchors.length > MOST_SHOWN && <li className="f12 t2">and {anchors.length - MOST_SHOWN} more</li>}
      </ul>
    </div>
  );
}

/** What finding anew would change, then the change. */
export function FindAnchors({ slug, scene, onClose }: { slug: string; scene: string; onClose: () => void }) {
  const found = useFinding(slug, scene);
  const again = useFindAgain(slug, scene);
  const change = found.data ? found.data.added.length + found.data.gone.length : 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Find anchors"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="col" style={{ gap: 12 }}>
        {found.isPending && <Loading what="what would change" rows={3} />}
        {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
        {found.data && (
          <>
            <p>
              {change === 0
                ? 'Nothing would change. '
                : `${plural(found.data.added.length, 'anchor')} would come, ${found.data.gone.length} would go. `}
              {plural(found.data.kept, 'anchor')} by rule {found.data.kept === 1 ? 'stays' : 'stay'} as found
              {found.data.held_back > 0 &&
                `, ${found.data.held_back} more ${found.data.held_back === 1 ? 'is' : 'are'} held back where people placed, changed or removed one`}
              . What people placed is not touched.
            </p>
            <Rows title="Would come" anchors={found.data.added} />
            <Rows title="Would go" anchors={found.data.gone} />
          </>
        )}
        {again.isError && <ErrorNote error={again.error} safe="Nothing was changed." />}
        <div className="row">
          <Button
            disabled={change === 0}
            loading={again.isPending}
            onClick={() => again.mutate(undefined, { onSuccess: onClose })}
          >
            Apply
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Modal>
  );
}
