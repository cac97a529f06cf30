import { Button, Checkbox, Modal, Progress, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { bytes, plural } from '../../shared/lib/format';
import { DropZone } from '../../shared/ui/DropZone';
import { ErrorNote, useAfter } from '../../shared/ui/states';
import { isImport, useAddUpload, usePreview, WHOLE, type Reading, type SceneImport } from './adding/api';
import { Look } from './adding/Look';
import { ReadingFields } from './adding/Reading';
import { useUpload, type Sending } from './adding/useUpload';
import { RIGHTS } from './rights';
import './adding/adding.css';

const AS_IT_LOOKS: Reading = { entry: '', scale: null, up_axis: 'auto', floor_m: null, with_pictures: true };

/** A file is sent once, looked at as often as one likes, and added when it looks right. */
export default function AddScene({ slug, onClose }: { slug: string; onClose: () => void }) {
  const file = useUpload(slug);
  const [, go] = useLocation();
  const [reading, setReading] = useState(AS_IT_LOOKS);
  const [name, setName] = useState<string | null>(null);
  const [licence, setLicence] = useState('');
  const [rights, setRights] = useState('annotations');
  const [external, setExternal] = useState(false);
  const [report, setReport] = useState<SceneImport | null>(null);
  const entries = file.done?.entries ?? [];
  const entry = reading.entry || (entries.length === 1 ? (entries[0]?.path ?? '') : '');
  const whole = entry === WHOLE;
  const wanted = JSON.stringify({ ...reading, entry });
  const [still] = useDebouncedValue(wanted, 300);
  const asked = JSON.parse(still) as Reading;
  const preview = usePreview(slug, file.done, asked);
  const add = useAddUpload(slug, file.done);
  const found = preview.isError ? undefined : preview.data;
  const isOld = preview.isFetching || still !== wanted;
  const called = whole ? '-' : (name ?? found?.name ?? '');
  const ready = whole || (found && !isOld && found.problems.length === 0 && !found.same_as);
  const change = (part: Partial<Reading>) => setReading((now) => ({ ...now, ...part }));
  const choose = (files: File[]) => {
    setReading(AS_IT_LOOKS);
    setName(null);
    add.reset();
    void file.send(files);
  };
  const submit = (e: FormEvent) => {
    e.preventDefault();
    add.mutate(
      {
        ...reading,
        entry,
        scale: reading.scale ?? (whole ? 1 : (found?.scale ?? 1)),
        up_axis: reading.up_axis === 'auto' && found && !whole ? found.up_axis : reading.up_axis,
        name: called.trim(),
        licence: licence.trim(),
        may_redistribute: rights,
        may_send_to_external_model: external,
      },
      {
        onSuccess: (made) => {
          if (!isImport(made)) go(`/p/${slug}/scenes/${made.id}`);
          else if (made.report.length === 1 && made.report[0]?.outcome === 'added')
            go(`/p/${slug}/scenes/${made.report[0].scene}`);
          else setReport(made);
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add a scene"
      size={file.done && !report ? 1080 : 'lg'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {report ? (
        <Report report={report} slug={slug} onClose={onClose} />
      ) : !file.done ? (
        <div className="col" style={{ gap: 10 }}>
          <DropZone
            accept=".glb,.gltf,.obj,.mtl,.zip,.bin,.png,.jpg,.jpeg"
            onFiles={choose}
            folder
            label="Scene files"
          >
            A room as GLB, glTF or OBJ, with the files beside it or as a zip; or a habitat scene set (HSSD) as
            a folder or zip.
          </DropZone>
          {file.sending && <SendingBar sending={file.sending} onStop={file.forget} />}
          {file.error && <ErrorNote error={file.error} safe="Nothing was added." />}
        </div>
      ) : (
        <form className="sceneadd" onSubmit={submit}>
          <div className="col" style={{ gap: 12 }}>
            <div className="row">
              <span className="grow ellipsis" title={file.done.name}>
                <b>{file.done.name}</b> <span className="t2 f12">{bytes(file.done.size_bytes)}</span>
              </span>
              <Button variant="default" size="xs" onClick={file.forget}>
                Another file
              </Button>
            </div>
            {entries.length > 1 && (
              <Select
                label={`Scene (${entries.length} in this file)`}
                placeholder="Choose a scene"
                searchable
                limit={100}
                data={[
                  { value: WHOLE, label: `All ${entries.length} scenes` },
                  ...entries.map((one) => ({ value: one.path, label: one.name })),
                ]}
                value={entry || null}
                onChange={(path) => {
                  setReading({ ...AS_IT_LOOKS, entry: path ?? '' });
                  setName(null);
                }}
              />
            )}
            {!whole && entry && <ReadingFields reading={reading} preview={found} onChange={change} />}
            {!whole && (
              <TextInput
                label="Name"
                value={called}
                onChange={(e) => setName(e.currentTarget.value)}
                required
                maxLength={120}
              />
            )}
            <div className="row wrap" style={{ gap: 10, alignItems: 'flex-end' }}>
              <TextInput
                className="grow"
                label="Licence"
                value={licence}
                onChange={(e) => setLicence(e.currentTarget.value)}
                required
                maxLength={500}
                placeholder="CC BY 4.0"
              />
              <Select
                label="May be passed on"
                data={RIGHTS}
                value={rights}
                onChange={(value) => setRights(value ?? 'annotations')}
                allowDeselect={false}
              />
            </div>
            <Checkbox
              label="May be sent to external models"
              checked={external}
              onChange={(e) => setExternal(e.currentTarget.checked)}
              size="xs"
            />
            {add.isError && <ErrorNote error={add.error} safe="Nothing was stored; your entries are kept." />}
            <Button
              type="submit"
              disabled={!ready || !called.trim() || !licence.trim()}
              loading={add.isPending}
            >
              {whole ? `Add ${plural(entries.length, 'scene')}` : 'Add the scene'}
            </Button>
          </div>
          <div>
            {preview.isError ? (
              <ErrorNote error={preview.error} safe="Nothing was added." />
            ) : found ? (
              <Look preview={found} isOld={isOld} />
            ) : (
              <Waiting what={whole ? 'all' : entry ? 'look' : 'choose'} />
            )}
          </div>
        </form>
      )}
    </Modal>
  );
}

function SendingBar({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const share = sending.size > 0 ? (100 * sending.sent) / sending.size : 0;
  const word = sending.isPacking ? 'Packing' : share >= 100 ? 'Looking into' : 'Sending';
  return (
    <div className="row" role="status">
      <span className="ellipsis f12" style={{ maxWidth: 260 }}>
        {word} {sending.name}
      </span>
      <Progress value={share} className="grow" aria-label={`${Math.round(share)} % sent`} />
      <span className="f12 t2 num">
        {bytes(sending.sent)} of {bytes(sending.size)}
      </span>
      <Button variant="default" size="xs" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

function Waiting({ what }: { what: 'all' | 'look' | 'choose' }) {
  const late = useAfter(4000);
  if (what === 'choose')
    return <p className="well scenelook-map scenelook-note">Choose one of the scenes, or all.</p>;
  if (what === 'all')
    return (
      <p className="well scenelook-map scenelook-note">
        They are added one by one by a worker, each read in metres and as it stands. What is here already is
        left as it is; what is refused is told at the end.
      </p>
    );
  return (
    <div className="skeleton scenelook-map" role="status">
      <span className="sr">Looking at the file</span>
      {late && <p className="scenelook-note">A large file takes a worker a while.</p>}
    </div>
  );
}

const OUTCOMES: Record<string, string> = { added: 'Added', unchanged: 'Here already', refused: 'Refused' };

function Report({ report, slug, onClose }: { report: SceneImport; slug: string; onClose: () => void }) {
  return (
    <div className="col" style={{ gap: 12 }}>
      <ul className="scenereport">
        {report.report.map((row) => (
          <li key={row.entry}>
            <span className={row.outcome === 'refused' ? 'chip no' : 'chip'}>{OUTCOMES[row.outcome]}</span>
            <span className="grow">
              {row.scene ? (
                <Link href={`/p/${slug}/scenes/${row.scene}`}>{row.name}</Link>
              ) : (
                row.name || row.entry
              )}
              {row.reason && <span className="f12 t2"> {row.reason}</span>}
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
