import { ActionIcon, Popover, Progress, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import type { JobInfo, Page } from '../../shared/api/types';
import { count } from '../../shared/lib/format';
import { overallShare, paceOf, timeLeft } from './jobs';
import type { Sample } from './jobs';

const RING = 2 * Math.PI * 7.5;

export function JobTray({ slug }: { slug: string }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const jobs = useQuery({
    queryKey: ['jobs', slug, 'active'],
    queryFn: () => api.get<Page<JobInfo>>(`/projects/${slug}/jobs?active=1`),
    refetchInterval: (q) => ((q.state.data?.results.length ?? 0) > 0 ? 2000 : 15_000),
    retry: false,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => api.post(`/jobs/${id}/cancel`),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs', slug] }),
  });
  const active = jobs.data?.results ?? [];
  const share = overallShare(active);
  const label =
    active.length === 0
      ? 'Jobs: nothing is running'
      : `Jobs: ${active.length} running or waiting${share === null ? '' : `, ${Math.round(share * 100)} %`}`;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={open}>
          <ActionIcon aria-label={label} onClick={() => setOpen((v) => !v)}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden>
              <circle cx="10" cy="10" r="7.5" fill="none" stroke="var(--line-2)" strokeWidth="2.5" />
              {active.length > 0 && (
                <circle
                  cx="10"
                  cy="10"
                  r="7.5"
                  fill="none"
                  stroke="var(--ac)"
                  strokeWidth="2.5"
                  strokeLinecap="round"
                  transform="rotate(-90 10 10)"
                  strokeDasharray={`${RING * Math.max(0.06, share ?? 0.25)} ${RING}`}
                />
              )}
            </svg>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className="row pad-s">
          <h2 className="f13 b">Jobs</h2>
          <Link className="end f12" href={`/p/${slug}/jobs`} onClick={() => setOpen(false)}>
            All jobs
          </Link>
        </div>
        {active.length === 0 && (
          <p className="f12 t2 pad-s">
            Nothing is running. What you start from here shows its progress in this place.
          </p>
        )}
        {active.map((job) => (
          <div key={job.id} className="jobrow">
            <div className="row">
              <b className="f12 grow clip-text">{job.title}</b>
              <ActionIcon size={24} aria-label={`Cancel ${job.title}`} onClick={() => cancel.mutate(job.id)}>
                <IconX size={15} />
              </ActionIcon>
            </div>
            <Progress
              size={5}
              value={job.total ? (100 * job.done) / job.total : 100}
              animated={!job.total}
              aria-label={job.title}
            />
            <div className="f12 t2 num">
              {job.total ? `${count(job.done)} of ${count(job.total)}` : job.state.toLowerCase()}
              {job.refused > 0 && `, ${count(job.refused)} refused`}
              <Pace job={job} seenAt={jobs.dataUpdatedAt} />
              {job.message && ` · ${job.message}`}
            </div>
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Rate and time left, measured from the first look at the job: a resumed job's earlier share does not count. */
function Pace({ job, seenAt }: { job: JobInfo; seenAt: number }) {
  const [first] = useState<Sample>({ at: seenAt, done: job.done });
  const pace = paceOf(first, { at: seenAt, done: job.done }, job.total);
  if (!pace || job.state !== 'running') return null;
  return (
    <>
      {` · ${count(Math.round(pace.perMinute))} a minute`}
      {pace.secondsLeft !== null && `, ${timeLeft(pace.secondsLeft)}`}
    </>
  );
}
