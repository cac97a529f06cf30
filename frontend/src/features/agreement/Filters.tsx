import { Button, Menu, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { query } from '../../shared/api/client';
import type { Report } from '../../shared/agreement/model';
import { download } from '../../shared/lib/download';
import { count, words } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { asQuery, type Scope } from './scope';

interface Props {
  slug: string;
  scope: Scope;
  report: Report;
  set: (patch: Record<string, string | null>) => void;
}

/** What the numbers are about. All of it stands in the address. */
export function Filters({ slug, scope, report, set }: Props) {
  const types = (report.choices?.types ?? []).filter(
    (t) => t.kind === scope.kind && (!scope.granularity || t.granularity === scope.granularity),
  );
  const batches = (report.choices?.batches ?? []).filter((b) => b.kind === scope.kind);
  const files = useMutation({
    mutationFn: (ending: 'csv' | 'json') =>
      download(
        `/projects/${slug}/agreement.${ending}${query(asQuery(scope))}`,
        ['agreement', slug, ...Object.values(scope).filter(Boolean)].join('-').replaceAll(' ', '_') +
          `.${ending}`,
      ),
  });
  return (
    <>
      {scope.kind === 'item' && (
        <SegmentedControl
          aria-label="Clip or whole video"
          value={scope.granularity}
          onChange={(granularity) => set({ granularity, type: null })}
          data={[
            { value: 'clip', label: 'G1 clips' },
            { value: 'episode', label: 'G2 whole videos' },
          ]}
        />
      )}
      <NativeSelect
        aria-label="Type"
        value={scope.type}
        onChange={(e) => set({ type: e.currentTarget.value })}
        data={[
          { value: '', label: 'All types' },
          ...types.map((t) => ({ value: t.type, label: `${words(t.type)} (${count(t.n)})` })),
        ]}
      />
      <NativeSelect
        aria-label="Judgement"
        value={scope.judgement}
        onChange={(e) => set({ judgement: e.currentTarget.value })}
        data={[
          { value: '', label: 'Verdict' },
          ...report.by_judgement.map((j) => ({ value: j.id, label: j.label ?? words(j.id) })),
        ]}
      />
      {batches.length > 1 && (
        <NativeSelect
          aria-label="Batch"
          value={scope.batch}
          onChange={(e) => set({ batch: e.currentTarget.value })}
          data={[
            { value: '', label: 'All batches' },
            ...batches.map((b) => ({ value: b.id, label: b.name })),
          ]}
        />
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={15} />} loading={files.isPending}>
            Data
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The report as it is filtered here</Menu.Label>
          <Menu.Item onClick={() => files.mutate('csv')}>CSV, one line a part</Menu.Item>
          <Menu.Item onClick={() => files.mutate('json')}>JSON, with intervals and reasons</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {files.isError && <ErrorNote error={files.error} />}
    </>
  );
}
