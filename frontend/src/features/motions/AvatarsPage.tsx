import { Button, Checkbox, FileInput, NativeSelect, Slider, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { api, query } from '../../shared/api/client';
import { upload } from '../../shared/api/upload';
import { takeLostFocus } from '../../shared/lib/lostFocus';
import { bytes, dateTime, plural } from '../../shared/lib/format';
import { decodeMotion } from '../../shared/scene3d/motion';
import { startOf } from '../../shared/player/timeline';
import { usePage } from '../../shared/ui/chrome';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useBytes, useMotion, type MotionRow } from './api';
import { AvatarStage } from './AvatarStage';
import { familyWords } from './retargeting';
import './motions.css';

export interface Avatar {
  id: string;
  name: string;
  source_file: string;
  glb_sha256: string;
  report: {
    family?: string;
    joints_in_file?: number;
    found?: Record<string, string>;
    metres_per_unit?: number;
    vertices?: number;
    triangles?: number;
    left_out?: string[];
    warnings?: string[];
  };
  is_chosen: boolean;
  taken_out_at: string | null;
  episodes: number;
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
  created_at: string;
  created_by: string;
  glb_url: string;
}

const RIGHTS = [
  { value: 'annotations', label: 'Annotations only' },
  { value: 'derived', label: 'Renders and motions' },
  { value: 'media', label: 'Everything, the file included' },
];

function useAvatars(slug: string) {
  return useQuery({
    queryKey: ['avatars', slug],
    queryFn: () => api.get<{ avatars: Avatar[] }>(`/projects/${slug}/avatars`),
  });
}

function useChange<Given>(slug: string, send: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ predicate: (q) => q.queryKey.includes(slug) }),
  });
}

/** The chosen body posing a motion of the project, to see how it bends. */
function Posing({ slug, url, version }: { slug: string; url: string; version: string }) {
  const motions = useQuery({
    queryKey: ['motions to pose', slug],
    queryFn: () =>
      api.get<{ results: MotionRow[] }>(`/projects/${slug}/motions${query({ state: 'ready', limit: 50 })}`),
  });
  const rows = motions.data?.results ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const id = picked ?? rows[0]?.id ?? '';
  return (
    <section className="card" aria-label="The avatar posing a motion">
      {id ? (
        <Posed key={id} slug={slug} id={id} url={url} version={version} />
      ) : (
        <div className="well tall">
          <p className="scene3d-note" role="status">
            {motions.isPending ? 'Looking for a motion …' : 'Bring in a motion to see the avatar move.'}
          </p>
        </div>
      )}
      {rows.length > 0 && (
        <NativeSelect
          className="padded"
          label="Motion"
          value={id}
          onChange={(e) => setPicked(e.currentTarget.value)}
          data={rows.map((row) => ({ value: row.id, label: row.name }))}
        />
      )}
    </section>
  );
}

function Posed({ slug, id, url, version }: { slug: string; id: string; url: string; version: string }) {
  const motion = useMotion(slug, id);
  const retargeted = useBytes(
    'retargeted',
    motion.data?.retargeted_url,
    motion.data?.provenance.inspected_at,
  );
  const avatar = useBytes('avatar', url, version);
  const [frame, setFrame] = useState(0);
  const decoded = retargeted.data ? decodeMotion(retargeted.data) : null;
  return (
    <>
      <div className="well tall">
        {retargeted.data && avatar.data && decoded ? (
          <AvatarStage
            avatar={avatar.data}
            motion={retargeted.data}
            time={startOf(decoded, frame)}
            label="The avatar posing a motion"
          />
        ) : (
          <p className="scene3d-note" role="status">
            {avatar.isError ? avatar.error.message : 'Loading the avatar'}
          </p>
        )}
      </div>
      <div className="row posebar">
        <Slider
          className="grow"
          size={4}
          thumbSize={16}
          min={0}
          max={Math.max(1, (decoded?.frames ?? 1) - 1)}
          value={frame}
          onChange={setFrame}
          label={(value) => `frame ${value + 1}`}
          thumbLabel="Frame"
        />
      </div>
    </>
  );
}

function AddAvatar({ slug, onAdded }: { slug: string; onAdded: (id: string) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [licence, setLicence] = useState('');
  const [rights, setRights] = useState('annotations');
  const [external, setExternal] = useState(false);
  const add = useChange(slug, (given: { file: File; fields: Record<string, string> }) =>
    upload<Avatar>(`/projects/${slug}/avatars`, given.file, { fields: given.fields }),
  );
  const submit = (e: FormEvent) => {
    e.preventDefault();
    if (!file) return;
    const fields = {
      name: name.trim(),
      licence: licence.trim(),
      may_redistribute: rights,
      may_send_to_external_model: String(external),
    };
    add.mutate(
      { file, fields },
      {
        onSuccess: (made) => {
          onAdded((made as Avatar).id);
          setFile(null);
          setName('');
        },
      },
    );
  };
  return (
    <Card title="Add a character" span={12}>
      <form className="addavatar" onSubmit={submit}>
        <FileInput
          label="GLB file"
          description={
            file ? bytes(file.size) : 'One skinned character; joints named as Mixamo, MakeHuman, … do'
          }
          accept=".glb,model/gltf-binary"
          value={file}
          required
          placeholder="Choose a file"
          onChange={(f) => {
            setFile(f);
            if (f && !name) setName(f.name.replace(/\.[^.]+$/, ''));
          }}
        />
        <TextInput
          label="Name"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          required
          maxLength={120}
        />
        <TextInput
          label="Licence"
          value={licence}
          onChange={(e) => setLicence(e.currentTarget.value)}
          required
          maxLength={500}
        />
        <NativeSelect
          label="May be passed on"
          value={rights}
          onChange={(e) => setRights(e.currentTarget.value)}
          data={RIGHTS}
        />
        <Checkbox
          label="May be sent to external models"
          checked={external}
          onChange={(e) => setExternal(e.currentTarget.checked)}
        />
        <Button type="submit" loading={add.isPending} disabled={!file}>
          Add
        </Button>
      </form>
      {add.isError && <ErrorNote error={add.error} safe="Nothing was kept." />}
      {add.isSuccess && !file && (
        <p className="note ok" role="status" tabIndex={-1} ref={takeLostFocus}>
          {(add.data as Avatar).name} is here, and shown above.
        </p>
      )}
    </Card>
  );
}

const MANNEQUIN = 'mannequin';

export default function AvatarsPage({ slug }: { slug: string }) {
  usePage({
    title: 'Avatars',
    crumbs: [{ label: 'Motions', to: `/p/${slug}/motions` }, { label: 'Avatars' }],
  });
  const avatars = useAvatars(slug);
  const [looked, setLooked] = useState<string | null>(null);
  const choose = useChange(slug, (avatar: string | null) =>
    api.put(`/projects/${slug}/avatars/chosen`, { avatar }),
  );
  const takeOut = useChange(slug, ({ id, taken_out }: { id: string; taken_out: boolean }) =>
    api.patch(`/projects/${slug}/avatars/${id}`, { taken_out }),
  );
  if (avatars.isPending) return <Loading what="the avatars" />;
  if (avatars.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={avatars.error} retry={() => void avatars.refetch()} />
      </div>
    );
  const all = avatars.data.avatars;
  const failed = [choose, takeOut].find((one) => one.isError)?.error;
  const chosen = all.find((one) => one.is_chosen)?.id ?? MANNEQUIN;
  const shown = looked ?? chosen;
  const avatar = all.find((one) => one.id === shown);
  const report = avatar?.report;
  return (
    <div className="dash">
      <PageHead
        title="Avatars"
        sub="Motions are shown and exported with the one in use, and what is composed from now on is drawn with it; episodes that are there keep theirs."
      >
        {avatar && (
          <Button
            variant="default"
            loading={takeOut.isPending}
            onClick={() => {
              setLooked(avatar.id);
              takeOut.mutate({ id: avatar.id, taken_out: !avatar.taken_out_at });
            }}
          >
            {avatar.taken_out_at ? 'Bring back' : 'Take out'}
          </Button>
        )}
        <Button
          disabled={shown === chosen || Boolean(avatar?.taken_out_at)}
          loading={choose.isPending}
          onClick={() => choose.mutate(shown === MANNEQUIN ? null : shown)}
        >
          Use this one
        </Button>
      </PageHead>
      {failed && <ErrorNote error={failed} />}
      <div className="avatargrid">
        <section className="card pad" aria-label="Avatars of this project">
          {[{ id: MANNEQUIN, name: 'Mannequin', taken_out_at: null }, ...all].map((one) => (
            <button
              key={one.id}
              type="button"
              className="mapname avatarname"
              aria-pressed={one.id === shown}
              onClick={() => setLooked(one.id)}
            >
              <span>{one.name}</span>
              <span className="t3 f12">
                {one.taken_out_at ? 'taken out' : one.id === chosen ? 'in use' : ''}
              </span>
            </button>
          ))}
        </section>
        <Posing
          key={shown}
          slug={slug}
          url={avatar?.glb_url ?? '/avatar.glb'}
          version={avatar?.glb_sha256 ?? MANNEQUIN}
        />
        <div>
          <Card
            title={avatar?.name ?? 'Mannequin'}
            span={12}
            aside={
              avatar && <Link href={`/p/${slug}/withdrawals?kind=avatar&id=${avatar.id}`}>Withdraw …</Link>
            }
          >
            {avatar && report ? (
              <Facts
                items={[
                  ['File', avatar.source_file],
                  [
                    'Joints',
                    report.family === 'generic'
                      ? `${report.joints_in_file}, known by ${familyWords('generic')}`
                      : `${report.joints_in_file}, named as ${familyWords(report.family ?? '')}`,
                  ],
                  ['Of a body', `${Object.keys(report.found ?? {}).length} of 22`],
                  [
                    'Size',
                    `${plural(report.triangles ?? 0, 'triangle')}, ${plural(report.vertices ?? 0, 'vertex', 'vertices')}`,
                  ],
                  ['Scaled by', Number((report.metres_per_unit ?? 1).toPrecision(4))],
                  ['Left out', report.left_out?.length ? report.left_out.join(', ') : null],
                  ['Episodes', avatar.episodes ? plural(avatar.episodes, 'episode') : 'none yet'],
                  ['Notes', report.warnings?.length ? report.warnings.join('; ') : null],
                  ['Licence', avatar.licence],
                  ['May be passed on', RIGHTS.find((one) => one.value === avatar.may_redistribute)?.label],
                  ['External models', avatar.may_send_to_external_model ? 'may be sent' : 'must not be sent'],
                  ['Added', `${avatar.created_by}, ${dateTime(avatar.created_at)}`],
                ]}
              />
            ) : (
              <p className="f13 t2">
                Generated by Affectory, faceless, about 6,000 triangles, free of rights.
              </p>
            )}
          </Card>
        </div>
      </div>
      <AddAvatar slug={slug} onAdded={setLooked} />
    </div>
  );
}
