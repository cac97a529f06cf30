import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { useMe } from '../../shared/api/session';
import { dateTime } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useMark, useMarkAll, type InboxLine } from './api';
import './inbox.css';

const ABOUT = [
  { value: '', label: 'Everything' },
  { value: 'item', label: 'Items' },
  { value: 'thread', label: 'Threads' },
  { value: 'hold', label: 'What was taken back' },
  { value: 'job', label: 'Jobs' },
  { value: 'release', label: 'Releases' },
  { value: 'access', label: 'Access' },
];

/** What people are told: newest first, read or not, each with the page that it is about. */
export default function InboxPage() {
  usePage({ title: 'Inbox', crumbs: [{ label: 'Inbox' }] });
  const me = useMe().data;
  const [params, set] = useUrlState();
  const unread = params.get('show') !== 'all';
  const list = useRows<InboxLine>(
    '/inbox',
    { unread: unread ? '1' : null, kind: params.get('about'), project: params.get('project') },
    { refetch: 30_000, limit: 50 },
  );
  const mark = useMark();
  const all = useMarkAll();
  const newest = list.rows[0];
  const filtered = params.has('about') || params.has('project');
  return (
    <div className="dash">
      <PageHead title="Inbox" sub="What came back, was said, ended or appeared. Never who judged what.">
        <SegmentedControl
          aria-label="Which lines"
          value={unread ? 'unread' : 'all'}
          onChange={(v) => set({ show: v === 'all' ? 'all' : null })}
          data={[
            { value: 'unread', label: 'Unread' },
            { value: 'all', label: 'All' },
          ]}
        />
        <NativeSelect
          aria-label="About"
          value={params.get('about') ?? ''}
          onChange={(e) => set({ about: e.currentTarget.value || null })}
          data={ABOUT}
        />
        {(me?.memberships.length ?? 0) > 1 && (
          <NativeSelect
            aria-label="Project"
            value={params.get('project') ?? ''}
            onChange={(e) => set({ project: e.currentTarget.value || null })}
            data={[
              { value: '', label: 'All projects' },
              ...me!.memberships.map((m) => ({ value: m.project.slug, label: m.project.name })),
            ]}
          />
        )}
        {newest && unread && !filtered && (
          <Button variant="default" loading={all.isPending} onClick={() => all.mutate(newest.created_at)}>
            Mark all as read
          </Button>
        )}
      </PageHead>
      {(mark.isError || all.isError) && <ErrorNote error={mark.error ?? all.error} />}
      {list.isPending ? (
        <Loading what="your inbox" />
      ) : list.isError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.rows.length === 0 ? (
        <Empty
          title={unread ? 'Nothing is unread' : 'Nothing yet'}
          action={
            unread ? (
              <Button variant="default" onClick={() => set({ show: 'all' })}>
                Show what you have read
              </Button>
            ) : undefined
          }
        >
          Items that come back, replies and mentions, ended jobs and new releases are told here. You can have
          them by mail as well: <Link href="/me">set a digest in your profile</Link>.
        </Empty>
      ) : (
        <ul className="inbox card">
          {list.rows.map((line) => (
            <Line key={line.id} line={line} onMark={(read) => mark.mutate({ id: line.id, read })} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <button type="button" className="linkish loadmore" onClick={() => void list.fetchNextPage()}>
          Load older lines
        </button>
      )}
    </div>
  );
}

function Line({ line, onMark }: { line: InboxLine; onMark: (read: boolean) => void }) {
  const unread = line.read_at === null;
  return (
    <li className={unread ? 'unread' : undefined}>
      {unread ? <IconMail size={16} aria-hidden /> : <IconMailOpened size={16} aria-hidden />}
      <span className="grow">
        <Link href={line.link} onClick={() => unread && onMark(true)}>
          {line.text}
        </Link>
        {unread && <span className="sr"> (unread)</span>}
        <span className="f12 t2 inbox-where">
          {line.project?.name} <time dateTime={line.created_at}>{dateTime(line.created_at)}</time>
        </span>
      </span>
      <button
        type="button"
        className="linkish"
        onClick={() => onMark(unread)}
        aria-label={`Mark as ${unread ? 'read' : 'unread'}: ${line.text}`}
      >
        {unread ? 'Mark as read' : 'Mark as unread'}
      </button>
    </li>
  );
}
