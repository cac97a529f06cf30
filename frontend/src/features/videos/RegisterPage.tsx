import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { useMe } from '../../shared/api/session';
import { readHeader, type Header } from '../../shared/lib/header';
import { count, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { DropZone } from '../../shared/ui/DropZone';
import { EarlierIntakes } from '../../shared/ui/EarlierIntakes';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { openUploads, registrationEnded, useRegister, useRegistration, useRegistrations } from './api/hooks';
import type { Defaults } from './api/types';
import { AboutFields } from './components/AboutFields';
import { MappingTable } from './components/MappingTable';
import { RegistrationReport } from './components/RegistrationReport';
import { UploadProgress, UploadTable } from './components/UploadTable';
import { useUploads } from './components/useUploads';
import { readDefaults, writeDefaults } from './model/defaults';
import { ACCEPT, kindOf } from './model/files';
import { guessMapping, type Mapping } from './model/manifest';
import { SentFiles } from './model/sent';
import { totals } from './model/uploads';
import './videos.css';

/** The table among the chosen files, its columns, and which of them mean what. */
function useManifest() {
  const [header, setHeader] = useState<Header | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const read = async (file: File) => {
    const found = readHeader(file.name, await file.slice(0, 262_144).text());
    setHeader(found);
    setMapping(found ? guessMapping(found.columns) : {});
  };
  return { header, mapping, setMapping, read };
}

export default function RegisterPage({ slug, id }: { slug: string; id: string | undefined }) {
  const home = `/p/${slug}/videos`;
  usePage({
    title: 'Register videos',
    crumbs: [
      { label: 'Videos', to: home },
      id ? { label: 'Register', to: `${home}/register` } : { label: 'Register' },
      ...(id ? [{ label: 'Report' }] : []),
    ],
  });
  const [, go] = useLocation();
  const earlier = rowsOf(useRegistrations(slug).data);
  const client = useQueryClient();
  const person = useMe().data?.id ?? '';
  const [sent] = useState(() => new SentFiles(localStorage, slug, person));
  const uploads = useUploads(slug, sent);
  const manifest = useManifest();
  const [defaults, setDefaults] = useState<Defaults>(() => readDefaults(localStorage, slug));
  const [others, setOthers] = useState<string[]>([]);
  /** The dry run of exactly what is chosen now; any change asks for another. */
  const [checked, setChecked] = useState<{ id: string; of: string } | null>(null);
  const register = useRegister(slug);
  const { items } = uploads.queue;
  const t = totals(uploads.queue);
  const table = items.findLast((item) => kindOf(item.name) === 'table');
  const wanted = {
    uploads: items.filter((item) => item.upload && item !== table).map((item) => item.upload!),
    manifest: table?.upload ?? null,
    mapping: table && manifest.header ? manifest.mapping : null,
    defaults,
  };
  const fingerprint = JSON.stringify(wanted);
  const dryRun = useRegistration(slug, checked?.of === fingerprint ? checked.id : null);
  const isChecked = checked?.of === fingerprint && registrationEnded(dryRun.data);
  const ready = t.settled && wanted.uploads.length > 0;

  const add = async (chosen: File[]) => {
    const taken = chosen.filter((file) => kindOf(file.name) !== 'other');
    setOthers(chosen.filter((file) => kindOf(file.name) === 'other').map((file) => file.name));
    const last = taken.findLast((file) => kindOf(file.name) === 'table');
    if (last) await manifest.read(last);
    uploads.add(taken, await openUploads(client, slug));
  };
  const change = (next: Defaults) => {
    setDefaults(next);
    writeDefaults(localStorage, slug, next);
  };
  const start = (dry: boolean) =>
    register.mutate(
      { ...wanted, dryRun: dry },
      {
        onSuccess: ({ registration }) => {
          if (dry) setChecked({ id: registration.id, of: fingerprint });
          else {
            uploads.forgetAll();
            setChecked(null);
          }
          go(`${home}/register/${registration.id}`);
        },
        onError: (error) => {
          // An upload that the server no longer has is sent again; what else is wrong is said below.
          if (error instanceof ApiError && error.code === 'registration.uploads')
            uploads.forget(wanted.uploads);
        },
      },
    );
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id) page.current?.scrollTo(0, 0);
  }, [id]);
  return (
    <div className="dash" ref={page}>
      <PageHead
        title="Register videos"
        sub="Video files, their subtitles beside them, and a table that says source, licence and rights. The files are sent as you choose them; nothing is registered before you say so."
      />
      <div className="dgrid">
        {id && (
          <Card title="Report" span={12} aside={<Link href={`${home}/register`}>Close the report</Link>}>
            <RegistrationReport slug={slug} id={id}>
              {id === checked?.id && isChecked && (
                <Button className="end" onClick={() => start(false)} loading={register.isPending}>
                  Register {plural(wanted.uploads.length, 'file')}
                </Button>
              )}
            </RegistrationReport>
          </Card>
        )}
        <Card title="1. Files" span={7}>
          <DropZone accept={ACCEPT} folder onFiles={(files) => void add(files)}>
            Drop videos, subtitles (SRT, WebVTT, ASS) and the table (CSV, TSV, JSON) here
          </DropZone>
          {others.length > 0 && (
            <p className="f12 t2" style={{ marginTop: 8 }}>
              Left out, as neither video, subtitles nor table: {others.slice(0, 5).join(', ')}
              {others.length > 5 && ` and ${count(others.length - 5)} more`}.
            </p>
          )}
          {items.length > 0 && (
            <>
              <UploadProgress uploads={uploads} />
              <UploadTable uploads={uploads} />
            </>
          )}
        </Card>
        <Card title="2. What is said about them" span={5}>
          {table && manifest.header && (
            <>
              <p className="f13" style={{ marginBottom: 8 }}>
                Table <b>{table.name}</b>, {plural(manifest.header.rows, 'row')}. Which column says what:
              </p>
              <MappingTable
                header={manifest.header}
                value={manifest.mapping}
                onChange={manifest.setMapping}
              />
            </>
          )}
          {table && !manifest.header && (
            <p className="note warn f12">
              The columns of {table.name} cannot be read here; the dry run says why.
            </p>
          )}
          <h3 className="abouthead">{table ? 'Where the table says nothing' : 'For all files'}</h3>
          <AboutFields value={defaults} onChange={change} />
          {register.isError && <ErrorNote error={register.error} safe="Your files and texts are kept." />}
          <div className="row wrap registerdo">
            <Button
              variant={isChecked ? 'default' : 'filled'}
              disabled={!ready}
              loading={register.isPending}
              onClick={() => start(true)}
            >
              Dry run
            </Button>
            <Button disabled={!isChecked} loading={register.isPending} onClick={() => start(false)}>
              Register
            </Button>
            <span className="f12 t2 row">
              {!ready && items.length > 0 && !t.settled && 'Wait until the files are sent.'}
              {ready && !isChecked && 'First see in a dry run what will become of each file.'}
              {isChecked && (
                <>
                  <IconCheck size={15} aria-hidden /> The report is above.
                </>
              )}
            </span>
          </div>
        </Card>
        <Card title="Earlier registrations" span={12} flush>
          <EarlierIntakes
            rows={earlier}
            none="No registration yet."
            to={(row) => `${home}/register/${row.id}`}
            outcomes={['accepted', 'refused']}
          />
        </Card>
      </div>
    </div>
  );
}
