import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { saveText } from '../lib/download';
import { Card } from '../ui/page';
import { cellShown, toCsv, type ChartData } from './table';
import './charts.css';

interface Props {
  title: string;
  data: ChartData;
  children: ReactNode;
  span?: number;
  aside?: ReactNode;
  /** What is drawn is a table already: no second one behind it. */
  isTable?: boolean;
}

/** A chart with its numbers: as a table in its place or behind it for screen readers, and as CSV. */
export function ChartCard({ title, data, children, span, aside, isTable }: Props) {
  const [asTable, setAsTable] = useState(false);
  const empty = data.rows.length === 0;
  return (
    <Card
      title={title}
      span={span}
      aside={
        <>
          {aside}
          {!empty && (
            <span className="chartbuttons">
              {!isTable && (
                <Tooltip label={asTable ? 'Show as a chart' : 'Show as a table'}>
                  <ActionIcon
                    size={26}
                    variant={asTable ? 'light' : 'subtle'}
                    aria-pressed={asTable}
                    aria-label={`${title} as a table`}
                    onClick={() => setAsTable(!asTable)}
                  >
                    <IconTable size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
              <Tooltip label="Save as CSV">
                <ActionIcon
                  size={26}
                  variant="subtle"
                  aria-label={`${title} as CSV`}
                  onClick={() => saveText(toCsv(data), `${data.name}.csv`, 'text/csv')}
                >
                  <IconDownload size={16} />
                </ActionIcon>
              </Tooltip>
            </span>
          )}
        </>
      }
    >
      {asTable ? (
        <div className="charttable" tabIndex={0} role="region" aria-label={`${title}, all numbers`}>
          <DataTableOf data={data} caption={title} />
        </div>
      ) : (
        <>
          {children}
          {!isTable && !empty && (
            <div className="sr">
              <DataTableOf data={data} caption={title} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}

function DataTableOf({ data, caption }: { data: ChartData; caption: string }) {
  return (
    <table className="t">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {data.columns.map((name, k) => (
            <th key={name} scope="col" className={k > 0 ? 'r' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row) => (
          <tr key={String(row[0])}>
            {row.map((cell, k) => (
              <td key={data.columns[k]} className={k > 0 ? 'r' : undefined}>
                {cellShown(data, k, cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
