import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconBaselineDensitySmall,
  IconBaselineDensityMedium,
  IconLayoutGrid,
  IconList,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { count } from '../lib/format';
import { PageHead } from '../ui/page';
import { Empty, ErrorNote, Loading } from '../ui/states';
import { isFiltered, without } from './address';
import {
  listPath,
  useAddress,
  useBulk,
  useFacets,
  useLibraryRows,
  useSavedFilters,
  useViewChoice,
} from './api';
import { ExportMenu } from './ExportMenu';
import { FacetRail } from './FacetRail';
import { GridRows, TableRows, type Card, type LibraryColumn } from './Rows';
import { SavedFilters } from './SavedFilters';
import { EVERYTHING, extend, isEmpty, NOTHING, toggle, type Selection } from './selection';
import type { BulkAction } from './SelectionBar';
import './library.css';

const SelectionBar = lazy(() => import('./SelectionBar'));

interface Props<T extends { id: string }> {
  slug: string;
  /** The list's name in addresses: "motions". */
  name: string;
  title: string;
  /** One of its rows: "motion". */
  one: string;
  search: string;
  columns: readonly LibraryColumn<T>[];
  card: (row: T) => Card;
  renderThumb: (row: T, lively: boolean) => ReactNode;
  /** Without any, rows are not chosen. */
  actions: readonly BulkAction[];
  wordOf?: (facet: string, value: string, label: string) => ReactNode;
  /** Beside the title. */
  children?: ReactNode;
  /** What stands there while the project has none. */
  empty: ReactNode;
}

/** A long list: facets at the left, rows or cards that fetch on, a bar for what is chosen, filters with names, files. */
export function Library<T extends { id: string }>(props: Props<T>) {
  const { slug, name } = props;
  const path = listPath(slug, name);
  const { params, where, go } = useAddress();
  const facets = useFacets(path, where);
  const list = useLibraryRows<T>(path, where);
  const bulk = useBulk(slug, name);
  const [{ view, dense }, choose] = useViewChoice(name);
  const [pointed, setPointed] = useState(false);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  useDefaultFilter(slug, name, where, go);
  const [chosenIn, setChosenIn] = useState(where);
  if (chosenIn !== where) {
    setChosenIn(where);
    if (!isEmpty(selection)) setSelection(NOTHING);
  }
  const total = facets.data?.total;
  const filtered = isFiltered(where);
  const chooses = props.actions.length > 0;
  const rowsProps = {
    rows: list.rows,
    label: props.title,
    href: (row: T) => `/p/${slug}/${name}/${row.id}`,
    renderThumb: props.renderThumb,
    more: {
      has: list.hasNextPage,
      loading: list.isFetchingNextPage,
      load: () => void list.fetchNextPage(),
    },
    chooses,
    where,
    takesFocus: pointed,
    selection,
    onToggle: (id: string, range: boolean) =>
      setSelection((now) =>
        range
          ? extend(
              now,
              list.rows.map((row) => row.id),
              id,
            )
          : toggle(now, id),
      ),
    onAll: () => setSelection(EVERYTHING),
    onNothing: () => setSelection(NOTHING),
  };
  const showsRail = filtered || list.rows.length > 0 || facets.isPending;
  return (
    <div className={showsRail ? 'listpage' : 'listpage one'}>
      {showsRail && (
        <FacetRail found={facets.data} params={params} go={go} search={props.search} wordOf={props.wordOf}>
          <SavedFilters slug={slug} library={name} where={where} go={go} />
        </FacetRail>
      )}
      <div className="listmain">
        <PageHead
          title={props.title}
          sub={
            total === undefined || !showsRail
              ? undefined
              : `${count(total)} ${filtered ? 'match' : 'in this project'}`
          }
        >
          {list.rows.length > 0 && (
            <>
              <div
                className="row"
                onPointerDownCapture={() => setPointed(true)}
                onKeyDownCapture={() => setPointed(false)}
              >
                <ViewSwitch view={view} dense={dense} choose={choose} />
              </div>
              <ExportMenu path={path} where={where} filename={`${slug}-${name}`} total={total} />
            </>
          )}
          {!list.isError && props.children}
        </PageHead>
        {facets.isError && !list.isError && (
          <ErrorNote error={facets.error} retry={() => void facets.refetch()} />
        )}
        {chooses && (
          <Suspense>
            <SelectionBar
              selection={selection}
              total={total ?? 0}
              one={props.one}
              where={where}
              actions={props.actions}
              bulk={bulk}
              onClear={() => setSelection(NOTHING)}
            />
          </Suspense>
        )}
        {list.isPending ? (
          <Loading what={`the ${name}`} rows={12} />
        ) : list.isError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.rows.length === 0 ? (
          filtered ? (
            <Empty
              title={`No ${props.one} matches these filters`}
              action={
                <button
                  type="button"
                  className="linkish"
                  onClick={() =>
                    go(
                      without(
                        params,
                        [...params.keys()].filter((key) => key !== 'sort'),
                      ),
                    )
                  }
                >
                  Show all
                </button>
              }
            />
          ) : (
            props.empty
          )
        ) : view === 'grid' ? (
          <GridRows {...rowsProps} card={props.card} />
        ) : (
          <TableRows {...rowsProps} columns={props.columns} dense={dense} params={params} go={go} />
        )}
      </div>
    </div>
  );
}

/** A list that is opened without any filter opens with the person's own one, where they have chosen one. */
function useDefaultFilter(
  slug: string,
  name: string,
  where: string,
  go: (next: URLSearchParams, options?: { replace?: boolean }) => void,
) {
  const saved = useSavedFilters(slug, name).list.data;
  const opened = useRef(false);
  useEffect(() => {
    // Whoever has asked for something meanwhile keeps it.
    if (where !== '') opened.current = true;
    if (opened.current || !saved) return;
    opened.current = true;
    const own = saved.find((filter) => filter.is_default);
    if (own?.query) go(new URLSearchParams(own.query), { replace: true });
  }, [saved, go, where]);
}

function ViewSwitch({
  view,
  dense,
  choose,
}: {
  view: 'table' | 'grid';
  dense: boolean;
  choose: (part: { view?: 'table' | 'grid'; dense?: boolean }) => void;
}) {
  return (
    <>
      {view === 'table' && (
        <Tooltip label={dense ? 'Rows with pictures' : 'More rows, without pictures'}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={dense ? 'Rows with pictures' : 'More rows, without pictures'}
            onClick={() => choose({ dense: !dense })}
          >
            {dense ? <IconBaselineDensityMedium size={16} /> : <IconBaselineDensitySmall size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        onChange={(next) => choose({ view: next === 'grid' ? 'grid' : 'table' })}
        data={[
          { value: 'table', label: <ViewWord icon={<IconList size={15} />} word="Table" /> },
          { value: 'grid', label: <ViewWord icon={<IconLayoutGrid size={15} />} word="Grid" /> },
        ]}
      />
    </>
  );
}

const ViewWord = ({ icon, word }: { icon: ReactNode; word: string }) => (
  <span className="row" style={{ gap: 5 }}>
    {icon}
    {word}
  </span>
);
