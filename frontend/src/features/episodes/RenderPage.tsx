import { Button, Progress, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconMovie } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import { useProject } from '../../shared/api/project';
import { count, dateTime, plural, shortId } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote } from '../../shared/ui/states';
import { useRender, type RenderRow } from './api';
import './episodes.css';

const COLUMNS: Column<RenderRow>[] = [
  {
    id: 'episode',
    head: 'Episode',
    cell: (r) => <span className="mono">{shortId(r.episode)}</span>,
    width: 110,
  },
  { id: 'setting', head: 'Setting', cell: (r) => r.setting },
  { id: 'state', head: 'State', cell: (r) => <StateChip state={r.state} /> },
  {
    id: 'frames',
    head: 'Frames',
    right: true,
    cell: (r) => (r.frames ? `${count(r.frames_done)} of ${count(r.frames)}` : '–'),
  },
  { id: 'engine', head: 'Engine', cell: (r) => r.engine_id },
  { id: 'attempts', head: 'Tries', right: true, cell: (r) => r.attempts },
  { id: 'finished', head: 'Finished', cell: (r) => dateTime(r.finished_at) },
  {
    id: 'error',
    head: 'Error',
    wide: true,
    cell: (r) => (
      <span className="t2" title={r.error}>
        {r.error}
      </span>
    ),
  },
];
const STATES = [
  { value: '', label: 'All' },
  { value: 'queued', label: 'Waiting' },
  { value: 'rendering', label: 'Rendering' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
];

export default function RenderPage({ slug }: { slug: string }) {
  usePage({ title: 'Rendering', crumbs: [{ label: 'Rendering' }] });
  const client = useQueryClient();
  const [params, set] = useUrlState();
  const state = params.get('state') ?? '';
  const project = useProject(slug, 3000);
  const list = useRows<RenderRow>(`/projects/${slug}/renders`, { state: state || null }, { refetch: 3000 });
  const render = useRender(slug);
  const cancel = useMutation({
    mutationFn: () => api.post<{ count: number }>(`/projects/${slug}/renders/cancel`, { all: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['rows'] }),
  });
  const counts = project.data?.funnel?.renders ?? {};
  const n = (s: string) => counts[s] ?? counts[s.toUpperCase()] ?? 0;
  const waiting = n('queued') + n('rendering');
  const all = Object.values(counts).reduce((a, b) => a + b, 0) - n('cancelled');
  const ready = project.data?.funnel?.episodes?.checked ?? 0;
  return (
    <div className="listpage one">
      <div className="listmain">
        <PageHead
          title="Rendering"
          sub={
            all > 0
              ? `${count(n('done'))} of ${plural(all, 'clip')} done${n('failed') ? `, ${count(n('failed'))} failed` : ''}${waiting ? `, ${count(waiting)} to go` : ''}`
              : undefined
          }
        >
          <SegmentedControl
            value={state}
            onChange={(v) => set({ state: v || null })}
            data={STATES}
            aria-label="Which clips"
          />
          {waiting > 0 && (
            <Button variant="default" onClick={() => cancel.mutate()} loading={cancel.isPending}>
              Cancel the rest
            </Button>
          )}
          <Button
            leftSection={<IconMovie size={16} />}
            onClick={() => render.mutate({ all: true })}
            loading={render.isPending}
          >
            Render what is ready
          </Button>
        </PageHead>
        {all > 0 && waiting > 0 && (
          <Progress size={6} mb={10} value={(100 * n('done')) / all} aria-label="Clips done" />
        )}
        {render.isError && <ErrorNote error={render.error} />}
        {cancel.isError && <ErrorNote error={cancel.error} />}
        {render.data && (
          <p className="note ok" role="status" style={{ marginBottom: 10 }}>
            {render.data.count === 0
              ? 'Nothing new to render: every checked episode has its clips or waits for them.'
              : `${plural(render.data.count, 'clip')} queued.`}
          </p>
        )}
        <RowsTable
          list={list}
          what="the clips"
          columns={COLUMNS}
          rowKey={(r) => r.id}
          href={(r) => `/p/${slug}/episodes/${r.episode}`}
          label="Clips"
          empty={
            <Empty
              title={state ? 'No clip is in this state' : 'Nothing is rendered yet'}
              action={
                ready > 0 ? (
                  <Button onClick={() => render.mutate({ all: true })}>
                    Render {plural(ready, 'episode')}
                  </Button>
                ) : (
                  <Link href={`/p/${slug}/compose`}>Compose episodes first</Link>
                )
              }
            >
              Each episode that passed its checks gets three clips: P-Init from the robot’s start, P-Ref from
              the reference observer, P-Mon from a camera on the room’s wall.
            </Empty>
          }
        />
      </div>
    </div>
  );
}
