import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { bytes, plural } from '../../shared/lib/format';
import { useGo } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { DropZone } from '../../shared/ui/DropZone';
import { EarlierIntakes } from '../../shared/ui/EarlierIntakes';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { useImports, useNamePresets, usePreview, useStartImport, type Reading } from './api';
import { Collections } from './Collections';
import { guessColumns } from './header';
import { MappingForm } from './MappingForm';
import {
  EMPTY_HAND,
  EMPTY_NAMES,
  ExtraError,
  mappingText,
  namesText,
  NO_MEASURES,
  type Mode,
} from './mapping';
import { MeasuresForm } from './MeasuresForm';
import { NamesForm } from './NamesForm';
import { Preview } from './Preview';
import { Report } from './Report';
import { SendingNote } from './SendingNote';
import { pathOf } from './sending';
import { useChosen } from './useChosen';
import { useSending } from './useSending';
import './imports.css';

const MODES = [
  { value: 'auto', label: 'Recognise columns' },
  { value: 'public-index', label: 'Public index' },
  { value: 'affectory', label: 'Affectory' },
  { value: 'hand', label: 'By hand' },
];
const ABOUT: Partial<Record<Mode, string>> = {
  auto: 'The header line decides.',
  'public-index':
    'For tables with file, origin, licence, redistributable, source_label, five_class and performer. Only “yes” allows media; everything else allows annotations only. “one of 3 professional actors” is an unknown performer.',
  affectory: 'The columns have the fields’ own names, as in the tables that Affectory writes.',
};
const TYPING_MS = 300;

function ChosenList({ chosen }: { chosen: ReturnType<typeof useChosen> }) {
  const { files, archives, manifest, header } = chosen;
  return (
    <ul className="plainlist f13 num" style={{ marginTop: 10 }}>
      {files.length > 0 && (
        <li>
          {plural(files.length, 'file')}, {bytes(files.reduce((s, f) => s + f.size, 0))}
        </li>
      )}
      {archives.map(({ file, names }) => (
        <li key={pathOf(file)}>
          Archive <b>{file.name}</b>, {bytes(file.size)},{' '}
          {names ? plural(names.length, 'file') : 'whose names cannot be read here; the dry run says why'}
        </li>
      ))}
      {manifest && (
        <li>
          Table <b>{manifest.name}</b>
          {header
            ? `, ${plural(header.columns.length, 'column')}, ${plural(header.rows, 'row')}`
            : ': the columns cannot be read here; the dry run says why'}
        </li>
      )}
    </ul>
  );
}

/** The mapping as it is sent, or why it cannot be. */
function useMappingText(write: () => string): { mapping: string | null; problem: string | null } {
  try {
    return { mapping: write(), problem: null };
  } catch (error) {
    if (!(error instanceof ExtraError)) throw error;
    return { mapping: null, problem: error.message };
  }
}

export default function ImportPage({ slug, id }: { slug: string; id: string | undefined }) {
  usePage({
    title: 'Import',
    crumbs: id ? [{ label: 'Import', to: `/p/${slug}/import` }, { label: 'Report' }] : [{ label: 'Import' }],
  });
  const go = useGo();
  const earlier = rowsOf(useImports(slug).data);
  const presets = useNamePresets(slug).data ?? [];
  const chosen = useChosen();
  const sending = useSending(slug);
  const start = useStartImport(slug);
  const [mode, setMode] = useState<Mode>('auto');
  const [hand, setHand] = useState(EMPTY_HAND);
  const [names, setNames] = useState(EMPTY_NAMES);
  const [measures, setMeasures] = useState(NO_MEASURES);
  const [collection, setCollection] = useState('');
  const [search, setSearch] = useState('');
  const [failed, setFailed] = useState<unknown>(null);
  const top = useRef<HTMLDivElement>(null);
  // A report stands above the form, which may be scrolled far down when its button is pressed.
  useEffect(() => {
    if (id) top.current?.firstElementChild?.scrollIntoView();
  }, [id]);
  const { version, files, archives, manifest, header } = chosen;
  const something = files.length + archives.length > 0;
  const byTable = manifest !== null;

  const { mapping, problem } = useMappingText(() =>
    byTable ? mappingText(mode, hand, measures) : namesText(names, measures),
  );
  const expected = presets.find((p) => p.id === names.preset)?.constants.collection ?? '';
  const reading: Reading | null =
    mapping === null ? null : { manifest, mapping, collection: collection.trim() };
  const [typed] = useDebouncedValue(JSON.stringify([mapping, reading?.collection]), TYPING_MS);
  const settled = reading !== null && typed === JSON.stringify([mapping, reading.collection]);
  const paths = useMemo(
    () => [...files.map(pathOf), ...archives.flatMap((a) => a.names ?? [])],
    [files, archives],
  );
  const nameless = !byTable && !collection.trim() && !expected && !/\{collection\b/.test(names.pattern);
  const preview = usePreview(slug, version, paths, nameless || !settled ? null : reading, search);
  const refusal = preview.error instanceof ApiError ? preview.error : null;
  const patternSays = byTable ? undefined : refusal?.fields['mapping.file_pattern']?.[0];

  const add = async (list: File[]) => {
    const read = await chosen.add(list);
    if (read) setHand((h) => ({ ...h, columns: guessColumns(read.columns) }));
  };
  const send = async (dryRun: boolean) => {
    if (!reading) return;
    setFailed(null);
    try {
      const staged = something ? await sending.send([...files, ...archives.map((a) => a.file)]) : [];
      const started = await start.mutateAsync({ ...reading, staged, dryRun });
      go(`/p/${slug}/import/${started.import.id}`);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(error);
    }
  };
  const busy = start.isPending || sending.progress !== null;
  const columnsSay = (field: 'unit' | 'up_axis') => byTable && mode === 'hand' && !!hand.columns[field];
  return (
    <div className="dash" ref={top}>
      <PageHead
        title="Import motions"
        sub="BVH files, folders or zips, with a table that says label, performer, performance, licence and rights, or with names that say it. A dry run shows every file’s outcome and changes nothing."
      />
      <div className="dgrid">
        {id && (
          <Card title="Report" span={12} aside={<Link href={`/p/${slug}/import`}>Close the report</Link>}>
            <Report slug={slug} id={id} />
          </Card>
        )}
        <Card title="1. Files and table" span={5}>
          <DropZone accept=".bvh,.zip,.csv,.tsv,.tab,.json" folder onFiles={(list) => void add(list)}>
            Drop BVH files, folders, zips or the table (CSV, TSV, JSON) here
          </DropZone>
          <ChosenList chosen={chosen} />
          {(something || manifest) && !busy && (
            <button type="button" className="linkish" style={{ paddingLeft: 0 }} onClick={chosen.clear}>
              Choose again
            </button>
          )}
          <TextInput
            mt={10}
            label="Collection"
            description={byTable ? 'Used where the table names none.' : 'Where these motions come from.'}
            value={collection}
            onChange={(e) => setCollection(e.currentTarget.value)}
            placeholder={expected || 'Studio recordings 2026'}
            maxLength={300}
          />
          {sending.progress && <SendingNote progress={sending.progress} stop={sending.stop} />}
        </Card>
        <Card title={byTable ? '2. What the columns mean' : '2. What the names say'} span={7}>
          {byTable ? (
            <>
              <SegmentedControl
                value={mode}
                onChange={(v) => setMode(v as Mode)}
                data={MODES}
                aria-label="Mapping of columns"
              />
              {ABOUT[mode] && (
                <p className="t2 f12" style={{ marginTop: 10 }}>
                  {ABOUT[mode]}
                </p>
              )}
              {mode === 'hand' && <MappingForm header={header} value={hand} onChange={setHand} />}
            </>
          ) : (
            <NamesForm
              presets={presets}
              value={names}
              onChange={setNames}
              problem={patternSays?.replace(/^file_pattern: /, '')}
            />
          )}
          <MeasuresForm
            value={measures}
            onChange={setMeasures}
            columns={{ unit: columnsSay('unit'), upAxis: columnsSay('up_axis') }}
          />
          {problem && (
            <p className="note no" role="alert">
              {problem}
            </p>
          )}
          {failed !== null && (
            <ErrorNote error={failed} safe="Your choice is kept, and so is every file that has come." />
          )}
          <div className="row" style={{ marginTop: 12 }}>
            <Button
              disabled={(!something && !manifest) || !reading}
              loading={busy}
              onClick={() => void send(true)}
              variant="default"
            >
              Dry run
            </Button>
            <Button disabled={!something || !reading} loading={busy} onClick={() => void send(false)}>
              Import
            </Button>
          </div>
        </Card>
        {(something || manifest) && (
          <Card title="What would be read" span={12} aside="From names and table alone; nothing is stored">
            {nameless ? (
              <p className="t2">Name the collection, and what the names say is shown here.</p>
            ) : refusal ? (
              patternSays ? (
                <p className="t2">The pattern cannot be read; under it stands why.</p>
              ) : (
                <ErrorNote error={refusal} />
              )
            ) : preview.data ? (
              <Preview preview={preview.data} busy={preview.isFetching || !settled} onSearch={setSearch} />
            ) : (
              <p className="t2" role="status">
                Reading the names
              </p>
            )}
          </Card>
        )}
        <Card title="Collections" span={12} flush>
          <Collections slug={slug} />
        </Card>
        <Card title="Earlier imports" span={12} flush>
          <EarlierIntakes
            rows={earlier}
            none="No import yet."
            to={(row) => `/p/${slug}/import/${row.id}`}
            outcomes={['accepted', 'excluded', 'refused']}
            what={{ head: 'Collection or table', of: (row) => row.collection || row.manifest_name }}
          />
        </Card>
      </div>
    </div>
  );
}
