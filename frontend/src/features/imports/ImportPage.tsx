import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { rowsOf } from '../../shared/api/list';
import { bytes, count, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { DropZone } from '../../shared/ui/DropZone';
import { EarlierIntakes } from '../../shared/ui/EarlierIntakes';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { useCollections, useImports, useStartImport } from './api';
import { readHeader, type Header } from '../../shared/lib/header';
import { guessColumns } from './header';
import { MappingForm } from './MappingForm';
import { EMPTY_HAND, ExtraError, mappingText, type Mode } from './mapping';
import { Report } from './Report';
import './imports.css';

const MODES = [
  { value: 'auto', label: 'Recognise columns' },
  { value: 'public-index', label: 'Public index' },
  { value: 'affectory', label: 'Affectory' },
  { value: 'hand', label: 'By hand' },
];

function useChosen() {
  const [files, setFiles] = useState<File[]>([]);
  const [zip, setZip] = useState<File | null>(null);
  const [manifest, setManifest] = useState<File | null>(null);
  const [header, setHeader] = useState<Header | null>(null);
  const add = async (list: Iterable<File>) => {
    const given = [...list];
    const table = given.find((f) => /\.(csv|tsv|tab|json)$/i.test(f.name));
    const archive = given.find((f) => /\.zip$/i.test(f.name));
    const motions = given.filter((f) => f !== table && f !== archive);
    if (motions.length > 0)
      setFiles((old) => [
        ...old.filter(
          (o) => !motions.some((m) => m.name === o.name && m.webkitRelativePath === o.webkitRelativePath),
        ),
        ...motions,
      ]);
    if (archive) setZip(archive);
    if (!table) return null;
    const read = readHeader(table.name, await table.slice(0, 262_144).text());
    setManifest(table);
    setHeader(read);
    return read;
  };
  const clear = () => {
    setFiles([]);
    setZip(null);
    setManifest(null);
    setHeader(null);
  };
  return { files, zip, manifest, header, add, clear };
}

function Collections({ slug }: { slug: string }) {
  const rows = rowsOf(useCollections(slug).data);
  if (rows.length === 0) return <p className="t2">Collections appear with the first import.</p>;
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Collection</th>
          <th>Licence</th>
          <th>May be passed on</th>
          <th className="r">Motions</th>
          <th>Labels</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((c) => (
          <tr key={c.id}>
            <td>
              {c.name}
              {c.is_synthetic && <span className="chip warn tagchip">synthetic</span>}
            </td>
            <td>{c.licence || <span className="t3">not given</span>}</td>
            <td>{words(c.may_redistribute)}</td>
            <td className="r">{count(c.motions)}</td>
            <td className="nowrap">
              <Link href={`/p/${slug}/import/mapping/${c.id}`}>Mapping</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export default function ImportPage({ slug, id }: { slug: string; id: string | undefined }) {
  usePage({
    title: 'Import',
    crumbs: id ? [{ label: 'Import', to: `/p/${slug}/import` }, { label: 'Report' }] : [{ label: 'Import' }],
  });
  const [, go] = useLocation();
  const earlier = rowsOf(useImports(slug).data);
  const chosen = useChosen();
  const [mode, setMode] = useState<Mode>('auto');
  const [hand, setHand] = useState(EMPTY_HAND);
  const [collection, setCollection] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const start = useStartImport(slug);
  const { files, zip, manifest, header } = chosen;
  const something = files.length > 0 || zip !== null;

  const add = async (list: File[]) => {
    const read = await chosen.add(list);
    if (read) setHand((h) => ({ ...h, columns: guessColumns(read.columns) }));
  };
  const send = (dryRun: boolean) => {
    setProblem(null);
    try {
      const mapping = mappingText(mode, hand);
      start.mutate(
        { files, zip, manifest, collection: collection.trim(), mapping, dryRun },
        { onSuccess: (r) => go(`/p/${slug}/import/${r.import.id}`) },
      );
    } catch (error) {
      if (!(error instanceof ExtraError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <div className="dash">
      <PageHead
        title="Import motions"
        sub="BVH files, a folder or a zip, with a table that says label, performer, performance, licence and rights. A dry run shows every file’s outcome and stores nothing."
      />
      <div className="dgrid">
        {id && (
          <Card title="Report" span={12} aside={<Link href={`/p/${slug}/import`}>Close the report</Link>}>
            <Report
              slug={slug}
              id={id}
              onRepeat={something ? () => send(false) : undefined}
              busy={start.isPending}
            />
          </Card>
        )}
        <Card title="1. Files and table" span={5}>
          <DropZone accept=".bvh,.zip,.csv,.tsv,.tab,.json" folder onFiles={(list) => void add(list)}>
            Drop BVH files, a zip or the table (CSV, TSV, JSON) here
          </DropZone>
          <ul className="plainlist f13 num" style={{ marginTop: 10 }}>
            {files.length > 0 && (
              <li>
                {plural(files.length, 'file')}, {bytes(files.reduce((s, f) => s + f.size, 0))}
              </li>
            )}
            {zip && (
              <li>
                Archive <b>{zip.name}</b>, {bytes(zip.size)}
              </li>
            )}
            {manifest && (
              <li>
                Table <b>{manifest.name}</b>
                {header
                  ? `, ${plural(header.columns.length, 'column')}, ${plural(header.rows, 'row')}`
                  : ': the columns cannot be read here; the dry run says why'}
              </li>
            )}
          </ul>
          {(something || manifest) && (
            <button type="button" className="linkish" onClick={chosen.clear}>
              Choose again
            </button>
          )}
          <TextInput
            mt={10}
            label="Collection"
            description="Used where the table names none."
            value={collection}
            onChange={(e) => setCollection(e.currentTarget.value)}
            placeholder="Studio recordings 2026"
            maxLength={300}
          />
        </Card>
        <Card title="2. What the columns mean" span={7}>
          <SegmentedControl
            value={mode}
            onChange={(v) => setMode(v as Mode)}
            data={MODES}
            aria-label="Mapping of columns"
          />
          {mode === 'auto' && (
            <p className="t2 f12" style={{ marginTop: 10 }}>
              The header line decides.{' '}
              {header &&
                `Found: ${header.columns.slice(0, 8).join(', ')}${header.columns.length > 8 ? ' …' : ''}.`}
            </p>
          )}
          {mode === 'public-index' && (
            <p className="t2 f12" style={{ marginTop: 10 }}>
              For tables with file, origin, licence, redistributable, source_label, five_class and performer.
              Only “yes” allows media; everything else allows annotations only. “one of 3 professional actors”
              is an unknown performer.
            </p>
          )}
          {mode === 'affectory' && (
            <p className="t2 f12" style={{ marginTop: 10 }}>
              The columns have the fields’ own names, as in the tables that Affectory writes.
            </p>
          )}
          {mode === 'hand' && <MappingForm header={header} value={hand} onChange={setHand} />}
          {problem && (
            <p className="note no" role="alert">
              {problem}
            </p>
          )}
          {start.isError && <ErrorNote error={start.error} safe="Your choice of files is kept." />}
          <div className="row" style={{ marginTop: 12 }}>
            <Button
              disabled={!something && !manifest}
              loading={start.isPending}
              onClick={() => send(true)}
              variant="default"
            >
              Dry run
            </Button>
            <Button disabled={!something} loading={start.isPending} onClick={() => send(false)}>
              Import
            </Button>
          </div>
        </Card>
        <Card title="Collections" span={6} flush>
          <Collections slug={slug} />
        </Card>
        <Card title="Earlier imports" span={6} flush>
          <EarlierIntakes
            rows={earlier}
            none="No import yet."
            to={(row) => `/p/${slug}/import/${row.id}`}
            outcomes={['accepted', 'excluded', 'refused']}
          />
        </Card>
      </div>
    </div>
  );
}
