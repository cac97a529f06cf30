import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../lib/download';
import { count } from '../lib/format';
import { ErrorNote } from '../ui/states';

/** The list as it is filtered and sorted, as a file. */
export function ExportMenu({
  path,
  where,
  filename,
  total,
}: {
  path: string;
  where: string;
  filename: string;
  total: number | undefined;
}) {
  const [error, setError] = useState<unknown>(null);
  const save = (ending: 'csv' | 'jsonl') => {
    setError(null);
    download(`${path}.${ending}?${where}`, `${filename}.${ending}`).catch(setError);
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={15} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {total === undefined ? 'The rows' : `The ${count(total)} rows`} of this list, in its order
          </Menu.Label>
          <Menu.Item onClick={() => save('csv')}>CSV, for spreadsheets</Menu.Item>
          <Menu.Item onClick={() => save('jsonl')}>JSON Lines, one row a line</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
