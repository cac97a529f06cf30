import type { ComponentProps, ReactNode } from 'react';
import type { useRows } from '../api/list';
import { DataTable } from './DataTable';
import { ErrorNote, Loading } from './states';

type Rows<T> = ReturnType<typeof useRows<T>>;
type TableProps<T> = Omit<ComponentProps<typeof DataTable<T>>, 'rows' | 'more'>;

/** A list in whatever state it is: coming, failed, empty, or a table that fetches on as one scrolls. */
export function RowsTable<T>({
  list,
  what,
  empty,
  skeletons,
  ...table
}: { list: Rows<T>; what: string; empty: ReactNode; skeletons?: number } & TableProps<T>) {
  if (list.isPending) return <Loading what={what} rows={skeletons} />;
  if (list.isError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.rows.length === 0) return empty;
  return (
    <DataTable
      {...table}
      rows={list.rows}
      more={{
        has: list.hasNextPage,
        loading: list.isFetchingNextPage,
        load: () => void list.fetchNextPage(),
      }}
    />
  );
}
