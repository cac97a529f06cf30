import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useRoles } from '../../../shared/api/session';
import type { ItemRow } from '../../../shared/desk/api';
import { K, usePageKeys } from '../../../shared/keys';
import { clock, dateTime, plural, withLocalTimes, words } from '../../../shared/lib/format';
import { useGo } from '../../../shared/lib/url';
import { usePage } from '../../../shared/ui/chrome';
import { Card, PageHead } from '../../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../../shared/ui/states';
import { fetchNext, useG1Cache, useQueue, type Queue, type Wish } from '../api';
import { shortType } from '../names';

/** What waits for somebody who writes clip items, and one large button. */
export function QueuePage({ slug, starts }: { slug: string; starts: boolean }) {
  usePage({ title: 'Clip items', crumbs: [{ label: 'Clip items' }] });
  const go = useGo();
  const maintainer = useRoles(slug).has('maintainer');
  const { put, queueChanged } = useG1Cache(slug);
  const queue = useQueue(slug);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const start = async (wish: Wish = {}) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setSays('');
    try {
      const { item, nothing } = await fetchNext(slug, wish);
      if (item) {
        put(item);
        go(`/p/${slug}/g1/${item.id}`, { replace: starts });
      } else {
        setSays(withLocalTimes(nothing?.message ?? ''));
        queueChanged();
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (starts) void start();
    // Once, on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [starts]);
  usePageKeys({ 'list.open': () => void start() });
  if (queue.isPending) return <Loading what="your queue" />;
  if (queue.isError)
    return (
      <div className="dash">
        <h1 className="sr">Clip items</h1>
        <ErrorNote error={queue.error} retry={() => void queue.refetch()} />
      </div>
    );
  const { data } = queue;
  const waiting = data.new.reduce((sum, group) => sum + group.count, 0);
  const all = data.returned.length + data.mine.length + waiting + (data.open ? 1 : 0);
  return (
    <div className="dash">
      <PageHead title="Clip items" sub={sumUp(data)}>
        <Button
          size="md"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          rightSection={<K id="list.open" fill />}
          loading={busy}
          disabled={all === 0}
          onClick={() => void start()}
        >
          {data.submitted_today > 0 || data.mine.length + data.returned.length > 0 || data.open
            ? 'Continue'
            : 'Start'}
        </Button>
      </PageHead>
      {failure !== null && <ErrorNote error={failure} />}
      {says && (
        <div className="note" role="status">
          <p>{says}</p>
        </div>
      )}
      {all === 0 && (
        <Empty
          title="No draft waits for you"
          action={
            maintainer ? (
              <Button component={Link} href={`/p/${slug}/items`}>
                Items and imports
              </Button>
            ) : undefined
          }
        >
          {whyNothing(data)}
        </Empty>
      )}
      <div className="dgrid">
        {data.returned.length > 0 && (
          <Rows slug={slug} title="Came back from review" rows={data.returned} word="came back" />
        )}
        {(data.open !== null || data.mine.length > 0) && (
          <Rows
            slug={slug}
            title="Yours, begun"
            rows={[...(data.open ? [data.open] : []), ...data.mine]}
            word="last saved"
          />
        )}
        {data.new.length > 0 && (
          <Card span={12} title="New drafts" flush>
            <table className="t">
              <thead>
                <tr>
                  <th>Video</th>
                  <th>Task</th>
                  <th className="r">Waiting</th>
                  <th>
                    <span className="sr">Begin</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.new.map((group) => (
                  <tr key={`${group.video.id} ${group.type}`}>
                    <td>
                      {group.video.name}
                      {group.video.content_warnings.length > 0 && (
                        <span className="chip warn tagchip">
                          <IconAlertTriangle size={13} aria-hidden />
                          {group.video.content_warnings.map(words).join(', ')}
                        </span>
                      )}
                    </td>
                    <td>{shortType(group.type)}</td>
                    <td className="r num">{group.count}</td>
                    <td className="r">
                      <Button
                        size="compact-sm"
                        variant="default"
                        disabled={busy}
                        onClick={() => void start({ video: group.video.id, type: group.type })}
                        aria-label={`Begin here: ${shortType(group.type)} of ${group.video.name}`}
                      >
                        Begin here
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        )}
      </div>
    </div>
  );
}

function Rows({
  slug,
  title,
  rows,
  word,
}: {
  slug: string;
  title: string;
  rows: readonly ItemRow[];
  word: string;
}) {
  return (
    <Card span={12} title={title} flush>
      <table className="t">
        <thead>
          <tr>
            <th>Question</th>
            <th>Task</th>
            <th>Video</th>
            <th>{words(word)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="grow-cell">
                <Link className="rowlink itemline" href={`/p/${slug}/g1/${row.id}`}>
                  {row.question || 'No question yet'}
                </Link>
              </td>
              <td className="nowrap">{shortType(row.type)}</td>
              <td className="nowrap">
                {row.video?.name ?? 'no video'}
                {row.video_lost && <span className="chip warn tagchip">video gone, text kept</span>}
              </td>
              <td className="nowrap num">{dateTime(row.saved_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function sumUp(queue: Queue): string {
  const waiting = queue.new.reduce((sum, group) => sum + group.count, 0);
  const parts = [
    queue.returned.length > 0 && `${queue.returned.length} came back`,
    queue.mine.length > 0 && `${queue.mine.length} begun`,
    `${plural(waiting, 'new draft')}`,
    held(queue),
    queue.submitted_today > 0 && `${queue.submitted_today} submitted today`,
  ];
  return parts.filter(Boolean).join(' · ');
}

const held = ({ with_others: { count, until } }: Queue): string | false =>
  count > 0 && until !== null && `${count} with others until ${clock(until)}`;

function whyNothing(queue: Queue): string {
  const others = held(queue);
  if (others) return `${others}; what is not finished comes back here.`;
  if (queue.without_video > 0)
    return `${plural(queue.without_video, 'draft')} cannot be worked on: the video is not linked or not prepared. A maintainer sees to that.`;
  if (queue.skipped > 0) return `You have skipped ${queue.skipped}; those go to somebody else.`;
  return 'A maintainer can ask for drafts on chosen videos, or bring in questions. You can also write an item of your own from the list of items.';
}
