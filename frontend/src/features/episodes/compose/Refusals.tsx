import { useState } from 'react';
import { Link } from 'wouter';
import { TopDownMap, type MapPerson } from '../../../shared/map/TopDownMap';
import { ErrorNote } from '../../../shared/ui/states';
import type { Refusal } from '../api';
import { bounds, figure } from '../figures';
import { useSceneMap } from './api';

const HFOV_DEG = 79;
const TOPS: Record<string, string> = { yellow: '#f2c84b', green: '#5cbf7a' };

function peopleOf(refusal: Refusal): MapPerson[] {
  const two = refusal.people.length > 1;
  return refusal.people.map((one, n) => ({
    position: [one.position[0]!, one.position[2]!],
    heading: one.yaw,
    ...(TOPS[one.top] ? { color: TOPS[one.top] } : {}),
    ...(two ? { word: n === 0 ? 'A' : 'B' } : {}),
  }));
}

/** Where everybody was, from above, and what the engine saw where it looked. */
function Picture({ slug, refusal }: { slug: string; refusal: Refusal }) {
  const map = useSceneMap(slug, refusal.scene);
  const start = refusal.start;
  const nobody = refusal.people.length === 0;
  return (
    <div className="refusal-pictures">
      <div className="well">
        {map.data ? (
          <TopDownMap
            scene={map.data}
            people={peopleOf(refusal)}
            cameras={
              start
                ? [
                    {
                      id: 'its view',
                      color: '#8f9dff',
                      position: [start.position[0]!, start.position[2]!],
                      yaw: start.yaw,
                      hfovDeg: HFOV_DEG,
                    },
                  ]
                : []
            }
            robot={start ? { position: [start.position[0]!, start.position[2]!], yaw: start.yaw } : null}
          />
        ) : (
          <p className="scene3d-note" role="status">
            {map.isError ? 'The map could not be loaded.' : 'Loading the map'}
          </p>
        )}
        {(nobody || !start) && (
          <span className="tag tl">{nobody ? 'nobody could be placed' : 'no start was tried here'}</span>
        )}
      </div>
      {refusal.picture_url && (
        <div className="well">
          <img src={refusal.picture_url} alt="What the engine saw from the robot's start" />
          <span className="tag tl">seen by the engine</span>
        </div>
      )}
    </div>
  );
}

/** Up to ten refusals by one check: numbers, and a picture of the one that is chosen. */
export function Refusals({
  slug,
  refusals,
  error,
}: {
  slug: string;
  refusals?: readonly Refusal[];
  error?: unknown;
}) {
  const [chosen, choose] = useState(0);
  if (error) return <ErrorNote error={error} />;
  if (!refusals) return <p className="t2 f12">Fetching examples</p>;
  const shown = refusals[Math.min(chosen, refusals.length - 1)];
  if (!shown) return <p className="t2 f12">No example is kept of these.</p>;
  return (
    <div className="refusal-open">
      <Picture slug={slug} refusal={shown} />
      <ol className="plainlist refusal-list">
        {refusals.slice(0, 10).map((r, n) => (
          <li key={`${r.slot} ${r.episode} ${r.value} ${n}`}>
            <button type="button" aria-pressed={r === shown} onClick={() => choose(n)}>
              <b className="num">{figure(r.value, r.unit)}</b>
              <span className="t2 num">{bounds(r) && `asked ${bounds(r)}`}</span>
              <span className="t3 num end">{r.slot === null ? '' : `slot ${r.slot}`}</span>
            </button>
          </li>
        ))}
      </ol>
      <p className="f12 t2">
        {shown.message}{' '}
        {shown.episode && <Link href={`/p/${slug}/episodes/${shown.episode}`}>Open the episode</Link>}
      </p>
    </div>
  );
}
