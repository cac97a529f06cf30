import { lazy, Suspense, useState } from 'react';
import { useRoles } from '../../shared/api/session';
import { usePageKeys } from '../../shared/keys';
import { dateTime, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, Digest, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { AnchorPanel } from './anchors/AnchorPanel';
import { FindAnchors } from './anchors/FindAnchors';
import {
  GRID_M,
  inOrder,
  moved,
  radians,
  seatHeightAt,
  TURN_DEG,
  turned,
  type Flat,
  type Kind,
} from './anchors/model';
import { useAnchorDesk } from './anchors/useAnchorDesk';
import { sizeOf, useScene, useSceneMap, type SceneDetail, type SceneMap, type SceneRegion } from './api';
import { MapCard } from './MapCard';
import { SceneSettings } from './SceneSettings';
import './scenes.css';

const StageView = lazy(() => import('./StageView'));

function Instances({
  scene,
  marked,
  onMark,
}: {
  scene: SceneDetail;
  marked: string | null;
  onMark: (name: string | null) => void;
}) {
  const byCategory = Map.groupBy(scene.instances, (i) => i.category);
  return (
    <Card title="Objects" span={4} aside={plural(scene.instances.length, 'object')}>
      <div className="instances">
        {[...byCategory]
          .toSorted((a, b) => a[0].localeCompare(b[0]))
          .map(([category, list]) => (
            <div key={category} className="instancegroup">
              <div className="f12 t3 b">
                {words(category)} <span className="num">{list.length}</span>
              </div>
              <div className="row wrap">
                {list.map((i) => (
                  <button
                    key={i.id}
                    type="button"
                    className="facet inline"
                    aria-pressed={marked === i.name}
                    onClick={() => onMark(marked === i.name ? null : i.name)}
                  >
                    {i.name}
                  </button>
                ))}
              </div>
            </div>
          ))}
      </div>
    </Card>
  );
}

function Regions({ regions }: { regions: readonly SceneRegion[] }) {
  return (
    <>
      {regions.map((region) => (
        <div key={`${region.at}`}>
          {region.area_m2.toFixed(1)} m² {region.used ? 'used' : 'not reached from there'}
        </div>
      ))}
    </>
  );
}

export default function ScenePage({ slug, id }: { slug: string; id: string }) {
  const scene = useScene(slug, id);
  const map = useSceneMap(scene.data?.map_url);
  const desk = useAnchorDesk(slug, id);
  const canEdit = useRoles(slug).has('maintainer');
  const [marked, setMarked] = useState<string | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const [finding, setFinding] = useState(false);
  const [measuring, setMeasuring] = useState(false);
  const name = scene.data?.name ?? 'Scene';
  usePage({
    title: `${name} · Scenes`,
    crumbs: [{ label: 'Scenes', to: `/p/${slug}/scenes` }, { label: name }],
  });
  const shown = inOrder(desk.anchors.filter((anchor) => !hidden.has(anchor.kind)));
  const put = (kind: Kind) => () => {
    setMeasuring(false);
    desk.setPlacing(desk.placing === kind ? null : kind);
  };
  const nudge = (dx: number, dz: number) => (event: KeyboardEvent) => {
    if (!desk.selected) return;
    event.preventDefault();
    desk.change(moved(desk.selected, dx * GRID_M, dz * GRID_M));
  };
  const spin = (by: number) => () => {
    if (desk.selected && desk.selected.kind !== 'free_floor')
      desk.change(turned(desk.selected, radians((desk.selected.yaw * 180) / Math.PI + by * TURN_DEG)));
  };
  const measure = () => {
    desk.setPlacing(null);
    setMeasuring(!measuring);
  };
  usePageKeys({
    'place.measure': measure,
    close: () => {
      setMeasuring(false);
      desk.setPlacing(null);
      desk.select(null);
    },
  });
  usePageKeys(
    {
      'place.1': put('seat'),
      'place.2': put('door'),
      'place.3': put('walkway'),
      'place.4': put('free_floor'),
      'place.end': () => desk.endDrawing(),
      'place.left': nudge(-1, 0),
      'place.right': nudge(1, 0),
      'place.up': nudge(0, -1),
      'place.down': nudge(0, 1),
      'turn.left': spin(1),
      'turn.right': spin(-1),
      'place.remove': desk.remove,
      'place.undo': () => desk.undo?.(),
      'place.redo': () => desk.redo?.(),
    },
    canEdit && !finding,
  );
  if (scene.isPending) return <Loading what="the scene" />;
  if (scene.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={scene.error} retry={() => void scene.refetch()} />
      </div>
    );
  const s = scene.data;
  const nav = s.nav;
  return (
    <div className="dash">
      <PageHead
        title={s.name}
        sub={`${sizeOf(s.bounds)} · ${plural(s.triangles, 'triangle')} · ${plural(s.instances.length, 'object')}`}
      >
        {s.is_synthetic && <span className="chip warn">generated</span>}
        <SceneSettings slug={slug} scene={s} />
      </PageHead>
      <div className="dgrid">
        <MapCard
          slug={slug}
          scene={s}
          map={map}
          marked={marked}
          onMark={(object) => setMarked(marked === object ? null : object)}
          desk={desk}
          shown={shown}
          canEdit={canEdit}
          measuring={measuring}
          onMeasuring={(on) => on !== measuring && measure()}
        />
        <AnchorPanel
          desk={desk}
          shown={shown}
          hidden={hidden}
          onHide={(kind) => setHidden((known) => toggled(known, kind))}
          canEdit={canEdit}
          onFind={() => setFinding(true)}
          middle={middleOf(s, map.data)}
          heightAt={(point) => seatHeightAt(s.instances, point)}
        />
        <Card title="In three dimensions" span={8} flush>
          <Suspense fallback={<div className="well stageview" aria-busy />}>
            <StageView
              url={s.stage_url}
              bounds={s.bounds}
              desk={desk}
              shown={shown}
              canEdit={canEdit}
              marked={s.instances.find(({ name: called }) => called === marked)?.bounds ?? null}
            />
          </Suspense>
        </Card>
        <Instances scene={s} marked={marked} onMark={setMarked} />
        <Card title="About the file" span={12}>
          <Facts
            items={[
              ['Licence', s.rights.licence],
              ['May be passed on', words(s.rights.may_redistribute)],
              ['External models', s.rights.may_send_to_external_model ? 'may be sent' : 'must not be sent'],
              ['Source file', s.source_name],
              ['SHA-256', <Digest key="d" value={s.glb_sha256} />],
              ['Scale', s.scale === 1 ? 'as in the file' : String(s.scale)],
              ['Up axis', s.up_axis.toUpperCase()],
              ['Navigable', typeof nav.area_m2 === 'number' ? `${nav.area_m2.toFixed(1)} m²` : null],
              ['Free ground', map.data?.regions ? <Regions key="r" regions={map.data.regions} /> : null],
              ['Added', dateTime(s.created_at)],
            ]}
          />
          {s.notes.length > 0 && (
            <ul className="notes-list">
              {s.notes.map((n) => (
                <li key={n} className="f12 t2">
                  {n}
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Suspense>
        {finding && <FindAnchors slug={slug} scene={id} onClose={() => setFinding(false)} />}
      </Suspense>
    </div>
  );
}

/** A point of the ground in use, else of the plan. */
function middleOf({ bounds: [low, high] }: SceneDetail, map: SceneMap | undefined): Flat {
  const [x, z] =
    map?.regions?.find(({ used }) => used)?.at ?? [0, 2].map((a) => ((low?.[a] ?? 0) + (high?.[a] ?? 0)) / 2);
  return [Number((x ?? 0).toFixed(2)), Number((z ?? 0).toFixed(2))];
}

function toggled(known: ReadonlySet<Kind>, kind: Kind): ReadonlySet<Kind> {
  const next = new Set(known);
  if (!next.delete(kind)) next.add(kind);
  return next;
}
