import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMovie } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useRoles } from '../../shared/api/session';
import { K, useKeys } from '../../shared/keys';
import { dateTime, seconds, shortId, signed, words } from '../../shared/lib/format';
import { targetInWords } from '../../shared/scene3d/people';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, StateChip } from '../../shared/ui/chips';
import { Card, Copy, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { TargetChip } from '../../shared/ui/TargetChip';
import { useEpisode, useRender, type EpisodeCheck, type EpisodeDetail } from './api';
import { EpisodeStage } from './EpisodeStage';
import { bounds, figure, kindOf, STAGES } from './figures';
import { useNeighbours, type Neighbours } from './useNeighbours';
import './episodes.css';

function Checks({ checks }: { checks: readonly EpisodeCheck[] }) {
  if (checks.length === 0) return <p className="t2">Not checked yet.</p>;
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Check</th>
          <th>Outcome</th>
          <th className="r">Measured</th>
          <th>Asked for</th>
          <th>How</th>
          <th>In words</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((c) => (
          <tr key={c.id}>
            <td>{c.label || words(c.id)}</td>
            <td>
              <StateChip state={c.outcome} />
            </td>
            <td className="r b">{figure(c.value, c.unit)}</td>
            <td className="num t2 nowrap">{bounds(c)}</td>
            <td className="t2 nowrap">{STAGES[c.stage] ?? c.stage}</td>
            <td className="t2">{c.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function marksOf(episode: EpisodeDetail) {
  const motionFps = episode.people[0]?.fps;
  const fps = episode.clips[0]?.fps ?? motionFps ?? 12;
  return episode.checks
    .filter((c) => c.outcome !== 'pass' && c.frame !== null)
    .map((c) => ({
      frame: Math.round(((c.frame ?? 0) / (motionFps || fps)) * fps),
      kind: 'check' as const,
      label: c.label,
    }));
}

/** Through the list one came from, without going back to it. */
function Beside({ beside, open }: { beside: Neighbours; open: (id: string | null) => void }) {
  return (
    <span className="row">
      <Tooltip
        label={
          <>
            Previous of the list <K id="item.previous" />
          </>
        }
      >
        <ActionIcon
          aria-label="Previous episode of the list"
          disabled={!beside.previous}
          onClick={() => open(beside.previous)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className="t3 f12 num">
        {beside.position} of {beside.of}
      </span>
      <Tooltip
        label={
          <>
            Next of the list <K id="item.next" />
          </>
        }
      >
        <ActionIcon
          aria-label="Next episode of the list"
          disabled={!beside.next}
          onClick={() => open(beside.next)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

export default function EpisodePage({ slug, id }: { slug: string; id: string }) {
  const episode = useEpisode(slug, id);
  const maintainer = useRoles(slug).has('maintainer');
  const render = useRender(slug);
  const asked = render.variables;
  // What was asked for one episode is not told of the next.
  const isOfThis = asked !== undefined && 'episode_ids' in asked && asked.episode_ids.includes(id);
  const beside = useNeighbours(slug, id);
  const [, go] = useLocation();
  const open = (other: string | null | undefined) => other && go(`/p/${slug}/episodes/${other}`);
  useKeys({
    ...(beside?.next && { 'item.next': () => open(beside.next) }),
    ...(beside?.previous && { 'item.previous': () => open(beside.previous) }),
  });
  usePage({
    title: `Episode ${shortId(id)}`,
    crumbs: [{ label: 'Episodes', to: `/p/${slug}/episodes` }, { label: shortId(id) }],
  });
  if (episode.isPending) return <Loading what="the episode" />;
  if (episode.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={episode.error} retry={() => void episode.refetch()} />
      </div>
    );
  const e = episode.data;
  return (
    <div className="dash">
      <PageHead
        title={
          <>
            {words(kindOf(e))} <span className="t3 num">{seconds(e.duration_s)}</span>
          </>
        }
        sub={
          <span className="row">
            <span className="mono">{e.id}</span>
            <Copy value={e.id} label="Copy the id" />
          </span>
        }
      >
        {beside && <Beside beside={beside} open={open} />}
        <TargetChip people={e.people} />
        {maintainer && e.label && (
          <span className="f14">
            <Emotion label={e.label} />
          </span>
        )}
        <StateChip state={e.state} />
        {maintainer && e.state === 'checked' && e.clips.length === 0 && (
          <Button
            leftSection={<IconMovie size={16} />}
            onClick={() => render.mutate({ episode_ids: [e.id] })}
            loading={render.isPending && isOfThis}
          >
            Render
          </Button>
        )}
      </PageHead>
      {isOfThis && render.isError && <ErrorNote error={render.error} />}
      {isOfThis && render.data && (
        <div className="note ok" role="status">
          <p>
            {render.data.count === 0 ? 'All clips were asked for already.' : 'The clips are queued.'}{' '}
            <Link href={`/p/${slug}/render`}>Watch the rendering</Link>
          </p>
        </div>
      )}
      {e.refusal && (
        <div className="note no">
          <p>
            <b>Refused.</b> {e.refusal}
          </p>
        </div>
      )}
      {(e.removal_reasons?.length ?? 0) > 0 && (
        <div className="note no">
          <p>
            <b>Removed by the reviewers:</b> {e.removal_reasons!.map(words).join(', ')}.
          </p>
        </div>
      )}
      <div className="dgrid">
        <div style={{ gridColumn: 'span 12' }}>
          <EpisodeStage key={`${e.id} ${e.clips.length}`} episode={e} marks={marksOf(e)} />
        </div>
        <Card title="Checks" span={12} flush>
          <Checks checks={e.checks} />
        </Card>
        <Card title="Where it comes from" span={6}>
          <Facts
            items={[
              ['Family', words(e.family)],
              ['Challenge', e.challenge ? words(e.challenge) : null],
              ['Action', e.action ? words(e.action) : null],
              [
                'Placed by',
                e.anchor ? (
                  <span key="a" className="num">
                    {words(e.anchor.kind)} at {e.anchor.position.map((v) => signed(v, 2)).join(', ')} m
                  </span>
                ) : null,
              ],
              ['Asked about', targetInWords(e.people) || null],
              ...e.people.map((person): [string, ReactNode] => [
                person.part ? `In ${person.top}` : 'Motion',
                person.motion ? (
                  <span key={person.part} className="row">
                    <Link href={`/p/${slug}/motions/${person.motion.id}`}>{person.motion.name}</Link>
                    {person.part && person.label && <Emotion label={person.label} />}
                  </span>
                ) : null,
              ]),
              [
                'Scene',
                <Link key="s" href={`/p/${slug}/scenes/${e.scene.id}`}>
                  open the scene
                </Link>,
              ],
              [
                'Composition',
                e.composition ? (
                  <Link key="c" href={`/p/${slug}/compose?composition=${e.composition}`}>
                    open the plan
                  </Link>
                ) : null,
              ],
              ['Composed', dateTime(e.created_at)],
              [
                'Robot start',
                <span key="r" className="num">
                  {e.robot_start.position.map((v) => signed(v, 2)).join(', ')} m
                </span>,
              ],
              [
                'Fingerprint',
                e.clips[0]?.fingerprint ? (
                  <span key="f" className="row">
                    <span className="mono">{e.clips[0].fingerprint.slice(0, 16)}…</span>
                    <Copy value={e.clips[0].fingerprint} label="Copy fingerprint" />
                  </span>
                ) : null,
              ],
            ]}
          />
        </Card>
        <Card title="What happened" span={6}>
          {(e.timeline?.length ?? 0) === 0 ? (
            <p className="t2">Nothing is recorded for your role.</p>
          ) : (
            <ol className="timeline">
              {e.timeline!.map((t) => (
                <li key={`${t.at} ${t.event}`}>
                  <span className="t3 num f12">{dateTime(t.at)}</span>
                  <b>{words(t.event.split('.').at(-1) ?? t.event)}</b>
                  {t.detail && <span className="t2">{t.detail}</span>}
                </li>
              ))}
            </ol>
          )}
        </Card>
      </div>
    </div>
  );
}
