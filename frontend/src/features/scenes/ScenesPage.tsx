import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useRoles } from '../../shared/api/session';
import { count, dateTime, plural, words } from '../../shared/lib/format';
import { Library, type LibraryColumn } from '../../shared/library';
import { usePage } from '../../shared/ui/chrome';
import { Empty } from '../../shared/ui/states';
import { sizeOf, type SceneRow } from './api';

const AddScene = lazy(() => import('./AddScene'));
const TakenOut = lazy(() => import('./TakenOut'));

const areaOf = (s: SceneRow): string => (s.area_m2 === null ? '–' : `${s.area_m2.toFixed(0)} m²`);
const anchorsOf = (s: SceneRow): string =>
  Object.entries(s.anchors)
    .map(([kind, n]) => plural(n, kind.replaceAll('_', ' ')))
    .join(', ');

const COLUMNS: LibraryColumn<SceneRow>[] = [
  { id: 'name', head: 'Scene', sort: 'name', cell: (s) => s.name, width: 220 },
  { id: 'area', head: 'Walkable', sort: 'area', right: true, cell: areaOf },
  { id: 'size', head: 'Size', right: true, cell: (s) => sizeOf(s.bounds) },
  { id: 'triangles', head: 'Triangles', sort: 'triangles', right: true, cell: (s) => count(s.triangles) },
  { id: 'anchors', head: 'Anchors', cell: (s) => anchorsOf(s) || <span className="t3">none</span> },
  {
    id: 'objects',
    head: 'Objects',
    cell: (s) => (
      <span className="short" title={s.categories.map(words).join(', ')}>
        {plural(s.categories.length, 'kind')}
      </span>
    ),
  },
  { id: 'licence', head: 'Licence', sort: 'licence', cell: (s) => s.rights.licence },
  {
    id: 'rights',
    head: 'May be passed on',
    sort: 'redistribute',
    cell: (s) => words(s.rights.may_redistribute),
  },
  {
    id: 'origin',
    head: 'Origin',
    sort: 'synthetic',
    cell: (s) => (s.is_synthetic ? 'generated' : 'imported'),
  },
  { id: 'created', head: 'Added', sort: 'created', cell: (s) => dateTime(s.created_at) },
];

const SIZES: Record<string, string> = {
  small: 'Below 20 m²',
  medium: '20 to 60 m²',
  large: '60 m² and more',
};
const wordOf = (facet: string, value: string) => (facet === 'size' ? SIZES[value] : undefined);

export default function ScenesPage({ slug }: { slug: string }) {
  usePage({ title: 'Scenes', crumbs: [{ label: 'Scenes' }] });
  const maintainer = useRoles(slug).has('maintainer');
  const [open, setOpen] = useState<'add' | 'taken-out' | null>(null);
  const close = () => setOpen(null);
  const add = maintainer && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('add')}>
      Add a scene
    </Button>
  );
  return (
    <>
      <Library<SceneRow>
        slug={slug}
        name="scenes"
        title="Scenes"
        one="scene"
        search="Find a scene"
        columns={COLUMNS}
        actions={[]}
        wordOf={wordOf}
        renderThumb={(s) => (
          <span className="thumb" aria-hidden>
            <img src={s.poster_url} alt="" loading="lazy" decoding="async" />
          </span>
        )}
        card={(s) => ({
          title: s.name,
          lines: (
            <>
              <span className="row">
                <span>{areaOf(s)}</span>
                <span className="end">{s.is_synthetic ? 'generated' : 'imported'}</span>
              </span>
              <span title={anchorsOf(s)}>{anchorsOf(s) || 'no anchors'}</span>
              <span title={s.rights.licence}>{s.rights.licence}</span>
            </>
          ),
        })}
        empty={
          <Empty title="There is no scene yet" action={add || undefined}>
            A scene is a furnished room as one GLB file. It is checked for scale, up axis and floor, and its
            navigable ground is worked out.
          </Empty>
        }
      >
        {maintainer && (
          <Button variant="default" onClick={() => setOpen('taken-out')}>
            Taken out
          </Button>
        )}
        {add}
      </Library>
      <Suspense>
        {open === 'add' && <AddScene slug={slug} onClose={close} />}
        {open === 'taken-out' && <TakenOut slug={slug} onClose={close} />}
      </Suspense>
    </>
  );
}
