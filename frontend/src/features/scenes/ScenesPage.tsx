import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRows } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { count, dateTime, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { PageHead } from '../../shared/ui/page';
import { Empty } from '../../shared/ui/states';
import { AddScene } from './AddScene';
import { sizeOf, type SceneRow } from './api';

const COLUMNS: Column<SceneRow>[] = [
  { id: 'name', head: 'Scene', cell: (s) => s.name, width: 220 },
  { id: 'size', head: 'Size', right: true, cell: (s) => sizeOf(s.bounds) },
  { id: 'triangles', head: 'Triangles', right: true, cell: (s) => count(s.triangles) },
  { id: 'licence', head: 'Licence', cell: (s) => s.rights.licence },
  { id: 'rights', head: 'May be passed on', cell: (s) => words(s.rights.may_redistribute) },
  { id: 'origin', head: 'Origin', cell: (s) => (s.is_synthetic ? 'generated' : 'imported') },
  { id: 'created', head: 'Added', cell: (s) => dateTime(s.created_at) },
];

export default function ScenesPage({ slug }: { slug: string }) {
  usePage({ title: 'Scenes', crumbs: [{ label: 'Scenes' }] });
  const maintainer = useRoles(slug).has('maintainer');
  const [adding, setAdding] = useState(false);
  const list = useRows<SceneRow>(`/projects/${slug}/scenes`, {});
  const add = maintainer && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add a scene
    </Button>
  );
  return (
    <div className="listpage one">
      <div className="listmain">
        <PageHead
          title="Scenes"
          sub={list.rows.length > 0 ? `${plural(list.rows.length, 'room')} to place motions in` : undefined}
        >
          {list.rows.length > 0 && add}
        </PageHead>
        <RowsTable
          list={list}
          what="the scenes"
          columns={COLUMNS}
          rowKey={(s) => s.id}
          href={(s) => `/p/${slug}/scenes/${s.id}`}
          label="Scenes"
          empty={
            <Empty title="There is no scene yet" action={add || undefined}>
              A scene is a furnished room as one GLB file. It is checked for scale, up axis and floor, and its
              navigable ground is worked out.
            </Empty>
          }
        />
      </div>
      {adding && <AddScene slug={slug} onClose={() => setAdding(false)} />}
    </div>
  );
}
