import { Button, Modal, NativeSelect, Radio, Switch } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useJob, jobEnded } from '../../shared/api/jobs';
import { decodeMotion } from '../../shared/scene3d/motion';
import type { PlayerClock } from '../../shared/player/clock';
import { useClockPart } from '../../shared/player/usePlayer';
import { Card, Facts } from '../../shared/ui/page';
import { StateChip } from '../../shared/ui/chips';
import { ErrorNote } from '../../shared/ui/states';
import { retargetingOf, useBytes, type MotionDetail, type RetargetOptions } from './api';
import { figure } from './checks';
import {
  effectWords,
  familyWords,
  howWords,
  jointWords,
  referenceWords,
  useScopes,
  useSetOptions,
  useTrial,
  type ScopeEffect,
  type TrialCheck,
} from './retargeting';
import { differencesAt } from './sideBySide';

const SCOPES: Record<ScopeEffect['scope'], string> = {
  motion: 'This motion',
  skeleton: 'All motions of this skeleton',
  collection: 'All motions of this collection',
  import: 'All motions that came in with it',
};

/** A line about a job that was started from this page. */
export function JobLine({ id }: { id: string | null }) {
  const job = useJob(id).data;
  if (!id || !job) return null;
  return (
    <p className="f12 t2 num" role="status">
      {jobEnded(job)
        ? `Inspected again: ${job.done} ready${job.refused ? `, ${job.refused} not` : ''}.`
        : `${job.title}: ${job.done} of ${job.total ?? '…'}`}
    </p>
  );
}

function BeforeAfter({ before, after }: { before: TrialCheck[]; after: TrialCheck[] }) {
  const was = new Map(before.map((check) => [check.id, check]));
  return (
    <table className="plain f12">
      <thead>
        <tr>
          <th>Check of the first frames</th>
          <th>Feet free</th>
          <th>Feet locked</th>
        </tr>
      </thead>
      <tbody>
        {after
          .filter((check) => was.get(check.id)?.value !== check.value)
          .map((check) => (
            <tr key={check.id}>
              <td>{check.label}</td>
              <td className="num">{figure(was.get(check.id)?.value ?? null, check.unit)}</td>
              <td className="num">
                {figure(check.value, check.unit)} <StateChip state={check.outcome} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function OptionsForm({
  slug,
  motion,
  frame,
  onStarted,
}: {
  slug: string;
  motion: MotionDetail;
  frame: number;
  onStarted: (job: string | null) => void;
}) {
  const set = motion.retarget_options;
  const [reference, setReference] = useState(set.reference ?? 'auto');
  const [lockFeet, setLockFeet] = useState(set.lock_feet ?? false);
  const [scope, setScope] = useState<ScopeEffect['scope']>('motion');
  const options: RetargetOptions = { reference, lock_feet: lockFeet };
  const trial = useTrial(slug, motion.id, { options });
  const scopes = useScopes(slug, motion.id, true);
  const save = useSetOptions(slug, motion.id);
  const effect = scopes.data?.scopes.find((one) => one.scope === scope);
  const here = `frame ${frame}`;
  const chosenFrame = /^frame (\d+)$/.exec(reference);
  return (
    <>
      <Radio.Group label="Pose in which both bodies are aligned" value={reference} onChange={setReference}>
        <div className="stack">
          <Radio
            value="auto"
            label="Found by itself: the rest pose if a person could stand so, else the most upright frame"
          />
          <Radio value="rest" label="The file’s rest pose" />
          {chosenFrame && reference !== here && (
            <Radio value={reference} label={`Frame ${Number(chosenFrame[1]) + 1}`} />
          )}
          <Radio value={here} label={`Frame ${frame + 1}, where the player stands`} />
        </div>
      </Radio.Group>
      <Switch
        mt={14}
        checked={lockFeet}
        onChange={(e) => setLockFeet(e.currentTarget.checked)}
        label="Lock feet"
        description="Feet on the floor stay where they touch it; an ankle is moved by at most 0.10 m."
      />
      <div className="trial" aria-live="polite">
        {trial.data?.refusal && <p className="note no f13">{trial.data.refusal}</p>}
        {trial.isError && <ErrorNote error={trial.error} />}
        {lockFeet && trial.data && trial.data.before.length > 0 && (
          <BeforeAfter before={trial.data.before} after={trial.data.checks} />
        )}
      </div>
      <NativeSelect
        mt={12}
        label="Set it for"
        value={scope}
        onChange={(e) => setScope(e.currentTarget.value as ScopeEffect['scope'])}
        data={(scopes.data?.scopes ?? []).map((one) => ({
          value: one.scope,
          label: `${SCOPES[one.scope]} (${one.motions.toLocaleString('en')})`,
        }))}
      />
      {effect && (
        <p className="f13 t2 top8">{effectWords(effect)} Those that have it so already are left alone.</p>
      )}
      {save.isError && <ErrorNote error={save.error} safe="Nothing was changed." />}
      <Button
        mt={12}
        loading={save.isPending}
        disabled={!!trial.data?.refusal}
        onClick={() => save.mutate({ options, scope }, { onSuccess: (done) => onStarted(done.job_id) })}
      >
        Set and inspect again
      </Button>
    </>
  );
}

/** How the file was understood and put onto the avatar; where the two differ at the frame that is shown. */
export function RetargetingCard({
  slug,
  motion,
  clock,
  onMark,
}: {
  slug: string;
  motion: MotionDetail;
  clock: PlayerClock;
  onMark: (joint: number) => void;
}) {
  const made = retargetingOf(motion);
  const frame = useClockPart(clock, (s) => s.frame);
  const [open, setOpen] = useState(false);
  const [job, setJob] = useState<string | null>(null);
  const scores = Object.entries(made.scores ?? {}).slice(0, 5);
  const lock = made.foot_lock ?? {};
  return (
    <Card
      title="How it was put on the avatar"
      span={6}
      aside={
        motion.original && (
          <>
            <Link href={`/p/${slug}/avatars`}>Avatars</Link>
            <Link href={`/p/${slug}/motions/${motion.id}/joints`}>Which joint is which</Link>
            {motion.retargeted_url && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconAdjustments size={14} />}
                onClick={() => setOpen(true)}
              >
                Change how
              </Button>
            )}
          </>
        )
      }
    >
      <JobLine id={job} />
      <Facts
        items={[
          [
            'Skeleton',
            made.family
              ? `${familyWords(made.family)}, ${Math.round((made.confidence ?? 0) * 100)} % sure`
              : 'not recognised',
          ],
          ['Aligned in', referenceWords(made)],
          ['Unit and up', made.unit ? [made.unit, made.up_axis].filter(Boolean).join(', ') : null],
          [
            'Leg in the file',
            made.source_leg_m === undefined ? null : (
              <span className="num">{made.source_leg_m.toFixed(3)} m</span>
            ),
          ],
          [
            'Root scaled by',
            made.root_scale === undefined ? null : (
              <span className="num">{Number(made.root_scale.toPrecision(4))} (leg to leg)</span>
            ),
          ],
          [
            'Feet',
            lock.stretches === undefined
              ? motion.retargeted_url && 'free'
              : `locked on ${lock.stretches} stretches, moved by at most ${lock.moved_m?.toFixed(3)} m${
                  lock.limited_frames ? `, at the limit in ${lock.limited_frames} frames` : ''
                }`,
          ],
          ['Notes', made.warnings?.length ? made.warnings.join('; ') : null],
        ]}
      />
      {scores.length > 0 && (
        <details className="top8 f13">
          <summary>How well each family of names fits</summary>
          <ul className="scores">
            {scores.map(([family, score]) => (
              <li key={family}>
                <span>{familyWords(family)}</span>
                <span className="meter" aria-hidden="true">
                  <i style={{ width: `${Math.round(score * 100)}%` }} />
                </span>
                <span className="num">{Math.round(score * 100)} %</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Bones motion={motion} frame={frame} onMark={onMark} />
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title="Change how it is put on the avatar"
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
      >
        <OptionsForm
          slug={slug}
          motion={motion}
          frame={frame}
          onStarted={(started) => {
            setJob(started);
            setOpen(false);
          }}
        />
      </Modal>
    </Card>
  );
}

function Bones({
  motion,
  frame,
  onMark,
}: {
  motion: MotionDetail;
  frame: number;
  onMark: (joint: number) => void;
}) {
  const version = motion.provenance.inspected_at;
  const original = useBytes('original', motion.original?.positions_url, version);
  const retargeted = useBytes('retargeted', motion.retargeted_url, version);
  const found = retargetingOf(motion).found ?? [];
  if (!found.length) return null;
  const count = motion.original?.joints.length ?? 0;
  const differences =
    original.data && retargeted.data && count
      ? differencesAt(
          decodeMotion(retargeted.data),
          motion.avatar,
          found,
          new Float32Array(original.data),
          count,
          Math.min(frame, (motion.original?.frames ?? 1) - 1),
        )
      : [];
  const apart = new Map(differences.map((one) => [one.avatar, one.degrees]));
  return (
    <div className="bones">
      <table className="plain f12">
        <thead>
          <tr>
            <th>Avatar</th>
            <th>In the file</th>
            <th>Found</th>
            <th title="Between the bone into this joint in the file and on the avatar, at the frame shown">
              Points elsewhere by
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map((one) => {
            const degrees = apart.get(one.avatar);
            return (
              <tr key={one.avatar}>
                <td>{jointWords(one.avatar)}</td>
                <td>
                  <button type="button" className="linklike" onClick={() => onMark(one.joint)}>
                    {one.name}
                  </button>
                </td>
                <td>
                  {howWords(one.how)}
                  {one.confidence < 1 && (
                    <span className="num t3"> · {Math.round(one.confidence * 100)} %</span>
                  )}
                </td>
                <td className="num">
                  {degrees === null || degrees === undefined ? '' : `${degrees.toFixed(1)}°`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
