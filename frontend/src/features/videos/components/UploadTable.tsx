import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { bytes, count, percent, plural } from '../../../shared/lib/format';
import { Chip } from '../../../shared/ui/chips';
import { DataTable, type Column } from '../../../shared/ui/DataTable';
import { kindOf, videoOf } from '../model/files';
import { totals, type Item } from '../model/uploads';
import type { useUploads } from './useUploads';

type Uploads = ReturnType<typeof useUploads>;

function Outcome({ item, paused }: { item: Item; paused: boolean }) {
  if (item.phase === 'done') return <Chip tone="ok">Sent</Chip>;
  if (item.phase === 'failed')
    return (
      <span className="row" title={item.error}>
        <Chip tone="no">{item.broken ? 'Broke off' : 'Not taken'}</Chip>
        <span className="clip-text">{item.error}</span>
      </span>
    );
  if (item.phase === 'waiting') return <Chip tone="wait">{paused ? 'Paused' : 'Waits'}</Chip>;
  const share = item.size > 0 ? item.sent / item.size : 0;
  return (
    <span className="row">
      <Progress value={100 * share} w={90} size={6} aria-label={`${item.name} sent`} />
      <span className="num f12">{percent(share, 0)}</span>
    </span>
  );
}

function About({ item, videos }: { item: Item; videos: readonly string[] }) {
  const kind = kindOf(item.name);
  if (kind === 'video') return <>Video</>;
  if (kind === 'table') return <>Table</>;
  const video = videoOf(item.name, videos);
  return video ? (
    <>Subtitles of {video.slice(video.lastIndexOf('/') + 1)}</>
  ) : (
    <span
      className="t3"
      title="Its name fits no video here. Name it after the video, or add it on the video’s page."
    >
      Subtitles of no video here
    </span>
  );
}

const columns = (
  { queue, retry, remove }: Pick<Uploads, 'queue' | 'retry' | 'remove'>,
  videos: readonly string[],
): Column<Item>[] => [
  { id: 'file', head: 'File', cell: (i) => <span title={i.name}>{i.name}</span>, width: 240 },
  { id: 'kind', head: 'What it is', cell: (i) => <About item={i} videos={videos} /> },
  { id: 'size', head: 'Size', right: true, cell: (i) => bytes(i.size) },
  { id: 'state', head: 'State', wide: true, cell: (i) => <Outcome item={i} paused={queue.paused} /> },
  {
    id: 'do',
    head: <span className="sr">Actions</span>,
    right: true,
    cell: (i) => (
      <span className="row uploadacts">
        {i.phase === 'failed' && (
          <Tooltip label="Send again">
            <ActionIcon size={24} aria-label={`Send ${i.name} again`} onClick={() => retry(i.key)}>
              <IconRefresh size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label="Leave out">
          <ActionIcon size={24} aria-label={`Leave out ${i.name}`} onClick={() => remove(i)}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </span>
    ),
  },
];

export function UploadTable({ uploads }: { uploads: Uploads }) {
  const { items } = uploads.queue;
  const videos = items.map((i) => i.name).filter((name) => kindOf(name) === 'video');
  return (
    <div className="uploadbox">
      <DataTable rows={items} columns={columns(uploads, videos)} rowKey={(i) => i.key} label="Chosen files" />
    </div>
  );
}

/** How far all files are, with pause and go on. */
export function UploadProgress({ uploads }: { uploads: Uploads }) {
  const { queue, pause, resume, clear } = uploads;
  const t = totals(queue);
  const broken = queue.items.filter((i) => i.phase === 'failed' && i.broken).length;
  const going = !queue.paused && !t.settled;
  return (
    <div className="col uploadsum">
      <div className="row wrap">
        <span className="f13 num" role="status">
          {t.settled && t.failed === 0
            ? `${plural(t.files, 'file')}, ${bytes(t.bytes)}, all sent`
            : `${count(t.done)} of ${plural(t.files, 'file')} sent, ${bytes(t.sent)} of ${bytes(t.bytes)}`}
          {t.failed > 0 && `, ${count(t.failed)} not sent`}
        </span>
        <span className="end row">
          {going && (
            <Button variant="default" leftSection={<IconPlayerPause size={15} />} onClick={pause}>
              Pause
            </Button>
          )}
          {(queue.paused || broken > 0) && (
            <Button variant="default" leftSection={<IconPlayerPlay size={15} />} onClick={resume}>
              {queue.paused ? 'Go on' : 'Send the broken ones again'}
            </Button>
          )}
          <button type="button" className="linkish" onClick={clear}>
            Choose again
          </button>
        </span>
      </div>
      {!t.settled && (
        <Progress value={t.bytes > 0 ? (100 * t.sent) / t.bytes : 0} size={6} aria-label="All files sent" />
      )}
      {queue.paused && queue.breaks > 0 && (
        <p className="note warn f12" role="alert">
          The connection broke more than once, so sending is paused. What was sent is kept; go on when the
          server can be reached.
        </p>
      )}
    </div>
  );
}
