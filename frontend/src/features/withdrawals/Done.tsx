import { Progress } from '@mantine/core';
import { Link } from 'wouter';
import { bytes, clock, count, dateTime, plural } from '../../shared/lib/format';
import { Card, Facts } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { labelOf, reasonOf, useTombstone, type TombstoneDetail } from './api';
import { Counts } from './Counts';

function Deletion({ slug, progress }: { slug: string; progress: TombstoneDetail['progress'] }) {
  const { total, deleted, kept, waiting, finished_at, due_at } = progress;
  const told =
    finished_at !== null
      ? `Done ${dateTime(finished_at)}: ${plural(deleted, 'file')} deleted, ${bytes(progress.bytes_deleted)}.`
      : due_at !== null
        ? `${plural(waiting, 'file was', 'files were')} stored within the last hour and may be wanted by something that is being written. They are looked at again at ${clock(due_at)}.`
        : `${count(deleted + kept)} of ${plural(total, 'file')}.`;
  return (
    <div className="col gap12" role="status">
      <Progress
        value={total === 0 ? 100 : (100 * (deleted + kept)) / total}
        aria-label="Deletion"
        animated={finished_at === null && due_at === null}
      />
      <p className="f13">
        {told} {kept > 0 && `${plural(kept, 'file stays', 'files stay')} because others need them.`}
      </p>
      {finished_at === null && (
        <p className="f12 t2">
          Nothing of it is served any more, whatever is left to delete.{' '}
          <Link href={`/p/${slug}/jobs`}>See the job</Link>
        </p>
      )}
    </div>
  );
}

/** A withdrawal that was carried out: its tombstone, what it took away, how far the deletion is. */
export function Done({ slug, id }: { slug: string; id: string }) {
  const found = useTombstone(slug, id);
  if (found.isPending) return <Loading what="the withdrawal" />;
  if (found.isError) return <ErrorNote error={found.error} retry={() => void found.refetch()} />;
  const made = found.data;
  return (
    <div className="dgrid">
      <Card title={`${labelOf(made.kind)} withdrawn`} span={5}>
        <Facts
          items={[
            ['When', dateTime(made.created_at)],
            ['By', made.created_by],
            ['Why', reasonOf(made.reason)],
            ['Sentence', made.sentence],
            [
              'Id',
              <span key="id" className="mono">
                {made.subject_id}
              </span>,
            ],
          ]}
        />
      </Card>
      <Card title="Deletion of the bytes" span={7}>
        <Deletion slug={slug} progress={made.progress} />
        {made.counts.next_version && (
          <p className="f13 next">
            <Link href={`/p/${slug}/releases/${made.counts.next_version}`}>
              Go on with release {made.counts.next_version}
            </Link>
            , which leaves it out.
          </p>
        )}
      </Card>
      <Card title="What it took away">
        <Counts counts={made.counts} />
      </Card>
    </div>
  );
}
