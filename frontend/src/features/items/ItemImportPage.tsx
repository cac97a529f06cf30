import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { rowsOf } from '../../shared/api/list';
import { bytes } from '../../shared/lib/format';
import { useTaxonomy } from '../../shared/taxonomy';
import { usePage } from '../../shared/ui/chrome';
import { DropZone } from '../../shared/ui/DropZone';
import { EarlierIntakes } from '../../shared/ui/EarlierIntakes';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { useItemImports, useStartItemImport } from './api';
import { ImportReport } from './components/ImportReport';
import { MappingEditor } from './components/MappingEditor';
import { EMPTY, guess, missing, toJson, type Mapping } from './model/mapping';
import { firstRecords, READ_BYTES, recognise, type Form, type Json } from './model/records';
import './items.css';

const FORMS: { value: Form; label: string; about: string }[] = [
  {
    value: 'items',
    label: 'Ten fields',
    about:
      'Each record is a whole item, in the ten fields of the format. It becomes a submitted revision; a known id with other content becomes the next one.',
  },
  {
    value: 'longemo-choice',
    label: 'LongEmo choice',
    about:
      'Public multiple-choice files of the LongEmo authors. Each record becomes a draft; its options are shown beside it.',
  },
  {
    value: 'ten-fields',
    label: 'Ten fields, as drafts',
    about: 'Records with the names of the ten fields, perhaps with options. Each becomes a draft to revise.',
  },
  {
    value: 'table',
    label: 'Table',
    about:
      'A table with id, question, and perhaps video, type, answer and options A, B, C … Each line becomes a draft.',
  },
  {
    value: 'own',
    label: 'Own mapping',
    about: 'Say which field of the file is which. Each record becomes a draft.',
  },
];

interface Chosen {
  file: File;
  records: Json[];
  form: Form | null;
}

async function look(file: File): Promise<Chosen> {
  const beginning = firstRecords(file.name, await file.slice(0, READ_BYTES).text());
  return { file, records: beginning?.records ?? [], form: beginning && recognise(beginning) };
}

/** Existing questions: recognised, tried, then brought in. */
export default function ItemImportPage({ slug, id }: { slug: string; id: string | undefined }) {
  const items = { label: 'Items', to: `/p/${slug}/items` };
  const page = { label: 'Import', ...(id ? { to: `/p/${slug}/items/import` } : {}) };
  usePage({ title: 'Import items', crumbs: [items, page, ...(id ? [{ label: 'Report' }] : [])] });
  const [, go] = useLocation();
  const earlier = rowsOf(useItemImports(slug).data);
  const kinds = useTaxonomy().data?.kinds ?? [];
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [form, setForm] = useState<Form>('items');
  const [mapping, setMapping] = useState<Mapping>(EMPTY);
  const start = useStartItemImport(slug);
  const lacking = form === 'own' ? missing(mapping) : [];

  const take = async (files: File[]) => {
    if (!files[0]) return;
    start.reset();
    const found = await look(files[0]);
    setChosen(found);
    setMapping(guess(found.records));
    if (found.form) setForm(found.form);
  };
  const send = (dryRun: boolean) => {
    if (!chosen) return;
    const said = form === 'items' ? '' : form === 'own' ? toJson(mapping) : JSON.stringify(form);
    start.mutate(
      { file: chosen.file, mapping: said, dryRun },
      { onSuccess: (r) => go(`/p/${slug}/items/import/${r.import.id}`) },
    );
  };
  const ready = chosen !== null && lacking.length === 0;
  return (
    <div className="dash">
      <PageHead
        title="Import items"
        sub="Files of questions: the ten fields, or older ones with options. A dry run says what would become of each record and stores nothing."
      />
      <div className="dgrid">
        {id && (
          <Card title="Report" aside={<Link href={`/p/${slug}/items/import`}>Close the report</Link>}>
            <ImportReport
              slug={slug}
              id={id}
              onImport={ready ? () => send(false) : undefined}
              busy={start.isPending}
            />
          </Card>
        )}
        <Card title="1. File" span={4}>
          <DropZone
            accept=".json,.jsonl,.ndjson,.csv,.tsv,.tab"
            onFiles={(files) => void take(files)}
            label="File"
          >
            Drop a JSON, JSON Lines, CSV or TSV file here
          </DropZone>
          {chosen && (
            <p className="f13 chosenfile" role="status">
              <b>{chosen.file.name}</b>, {bytes(chosen.file.size)}.{' '}
              {chosen.form === null
                ? 'Its beginning cannot be read here; the dry run says why.'
                : chosen.form === 'own'
                  ? 'Its form is not known: say which field is which.'
                  : `Recognised: ${FORMS.find((f) => f.value === chosen.form)!.label.toLowerCase()}.`}
            </p>
          )}
        </Card>
        <Card title="2. How it is read" span={8}>
          <SegmentedControl
            aria-label="How the file is read"
            value={form}
            onChange={(v) => setForm(v as Form)}
            data={FORMS.map(({ value, label }) => ({ value, label }))}
          />
          <p className="t2 f13 formabout">{FORMS.find((f) => f.value === form)!.about}</p>
          {form === 'own' && chosen && chosen.records.length > 0 && (
            <MappingEditor mapping={mapping} onChange={setMapping} records={chosen.records} kinds={kinds} />
          )}
          {form === 'own' && !chosen && <p className="t2">Choose a file to see its fields.</p>}
          {start.isError && <ErrorNote error={start.error} safe="Your file and mapping are kept." />}
          <div className="row importdo">
            <Button variant="default" disabled={!ready} loading={start.isPending} onClick={() => send(true)}>
              Dry run
            </Button>
            <Button disabled={!ready} loading={start.isPending} onClick={() => send(false)}>
              Import
            </Button>
            {chosen && lacking.length > 0 && (
              <span className="f12 t2">Say where these are found: {lacking.join(', ')}</span>
            )}
          </div>
        </Card>
        <Card title="Earlier imports" flush>
          <EarlierIntakes
            rows={earlier}
            none="No import yet."
            to={(row) => `/p/${slug}/items/import/${row.id}`}
            outcomes={['new', 'changed', 'unchanged', 'refused']}
            what={{ head: 'File', of: (row) => row.file_name }}
          />
        </Card>
      </div>
    </div>
  );
}
