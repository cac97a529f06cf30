import { useRoles } from '../../../shared/api/session';
import { ErrorNote } from '../../../shared/ui/states';
import type { ItemDetail } from '../../../shared/desk';
import { useChangeItem } from '../api';
import { VideoSelect } from './VideoSelect';

/** An item whose video is not known here: its maintainer can say which one it is. */
export default function Unlinked({ slug, item }: { slug: string; item: ItemDetail }) {
  const maintainer = useRoles(slug).has('maintainer');
  const change = useChangeItem(slug, item.id);
  return (
    <div className="unlinked">
      <p className="f13 t2">
        No registered video is linked.
        {item.video_name && (
          <>
            {' '}
            The file calls it <b>{item.video_name}</b>.
          </>
        )}
      </p>
      {maintainer && (
        <VideoSelect
          slug={slug}
          label="Link it to"
          value={null}
          onChange={(video) => video && change.mutate({ video })}
          disabled={change.isPending}
        />
      )}
      {change.isError && <ErrorNote error={change.error} />}
    </div>
  );
}
