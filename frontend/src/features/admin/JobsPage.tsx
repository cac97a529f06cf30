import { Button, Progress, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import { jobEnded } from '../../shared/api/jobs';
import type { JobInfo } from '../../shared/api/types';
import { count, dateTime } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';

function Detail({ id }: { id: string }) {
  const job = useQuery({
    queryKey: ['job', id],
    queryFn: () => api.get<JobInfo & { error_code: string; attempts: number }>(`/jobs/${id}`),
    placeholderData: undefined,
  });
  if (job.isPending) return <p className="t3 f12">Loading the log</p>;
  if (job.isError) return <ErrorNote error={job.error} />;
  const j = job.data;
  return (
    <div className="jobdetail">
      <Facts
        items={[
          [
            'Id',
            <span key="id" className="mono">
              {j.id}
            </span>,
          ],
          ['Task', j.task],
          ['Attempts', String(j.attempts)],
          ['Started', dateTime(j.started_at)],
          ['Ended', dateTime(j.finished_at)],
          ['Code', j.error_code],
        ]}
      />
      {j.log ? (
        <pre className="log" tabIndex={0} aria-label="Log of the job">
          {j.log}
        </pre>
      ) : (
        <p className="t3 f12">No log.</p>
      )}
    </div>
  );
}

export default function JobsPage({ slug }: { slug: string }) {
  usePage({ title: 'Jobs', crumbs: [{ label: 'Jobs' }] });
  const client = useQueryClient();
  const [which, setWhich] = useState('all');
  const [open, setOpen] = useState<string | null>(null);
  const list = useRows<JobInfo>(
    `/projects/${slug}/jobs`,
    { active: which === 'active' ? '1' : null },
    { refetch: 3000 },
  );
  const act = useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: 'cancel' | 'retry' }) => api.post(`/jobs/${id}/${verb}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['rows'] }),
  });
  return (
    <div className="dash">
      <PageHead title="Jobs" sub="Long work of this project, newest first.">
        <SegmentedControl
          value={which}
          onChange={setWhich}
          data={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Running or waiting' },
          ]}
          aria-label="Which jobs"
        />
      </PageHead>
      {act.isError && <ErrorNote error={act.error} />}
      {list.isPending ? (
        <Loading what="the jobs" />
      ) : list.isError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.rows.length === 0 ? (
        <Empty title={which === 'active' ? 'Nothing is running' : 'There were no jobs yet'}>
          Imports, preparing and cutting videos, composing, rendering and freezing appear here.
        </Empty>
      ) : (
        <Card flush>
          <table className="t">
            <thead>
              <tr>
                <th>Job</th>
                <th>State</th>
                <th>Progress</th>
                <th className="r">Done</th>
                <th className="r">Refused</th>
                <th>Created</th>
                <th>
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((j) => [
                <tr key={j.id}>
                  <td>
                    <button
                      type="button"
                      className="linkish"
                      aria-expanded={open === j.id}
                      onClick={() => setOpen(open === j.id ? null : j.id)}
                    >
                      {j.title}
                    </button>
                    {j.message && <div className="f12 t2 jobmessage">{j.message}</div>}
                  </td>
                  <td>
                    <StateChip state={j.state} />
                  </td>
                  <td style={{ width: 140 }}>
                    {!jobEnded(j) && (
                      <Progress
                        size={6}
                        value={j.total ? (100 * j.done) / j.total : 0}
                        aria-label={`${j.title}: progress`}
                      />
                    )}
                  </td>
                  <td className="r">
                    {j.total ? `${count(j.done)} of ${count(j.total)}` : j.done > 0 ? count(j.done) : '–'}
                  </td>
                  <td className="r">{j.refused > 0 ? count(j.refused) : '–'}</td>
                  <td>{dateTime(j.created_at)}</td>
                  <td className="r">
                    {!jobEnded(j) && (
                      <Button
                        variant="default"
                        size="compact-xs"
                        onClick={() => act.mutate({ id: j.id, verb: 'cancel' })}
                        aria-label={`Cancel ${j.title}`}
                      >
                        Cancel
                      </Button>
                    )}
                    {['failed', 'cancelled'].includes(j.state.toLowerCase()) && (
                      <Button
                        variant="default"
                        size="compact-xs"
                        onClick={() => act.mutate({ id: j.id, verb: 'retry' })}
                        aria-label={`Run ${j.title} again`}
                      >
                        Run again
                      </Button>
                    )}
                  </td>
                </tr>,
                open === j.id && (
                  <tr key={`${j.id} detail`}>
                    <td colSpan={7}>
                      <Detail id={j.id} />
                    </td>
                  </tr>
                ),
              ])}
            </tbody>
          </table>
          {list.hasNextPage && (
            <button type="button" className="linkish loadmore" onClick={() => void list.fetchNextPage()}>
              Load more jobs
            </button>
          )}
        </Card>
      )}
    </div>
  );
}
