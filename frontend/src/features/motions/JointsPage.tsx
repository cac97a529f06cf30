import { Button, Modal, SegmentedControl, Slider } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { dateTime, plural } from '../../shared/lib/format';
import { StickFigure } from '../../shared/scene3d/StickFigure';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useBytes, useMotion, type MotionDetail } from './api';
import { AvatarStage } from './AvatarStage';
import { JointTable } from './JointTable';
import { JobLine } from './RetargetingCard';
import {
  asJoints,
  assigned,
  bytesOf,
  effectWords,
  familyWords,
  same,
  useSaveMapping,
  useSkeleton,
  useTrial,
  type Joints,
  type Skeleton,
} from './retargeting';
import './motions.css';

const FREE = 0x5d6672;
const SIDES = { left: 0x4fcab0, right: 0xeebd63, middle: 0x9dabff };

function colorsOf(joints: Joints, count: number): Map<number, number> {
  const colors = new Map<number, number>();
  for (let joint = 0; joint < count; joint += 1) colors.set(joint, FREE);
  for (const [avatar, joint] of Object.entries(joints))
    colors.set(joint, SIDES[(avatar.split('_')[0] ?? '') as keyof typeof SIDES] ?? SIDES.middle);
  return colors;
}

/** The file's skeleton, at rest or in motion; a click on a joint gives it to the chosen joint of the avatar. */
function SourceView({
  motion,
  skeleton,
  joints,
  marked,
  onPick,
}: {
  motion: MotionDetail;
  skeleton: Skeleton;
  joints: Joints;
  marked: number | null;
  onPick: (joint: number) => void;
}) {
  const [pose, setPose] = useState<'rest' | 'motion'>('rest');
  const [frame, setFrame] = useState(0);
  const [rest] = useState(() => new Float32Array(skeleton.positions.flat()));
  const moving = useBytes('original', motion.original?.positions_url, motion.provenance.inspected_at);
  const [positions, setPositions] = useState<{ from: ArrayBuffer; as: Float32Array } | null>(null);
  if (moving.data && positions?.from !== moving.data)
    setPositions({ from: moving.data, as: new Float32Array(moving.data) });
  const frames = motion.original?.frames ?? 1;
  const shown =
    pose === 'motion' && positions ? { positions: positions.as, frames } : { positions: rest, frames: 1 };
  return (
    <section className="card" aria-label="The file’s skeleton">
      <div className="well tall">
        <StickFigure
          key={pose}
          motion={{ ...shown, joints: skeleton.joints }}
          frame={pose === 'motion' ? frame : 0}
          marked={marked}
          colors={colorsOf(joints, skeleton.joints.length)}
          onPick={onPick}
          label="The file’s skeleton, joints to click"
        />
        <span className="tag tl">
          File<span>{plural(skeleton.joints.length, 'joint')}</span>
        </span>
        {marked !== null && <span className="tag bl">{skeleton.joints[marked]?.name}</span>}
      </div>
      <div className="row posebar">
        <SegmentedControl
          size="xs"
          value={pose}
          onChange={(value) => setPose(value as 'rest' | 'motion')}
          data={[
            { value: 'rest', label: skeleton.pose === 'rest pose' ? 'Rest pose' : 'First frame' },
            { value: 'motion', label: 'In motion' },
          ]}
        />
        {pose === 'motion' && (
          <Slider
            className="grow"
            size={4}
            thumbSize={16}
            min={0}
            max={Math.max(1, frames - 1)}
            value={frame}
            onChange={setFrame}
            label={(value) => `frame ${value + 1}`}
            thumbLabel="Frame"
          />
        )}
      </div>
    </section>
  );
}

function Preview({ motion, trial }: { motion: MotionDetail; trial: ReturnType<typeof useTrial> }) {
  const avatar = useBytes('avatar', motion.avatar_url);
  const [made, setMade] = useState<{ from: string; as: ArrayBuffer } | null>(null);
  const text = trial.data?.motion ?? null;
  if (text && made?.from !== text) setMade({ from: text, as: bytesOf(text) });
  const [frame, setFrame] = useState(0);
  const fps = motion.fps ?? 30;
  const frames = Math.min(900, motion.frames ?? 1);
  return (
    <section className="card" aria-label="Preview on the avatar" aria-busy={trial.isFetching}>
      <div className="well tall">
        {text && made && avatar.data ? (
          <AvatarStage
            avatar={avatar.data}
            motion={made.as}
            time={frame / fps}
            label="The motion on the avatar"
          />
        ) : (
          <p className="scene3d-note" role="status">
            {trial.isPending
              ? 'Trying it out …'
              : trial.data?.refusal ||
                (trial.data?.problems.length
                  ? `${plural(trial.data.problems.length, 'joint')} to settle before it can be shown.`
                  : 'Not shown.')}
          </p>
        )}
        <span className="tag tl">
          Avatar<span>as it would be</span>
        </span>
      </div>
      <div className="row posebar">
        <Slider
          className="grow"
          size={4}
          thumbSize={16}
          min={0}
          max={Math.max(1, frames - 1)}
          value={frame}
          onChange={setFrame}
          label={(value) => `frame ${value + 1}`}
          thumbLabel="Frame of the preview"
        />
      </div>
      {trial.isError && <ErrorNote error={trial.error} safe="Your mapping is kept." />}
      {trial.data && text && (
        <p className="f12 t2 padded">
          {trial.data.checks
            .filter((check) => check.outcome !== 'pass')
            .map((check) => check.message)
            .join('; ') || 'All checks of the first frames pass.'}
        </p>
      )}
    </section>
  );
}

function Versions({
  skeleton,
  onUse,
  busy,
}: {
  skeleton: Skeleton;
  onUse: (version: number) => void;
  busy: boolean;
}) {
  const current = skeleton.versions[0]?.version ?? 0;
  if (!current) return <p className="f13 t2">Nobody said anything about this skeleton yet; names decide.</p>;
  return (
    <ul className="versions f13">
      {skeleton.versions.map((one) => (
        <li key={one.version}>
          <span>
            <b className="num">Version {one.version}</b>
            {one.version === current && ' · in force'}
            {one.restores !== null &&
              ` · ${one.restores ? `version ${one.restores} again` : 'names decide again'}`}
            <span className="t3">
              {' '}
              · {one.created_by}, {dateTime(one.created_at)}
            </span>
          </span>
          {one.version !== current && (
            <Button size="compact-xs" variant="default" disabled={busy} onClick={() => onUse(one.version)}>
              Use again
            </Button>
          )}
        </li>
      ))}
      {Object.keys(skeleton.versions[0]?.joints ?? {}).length > 0 && (
        <li>
          <span>Before any of them: names decide</span>
          <Button size="compact-xs" variant="default" disabled={busy} onClick={() => onUse(0)}>
            Use again
          </Button>
        </li>
      )}
    </ul>
  );
}

function Editor({
  slug,
  motion,
  skeleton,
  onStarted,
}: {
  slug: string;
  motion: MotionDetail;
  skeleton: Skeleton;
  onStarted: (job: string | null) => void;
}) {
  const inForce = skeleton.versions[0]?.joints ?? {};
  const suggested = asJoints(skeleton.suggestions);
  const opened = Object.keys(inForce).length > 0 ? inForce : suggested;
  const version = skeleton.versions[0]?.version ?? 0;
  const [joints, setJoints] = useState<Joints>(opened);
  // Somebody else may save meanwhile: who changed nothing sees theirs, who did keeps it.
  const [begun, setBegun] = useState({ version, opened });
  const [met, setMet] = useState<number | null>(null);
  if (begun.version !== version) {
    setBegun({ version, opened });
    if (same(joints, begun.opened)) setJoints(opened);
    else setMet(version);
  }
  const [chosen, setChosen] = useState<string>('pelvis');
  const [asking, setAsking] = useState<{ restores?: number } | null>(null);
  const [settled] = useDebouncedValue(joints, 350);
  const trial = useTrial(slug, motion.id, { joints: settled });
  const save = useSaveMapping(slug, motion.id);
  const problems = new Map((trial.data?.problems ?? []).map((one) => [one.joint, one.message]));
  const unchanged = same(joints, inForce);
  const give = (avatar: string, joint: number | null) => setJoints((now) => assigned(now, avatar, joint));
  return (
    <div className="dash">
      <PageHead
        title="Which joint is which"
        sub={`${motion.name} · ${familyWords(skeleton.family)}, ${Math.round(skeleton.confidence * 100)} % sure by names and shape · ${plural(
          skeleton.effect.motions,
          'motion',
        )} with this skeleton`}
      >
        <Button variant="default" disabled={same(joints, suggested)} onClick={() => setJoints(suggested)}>
          Take the suggestions
        </Button>
        <Button variant="default" disabled={same(joints, opened)} onClick={() => setJoints(opened)}>
          Start over
        </Button>
        <Button
          leftSection={<IconDeviceFloppy size={15} />}
          disabled={unchanged || problems.size > 0 || trial.isFetching}
          onClick={() => setAsking({})}
        >
          Save …
        </Button>
      </PageHead>
      {met !== null && (
        <div className="note warn" role="status">
          <p>
            Version {met} was saved meanwhile. What you chose is kept here; saving makes it the version after
            that.
          </p>
        </div>
      )}
      <div className="mapgrid">
        <SourceView
          motion={motion}
          skeleton={skeleton}
          joints={joints}
          marked={joints[chosen] ?? null}
          onPick={(joint) => give(chosen, joint)}
        />
        <JointTable
          skeleton={skeleton}
          avatar={motion.avatar}
          joints={joints}
          chosen={chosen}
          problems={problems}
          onChoose={setChosen}
          onGive={give}
        />
        <Preview motion={motion} trial={trial} />
      </div>
      <Card title="Versions" span={12}>
        <Versions skeleton={skeleton} busy={save.isPending} onUse={(restores) => setAsking({ restores })} />
      </Card>
      <Modal
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={asking?.restores === undefined ? 'Save this mapping' : 'Use an earlier version again'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className="f13">
          It holds for every motion of the project with this skeleton, those that come in later too.{' '}
          {effectWords(skeleton.effect)}
        </p>
        {save.isError && <ErrorNote error={save.error} safe="Your mapping is kept on this page." />}
        <Button
          mt={12}
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              asking?.restores === undefined
                ? { joints, expected_version: version }
                : { restores: asking.restores, expected_version: version },
              {
                onSuccess: (done) => {
                  onStarted(done.job_id);
                  setAsking(null);
                  setBegun({ version, opened: joints });
                  setMet(null);
                },
              },
            )
          }
        >
          {asking?.restores === undefined ? 'Save and inspect again' : 'Use it and inspect again'}
        </Button>
      </Modal>
    </div>
  );
}

export default function JointsPage({ slug, id }: { slug: string; id: string }) {
  const motion = useMotion(slug, id);
  const skeleton = useSkeleton(slug, id);
  const [job, setJob] = useState<string | null>(null);
  const name = motion.data?.name ?? 'Motion';
  usePage({
    title: `Joints · ${name}`,
    crumbs: [
      { label: 'Motions', to: `/p/${slug}/motions` },
      { label: name, to: `/p/${slug}/motions/${id}` },
      { label: 'Joints' },
    ],
  });
  const failed = motion.error ?? skeleton.error;
  if (failed)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote
          error={failed}
          retry={() => {
            void motion.refetch();
            void skeleton.refetch();
          }}
        />
        <p className="top8">
          <Link href={`/p/${slug}/motions/${id}`}>Back to the motion</Link>
        </p>
      </div>
    );
  if (!motion.data || !skeleton.data) return <Loading what="the skeleton" />;
  return (
    <>
      <div className="jobline">
        <JobLine id={job} />
      </div>
      <Editor key={id} slug={slug} motion={motion.data} skeleton={skeleton.data} onStarted={setJob} />
    </>
  );
}
