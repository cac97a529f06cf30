import { useState } from 'react';
import { apiUrl } from '../../shared/api/client';
import { count, dateTime, plural, words } from '../../shared/lib/format';
import { TopDownMap } from '../../shared/map/TopDownMap';
import { usePage } from '../../shared/ui/chrome';
import { Card, Digest, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { sizeOf, useScene, useSceneMap, type SceneDetail } from './api';
import { StageView } from './StageView';
import './scenes.css';

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

export default function ScenePage({ slug, id }: { slug: string; id: string }) {
  const scene = useScene(slug, id);
  const map = useSceneMap(scene.data?.map_url);
  const [marked, setMarked] = useState<string | null>(null);
  const name = scene.data?.name ?? 'Scene';
  usePage({
    title: `${name} · Scenes`,
    crumbs: [{ label: 'Scenes', to: `/p/${slug}/scenes` }, { label: name }],
  });
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
  const area = typeof nav.area_m2 === 'number' ? `${nav.area_m2.toFixed(1)} m²` : null;
  const shown =
    map.data && marked
      ? { ...map.data, objects: map.data.objects.map((o) => ({ ...o, marked: o.name === marked })) }
      : map.data;
  return (
    <div className="dash">
      <PageHead
        title={s.name}
        sub={`${sizeOf(s.bounds)} · ${plural(s.triangles, 'triangle')} · ${plural(s.instances.length, 'object')}`}
      >
        {s.is_synthetic && <span className="chip warn">generated</span>}
      </PageHead>
      <div className="dgrid">
        <Card title="From above" span={8} flush>
          <div className="well scenemap">
            {shown ? (
              <TopDownMap scene={shown} />
            ) : map.isError ? (
              <p className="scene3d-note">{map.error.message}</p>
            ) : null}
          </div>
          {map.data?.navigable_png_url && (
            <details className="navdetails">
              <summary>Navigable ground{area ? `, ${area}` : ''}</summary>
              <img
                className="navimage"
                src={apiUrl(map.data.navigable_png_url)}
                alt="Navigable ground from above: light where one can stand"
              />
            </details>
          )}
        </Card>
        <Instances scene={s} marked={marked} onMark={setMarked} />
        <Card title="In three dimensions" span={8} flush>
          <StageView url={s.stage_url} bounds={s.bounds} />
        </Card>
        <Card title="About the file" span={4}>
          <Facts
            items={[
              ['Licence', s.rights.licence],
              ['May be passed on', words(s.rights.may_redistribute)],
              ['External models', s.rights.may_send_to_external_model ? 'may be sent' : 'must not be sent'],
              ['Source file', s.source_name],
              ['SHA-256', <Digest key="d" value={s.glb_sha256} />],
              ['Scale', s.scale === 1 ? 'as in the file' : String(s.scale)],
              ['Up axis', s.up_axis.toUpperCase()],
              ['Navigable cells', typeof nav.cells === 'number' ? count(nav.cells) : null],
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
    </div>
  );
}
