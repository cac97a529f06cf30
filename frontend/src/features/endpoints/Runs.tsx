import { Button, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { count, dateTime } from '../../shared/lib/format';
import { Chip } from '../../shared/ui/chips';
import { Card } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { useRunActions, type Budget } from './api';
import { money, share } from './words';

export function Spent({ run }: { run: Budget }) {
  const used = Math.max(share(run.spent, run.limit) ?? 0, share(run.spent_tokens, run.limit_tokens) ?? 0);
  return (
    <div className="ep-spent">
      <div className="f13">
        {run.limit !== null && (
          <span>
            {money(run.spent, run.currency)} of {money(run.limit, run.currency)}
          </span>
        )}
        {run.limit_tokens !== null && (
          <span>
            {count(run.spent_tokens)} of {count(run.limit_tokens)} tokens
          </span>
        )}
      </div>
      <meter min={0} max={1} value={used} aria-label="Share of the budget that is spent" />
      {Number(run.estimated) > 0 && (
        <div className="f12 t2">{money(run.estimated, run.currency)} of it estimated: nobody reported it</div>
      )}
    </div>
  );
}

export function RunChip({ run }: { run: Budget }) {
  if (run.state === 'paused') return <Chip tone="warn">Paused</Chip>;
  return run.state === 'closed' ? <Chip tone="none">Ended</Chip> : <Chip tone="wait">Open</Chip>;
}

function Limits({ run, save }: { run: Budget; save: (limit: string | null, tokens: number | null) => void }) {
  const [open, setOpen] = useState(false);
  const [limit, setLimit] = useState(run.limit ?? '');
  const [tokens, setTokens] = useState(run.limit_tokens === null ? '' : String(run.limit_tokens));
  return (
    <Popover opened={open} onChange={setOpen} trapFocus withArrow>
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={() => setOpen(!open)}>
          Limits
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className="col gap12"
          onSubmit={(e) => {
            e.preventDefault();
            save(limit.trim() || null, tokens.trim() ? Number(tokens) : null);
            setOpen(false);
          }}
        >
          <TextInput
            size="xs"
            label={`At most, ${run.currency}`}
            inputMode="decimal"
            value={limit}
            onChange={(e) => setLimit(e.currentTarget.value)}
          />
          <TextInput
            size="xs"
            label="At most, tokens"
            inputMode="numeric"
            value={tokens}
            onChange={(e) => setTokens(e.currentTarget.value)}
          />
          <Button size="xs" type="submit">
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Runs with what they may spend; test calls are no runs. */
export function Runs({ slug }: { slug: string }) {
  const list = useRows<Budget>(
    `/projects/${slug}/call-runs`,
    {},
    { refetch: 3000, refetchWhile: (rows) => rows.some((r) => r.state === 'open'), limit: 20 },
  );
  const { act, limit } = useRunActions(slug);
  if (list.isPending || list.rows.length === 0) return list.isError ? <ErrorNote error={list.error} /> : null;
  return (
    <Card title="Runs" flush>
      {(act.error ?? limit.error) && <ErrorNote error={act.error ?? limit.error} />}
      <div className="ep-scroll" tabIndex={0} role="region" aria-label="Runs">
        <table className="t">
          <thead>
            <tr>
              <th>Run</th>
              <th>State</th>
              <th>Spent</th>
              <th className="r">Answered</th>
              <th className="r">Failed</th>
              <th className="r">Left</th>
              <th className="r">Unknown</th>
              <th>
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((run) => (
              <tr key={run.id}>
                <td>
                  <Link className="b" href={`/p/${slug}/calls?run=${run.id}`}>
                    {run.title || run.purpose}
                  </Link>
                  <div className="f12 t2">{dateTime(run.created_at)}</div>
                </td>
                <td>
                  <RunChip run={run} />
                  {run.message && <div className="f12 t2 ep-why">{run.message}</div>}
                </td>
                <td>
                  <Spent run={run} />
                </td>
                <td className="r">{count(run.calls.answered ?? 0)}</td>
                <td className="r">{count((run.calls.failed ?? 0) + (run.calls.withheld ?? 0))}</td>
                <td className="r">{count((run.calls.queued ?? 0) + (run.calls.sending ?? 0))}</td>
                <td className="r">{count(run.calls.unknown ?? 0)}</td>
                <td>
                  {run.state !== 'closed' && (
                    <div className="row end nowrap">
                      <Limits
                        run={run}
                        save={(money, tokens) =>
                          limit.mutate({ id: run.id, limit: money, limit_tokens: tokens })
                        }
                      />
                      <Button
                        size="compact-xs"
                        variant="default"
                        onClick={() =>
                          act.mutate({ id: run.id, verb: run.state === 'paused' ? 'resume' : 'pause' })
                        }
                      >
                        {run.state === 'paused' ? 'Resume' : 'Pause'}
                      </Button>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <div className="ep-more">
          <Button variant="default" size="xs" onClick={() => void list.fetchNextPage()}>
            Older runs
          </Button>
        </div>
      )}
    </Card>
  );
}
