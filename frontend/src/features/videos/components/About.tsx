import { Button } from '@mantine/core';
import { IconDownload, IconPencil, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { bytes, count, dateTime, percent, plural, words } from '../../../shared/lib/format';
import { Chip, type Tone } from '../../../shared/ui/chips';
import { Digest, Facts } from '../../../shared/ui/page';
import { ErrorNote } from '../../../shared/ui/states';
import { usePrepare } from '../api/hooks';
import type { AudioStream, MediaNote, VideoDetail } from '../api/types';
import { fraction, rateWords, RIGHTS, sizeWords } from '../model/words';

const EditVideo = lazy(() => import('./EditVideo'));
const TONES: Record<MediaNote['kind'], Tone> = { refusal: 'no', warning: 'warn', remark: 'none' };

export function Notes({ notes }: { notes: readonly MediaNote[] }) {
  if (notes.length === 0) return <p className="f13 t2">Nothing unusual was found in the file.</p>;
  return (
    <ul className="plainlist medianotes">
      {notes.map((n) => (
        <li key={`${n.code} ${n.message}`}>
          <Chip tone={TONES[n.kind]}>{words(n.kind)}</Chip>
          <span className="f13">{n.message}</span>
        </li>
      ))}
    </ul>
  );
}

const sound = (a: AudioStream): string =>
  [
    a.codec,
    a.channels === 1 ? 'mono' : a.channels === 2 ? 'stereo' : `${a.channels} channels`,
    `${a.sample_rate / 1000} kHz`,
    a.language && a.language !== 'und' ? a.language : null,
  ]
    .filter(Boolean)
    .join(', ');

const exact = (text: string): string => {
  const value = fraction(text);
  return value === null ? text : `${Number(value.toFixed(6))} s`;
};

function Technical({ video }: { video: VideoDetail }) {
  const { probe } = video;
  if (!probe)
    return (
      <p className="f13 t2">{video.state === 'refused' ? 'Could not be measured.' : 'Not measured yet.'}</p>
    );
  const beyond = probe.header_duration_s === null ? 0 : probe.header_duration_s - probe.duration_s;
  return (
    <Facts
      items={[
        ['Container', probe.container],
        ['Picture', `${probe.video_codec}, ${sizeWords(probe.width, probe.height)}`],
        [
          'Rate',
          probe.is_vfr
            ? `${rateWords(probe.rate)} on average, varying`
            : `${rateWords(probe.rate)}, constant (${probe.rate})`,
        ],
        ['Frames', count(probe.frame_count)],
        ['Length', `${exact(probe.duration)} by its frames`],
        [
          'Header says',
          probe.header_duration_s === null
            ? 'no length'
            : `${Number(probe.header_duration_s.toFixed(6))} s${
                Math.abs(beyond) < 0.001
                  ? ''
                  : `, ${Number(Math.abs(beyond).toFixed(3))} s ${beyond > 0 ? 'more' : 'less'}`
              }`,
        ],
        ['Clock starts', exact(probe.start)],
        ['Rotation', probe.rotation ? `${probe.rotation}° clockwise, shown upright` : 'none'],
        [
          'Picture streams',
          probe.video_streams > 1 ? `${probe.video_streams}; the first usable one is shown` : null,
        ],
        ['Sound', probe.audio.length > 0 ? probe.audio.map(sound).join('; ') : 'none'],
        [
          'In the file',
          probe.subtitles.length > 0 ? plural(probe.subtitles.length, 'subtitle stream') : null,
        ],
        [
          'Browser copy',
          video.proxy
            ? `${bytes(video.proxy.bytes)}, ${percent(video.proxy.bytes / video.provenance.size_bytes, 0)} of the original`
            : null,
        ],
      ]}
    />
  );
}

/** Everything that is known about a video, and what may be changed about it. Why it was refused stands beside. */
export function About({ slug, video, mayEdit }: { slug: string; video: VideoDetail; mayEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  const prepare = usePrepare(slug, video.id);
  const { rights, provenance } = video;
  const refused = video.state === 'refused';
  const notes = video.notes.filter((n) => !refused || n.kind !== 'refusal');
  return (
    <div className="about">
      {(!refused || notes.length > 0) && (
        <section>
          <h2>What to know</h2>
          <Notes notes={notes} />
        </section>
      )}
      <section>
        <div className="row">
          <h2>Source and rights</h2>
          {mayEdit && (
            <Link className="end f12" href={`/p/${slug}/withdrawals?kind=video&id=${video.id}`}>
              Withdraw …
            </Link>
          )}
          {mayEdit && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPencil size={13} />}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
        </div>
        <Facts
          items={[
            ['Source', video.source || 'not given'],
            ['Id', video.external_id],
            ['Domain', video.domain || 'not given'],
            ['Licence', rights.licence || 'not given'],
            [
              'Passed on',
              RIGHTS.find((r) => r.value === rights.may_redistribute)?.label ?? rights.may_redistribute,
            ],
            ['External models', rights.may_send_to_external_model ? 'may be sent' : 'must not be sent'],
            [
              'Content',
              video.content_warnings.length > 0
                ? video.content_warnings.map(words).join(', ')
                : 'no warnings',
            ],
          ]}
        />
      </section>
      <section>
        <h2>The file</h2>
        <Technical video={video} />
      </section>
      <section>
        <h2>Where it comes from</h2>
        <Facts
          items={[
            ['File', provenance.file],
            ['SHA-256', <Digest key="d" value={provenance.sha256} />],
            ['Size', bytes(provenance.size_bytes)],
            ['Registered', `${dateTime(provenance.registered_at)}, ${provenance.registered_by ?? '–'}`],
            ['Prepared', provenance.prepared_at ? dateTime(provenance.prepared_at) : null],
          ]}
        />
      </section>
      {mayEdit && (
        <div className="row wrap">
          {video.original_url && (
            <Button
              component="a"
              href={video.original_url}
              download={provenance.file}
              variant="default"
              leftSection={<IconDownload size={15} />}
            >
              Download the original
            </Button>
          )}
          {video.state === 'ready' && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={prepare.isPending}
              onClick={() => prepare.mutate(undefined)}
            >
              Prepare again
            </Button>
          )}
        </div>
      )}
      {prepare.isError && <ErrorNote error={prepare.error} />}
      {editing && (
        <Suspense>
          <EditVideo slug={slug} video={video} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
