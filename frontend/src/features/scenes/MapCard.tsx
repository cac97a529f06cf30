import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { K } from '../../shared/keys';
import { Card } from '../../shared/ui/page';
import { useGround, useWay } from './anchors/api';
import { colorOf, farthest, type Layer } from './anchors/layers';
import { seatHeightAt, type Flat } from './anchors/model';
import { PlanView } from './anchors/PlanView';
import type { AnchorDesk, DeskAnchor } from './anchors/useAnchorDesk';
import type { SceneDetail, SceneMap } from './api';

interface Props {
  slug: string;
  scene: SceneDetail;
  map: { data: SceneMap | undefined; isError: boolean; error: Error | null };
  marked: string | null;
  onMark: (name: string) => void;
  desk: AnchorDesk;
  shown: readonly DeskAnchor[];
  canEdit: boolean;
  measuring: boolean;
  onMeasuring: (on: boolean) => void;
}
const LAYERS = [
  { value: '', label: 'Plan' },
  { value: 'regions', label: 'Navigable' },
  { value: 'clearance', label: 'Clearance' },
  { value: 'distance', label: 'Walking distance' },
];
const SCALE = [0, 0.25, 0.5, 0.75, 1].map((share) => `rgb(${colorOf(share).join(' ')})`).join(',');

/** The plan with its layers, a way between two points, and what is under the pointer. */
export function MapCard({
  slug,
  scene,
  map,
  marked,
  onMark,
  desk,
  shown,
  canEdit,
  measuring,
  onMeasuring,
}: Props) {
  const [layer, setLayer] = useState<Layer | ''>('');
  const [points, setPoints] = useState<readonly Flat[]>([]);
  const [hover, setHover] = useState<string | null>(null);
  const ground = useGround(slug, scene.id, layer || null, points[0] ?? null);
  const clearance = useGround(slug, scene.id, 'clearance', null);
  const way = useWay(slug, scene.id, points);
  const most = ground.data && layer && layer !== 'regions' ? farthest(ground.data, layer) : null;
  const choose = (next: Layer | '') => {
    setLayer(next);
    if (next === 'distance' && points.length === 0) onMeasuring(true);
  };
  return (
    <Card title="From above" span={8} flush>
      <div className="row wrap mapbar">
        <SegmentedControl
          size="xs"
          data={LAYERS}
          value={layer}
          aria-label="What the map shows"
          onChange={(value) => choose(value as Layer | '')}
        />
        <Button
          size="compact-sm"
          variant={measuring ? 'filled' : 'default'}
          aria-pressed={measuring}
          rightSection={<K id="place.measure" />}
          onClick={() => onMeasuring(!measuring)}
        >
          Measure a way
        </Button>
        {points.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setPoints([])}>
            Clear
          </Button>
        )}
        {most !== null && (
          <span className="row f12 t2 heatscale">
            0 <i style={{ background: `linear-gradient(90deg,${SCALE})` }} aria-hidden />
            {(most / 100).toFixed(1)} m{layer === 'clearance' && most === 200 ? ' or more' : ''}
          </span>
        )}
      </div>
      <div className="well scenemap">
        {map.data ? (
          <PlanView
            map={map.data}
            marked={marked}
            onMark={onMark}
            desk={desk}
            shown={shown}
            canEdit={canEdit}
            layer={layer || null}
            ground={ground.data}
            clearance={clearance.data}
            measuring={measuring}
            measured={points}
            onMeasure={(point) => setPoints((known) => (known.length === 1 ? [...known, point] : [point]))}
            way={way.data?.path}
            onHover={setHover}
            heightAt={(point) => seatHeightAt(scene.instances, point)}
          />
        ) : map.isError ? (
          <p className="scene3d-note">{map.error?.message}</p>
        ) : null}
      </div>
      <p className="mapwords f12" aria-live="polite">
        {wayInWords(points, way.data ?? null, measuring)}
        {hover && <span className="t2 num end">{hover}</span>}
      </p>
    </Card>
  );
}

function wayInWords(
  points: readonly Flat[],
  way: { length_m: number | null; straight_m: number; ratio: number | null; snapped: boolean } | null,
  measuring: boolean,
): string {
  if (points.length === 0) return measuring ? 'Click where the way begins.' : '';
  if (points.length === 1) return 'A is set; click where the way ends.';
  if (!way) return 'Looking for the way …';
  if (way.length_m === null)
    return `No way leads from A to B; they are ${way.straight_m.toFixed(2)} m apart.`;
  const ratio =
    way.ratio === null
      ? ''
      : `, ${way.ratio.toFixed(2)} times the straight line of ${way.straight_m.toFixed(2)} m`;
  return `From A to B ${way.length_m.toFixed(2)} m${ratio}${way.snapped ? '; measured from the nearest navigable ground' : ''}.`;
}
