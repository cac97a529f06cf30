import { Button, Modal, Textarea } from '@mantine/core';
import { IconBan, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { PlayerClock } from '../../shared/player/clock';
import { usePage } from '../../shared/ui/chrome';
import { download } from '../../shared/lib/download';
import { bytes, dateTime, plural, seconds, words } from '../../shared/lib/format';
import { Emotion, StateChip } from '../../shared/ui/chips';
import { Card, Digest, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useExclude, useInclude, useMotion, type MotionDetail } from './api';
import { CheckPlots } from './CheckPlots';
import { MotionPlayer } from './MotionPlayer';
import { Partners } from './Partners';
import { RetargetingCard } from './RetargetingCard';
import { named } from './names';
import './motions.css';

const MEDIA = {
  media: 'everything, media included',
  derived: 'renders and retargeted motions',
  annotations: 'annotations only',
} as Record<string, string>;

function Provenance({ slug, motion }: { slug: string; motion: MotionDetail }) {
  const known = motion.provenance ?? {};
  const text = (v: unknown) =>
    v === null || v === undefined || v === '' ? null : typeof v === 'object' ? JSON.stringify(v) : String(v);
  const rest = Object.entries(known).filter(
    ([k]) => !/sha256|^file$|^retargeting$|_at$|^size_bytes$/.test(k),
  );
  return (
    <Card title="Where it comes from" span={6}>
      <Facts
        items={[
          ['File', text(known.file)],
          ['SHA-256', known.source_sha256 ? <Digest value={String(known.source_sha256)} /> : null],
          ['Collection', named(motion.collection)],
          [
            'Performer',
            motion.performer && motion.state !== 'withdrawn' ? (
              <span key="performer">
                {motion.performer}{' '}
                <Link
                  className="f12"
                  href={`/p/${slug}/withdrawals?kind=performer&search=${encodeURIComponent(motion.performer)}`}
                >
                  Withdraw …
                </Link>
              </span>
            ) : (
              (motion.performer ?? 'not known')
            ),
          ],
          ['Performance', motion.performance],
          ['Source label', motion.source_label || 'none'],
          ['Size', typeof known.size_bytes === 'number' ? bytes(known.size_bytes) : null],
          ['Imported', typeof known.imported_at === 'string' ? dateTime(known.imported_at) : null],
          ...rest
            .filter(([k]) => !['collection', 'performer', 'performance', 'source_label'].includes(k))
            .map(([k, v]) => [words(k), text(v)] as const),
        ]}
      />
    </Card>
  );
}

function Exclude({ slug, motion }: { slug: string; motion: MotionDetail }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const exclude = useExclude(slug, motion.id);
  return (
    <>
      <Button variant="default" leftSection={<IconBan size={15} />} onClick={() => setOpen(true)}>
        Exclude
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title="Exclude this motion"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className="t2 f13">
          It stays here with your reason and is no longer composed into episodes. Episodes that exist already
          keep it.
        </p>
        <Textarea
          mt={10}
          label="Reason"
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
          required
          autosize
          minRows={2}
          data-autofocus
        />
        {exclude.isError && <ErrorNote error={exclude.error} safe="Your text is kept." />}
        <Button
          mt={12}
          disabled={reason.trim() === ''}
          loading={exclude.isPending}
          onClick={() => exclude.mutate(reason.trim(), { onSuccess: () => setOpen(false) })}
        >
          Exclude with this reason
        </Button>
      </Modal>
    </>
  );
}

/** A person's decision can be taken back here; a mapping's only in the mapping. */
function Include({ slug, motion }: { slug: string; motion: MotionDetail }) {
  const include = useInclude(slug, motion.id);
  return (
    <>
      <Button variant="default" onClick={() => include.mutate()} loading={include.isPending}>
        Take it in again
      </Button>
      {include.isError && <ErrorNote error={include.error} />}
    </>
  );
}

function Joints({
  motion,
  marked,
  onMark,
}: {
  motion: MotionDetail;
  marked: number | null;
  onMark: (j: number | null) => void;
}) {
  const joints = motion.original?.joints ?? [];
  const depth = joints.map(() => 0);
  joints.forEach((j, i) => {
    if (j.parent >= 0) depth[i] = (depth[j.parent] ?? 0) + 1;
  });
  return (
    <Card title="Joints" span={3} aside={String(joints.length)}>
      <div className="joints" role="group" aria-label="Joints of the file">
        {joints.map((j, i) => (
          // Joint names may repeat in a file; their place in the list is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <button
            key={`${i} ${j.name}`}
            type="button"
            className="joint"
            aria-pressed={marked === i}
            style={{ paddingLeft: 8 + 8 * Math.min(8, depth[i] ?? 0) }}
            onClick={() => onMark(marked === i ? null : i)}
          >
            {j.name}
          </button>
        ))}
      </div>
    </Card>
  );
}

function Loaded({ slug, motion }: { slug: string; motion: MotionDetail }) {
  const fps = motion.original?.fps ?? motion.fps ?? 30;
  const frames = Math.max(1, motion.original?.frames ?? motion.frames ?? 1);
  const [clock] = useState(() => new PlayerClock({ fps, frames }));
  const [marked, setMarked] = useState<number | null>(null);
  const { rights } = motion;
  return (
    <div className="dash">
      <PageHead
        title={motion.name}
        sub={[
          motion.duration_s === null ? null : seconds(motion.duration_s),
          plural(frames, 'frame'),
          `${Number(fps.toFixed(3))} fps`,
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <span className="f14">
          <Emotion label={motion.label} />
        </span>
        <StateChip state={motion.state} />
        {motion.checks_outcome && (
          <StateChip state={motion.checks_outcome} word={`Checks: ${motion.checks_outcome}`} />
        )}
        {motion.animated_url && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => void download(motion.animated_url!, `motion-${motion.id.slice(0, 8)}.glb`)}
          >
            GLB
          </Button>
        )}
        {!motion.exclusion_reason && <Exclude slug={slug} motion={motion} />}
        {motion.state !== 'withdrawn' && (
          <Link className="f12" href={`/p/${slug}/withdrawals?kind=motion&id=${motion.id}`}>
            Withdraw …
          </Link>
        )}
        {motion.exclusion_kind === 'person' && <Include slug={slug} motion={motion} />}
      </PageHead>
      {motion.exclusion_reason && (
        <div className="note warn" style={{ marginBottom: 12 }}>
          <p>
            <b>Excluded.</b> {motion.exclusion_reason}{' '}
            {motion.exclusion_kind === 'label' && motion.collection_id && (
              <Link href={`/p/${slug}/import/mapping/${motion.collection_id}`}>Open the label mapping</Link>
            )}
          </p>
        </div>
      )}
      {motion.state === 'needs_mapping' && (
        <div className="note warn" style={{ marginBottom: 12 }}>
          <p>
            <b>Waits for a person.</b> {motion.rejection}{' '}
            <Link href={`/p/${slug}/motions/${motion.id}/joints`}>Open its joints</Link>
          </p>
        </div>
      )}
      {motion.rejection && motion.state !== 'needs_mapping' && (
        <div className="note no" style={{ marginBottom: 12 }}>
          <p>
            <b>Rejected.</b> {motion.rejection}
          </p>
        </div>
      )}
      <Partners slug={slug} motion={motion} />
      <div className="dgrid">
        <div style={{ gridColumn: 'span 9' }}>
          <MotionPlayer motion={motion} clock={clock} marked={marked} />
        </div>
        <Joints motion={motion} marked={marked} onMark={setMarked} />
        <Card title="Checks over time" span={12} aside="Click a plot to go to that moment">
          {motion.checks.length === 0 ? (
            <p className="t2">Not measured yet.</p>
          ) : (
            <CheckPlots checks={motion.checks} clock={clock} />
          )}
        </Card>
        <RetargetingCard slug={slug} motion={motion} clock={clock} onMark={setMarked} />
        <Provenance slug={slug} motion={motion} />
        <Card title="Rights" span={6}>
          <Facts
            items={[
              ['Licence', rights.licence || 'not given'],
              [
                'May be passed on',
                MEDIA[rights.may_redistribute.toLowerCase()] ?? words(rights.may_redistribute),
              ],
              ['External models', rights.may_send_to_external_model ? 'may be sent' : 'must not be sent'],
              [
                'Content',
                motion.content_warnings?.length ? motion.content_warnings.join(', ') : 'no warnings',
              ],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

export default function MotionPage({ slug, id }: { slug: string; id: string }) {
  const motion = useMotion(slug, id);
  const name = motion.data?.name ?? 'Motion';
  usePage({
    title: `${name} · Motions`,
    crumbs: [{ label: 'Motions', to: `/p/${slug}/motions` }, { label: name }],
  });
  if (motion.isPending) return <Loading what="the motion" />;
  if (motion.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={motion.error} retry={() => void motion.refetch()} />
      </div>
    );
  // A clock has the length that it was made with: what was being read when the page opened gets another one.
  const { original, frames, fps } = motion.data;
  return (
    <Loaded
      key={`${motion.data.id} ${original?.frames ?? frames} ${original?.fps ?? fps}`}
      slug={slug}
      motion={motion.data}
    />
  );
}
