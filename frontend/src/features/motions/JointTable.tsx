import { NativeSelect } from '@mantine/core';
import type { AvatarJoint } from './api';
import { GROUPS, howWords, jointWords, type Joints, type Skeleton } from './retargeting';

/** The avatar's 22 joints, each with the file's joint that it is taken to be. The chosen one takes the next click. */
export function JointTable({
  skeleton,
  avatar,
  joints,
  chosen,
  problems,
  onChoose,
  onGive,
}: {
  skeleton: Skeleton;
  avatar: readonly AvatarJoint[];
  joints: Joints;
  chosen: string;
  problems: ReadonlyMap<string, string>;
  onChoose: (avatar: string) => void;
  onGive: (avatar: string, joint: number | null) => void;
}) {
  const required = new Set(avatar.filter((one) => one.required).map((one) => one.name));
  const suggested = new Map(skeleton.suggestions.map((one) => [one.avatar, one]));
  const depth = skeleton.joints.map(() => 0);
  skeleton.joints.forEach((joint, i) => {
    if (joint.parent >= 0) depth[i] = (depth[joint.parent] ?? 0) + 1;
  });
  const choices = [
    { value: '', label: 'none' },
    ...skeleton.joints.map((joint, i) => ({
      value: String(i),
      label: `${'\u2007'.repeat(Math.min(10, depth[i] ?? 0))}${joint.name}`,
    })),
  ];
  return (
    <section className="card maptable" aria-label="Joints of the avatar">
      {GROUPS.map(([group, names]) => (
        <div key={group} role="group" aria-label={group}>
          <h2 className="f12 t3">{group}</h2>
          {names.map((name) => {
            const joint = joints[name];
            const hint = suggested.get(name);
            const problem = problems.get(name);
            const isChosen = name === chosen;
            const asSuggested = hint && hint.joint === joint;
            return (
              <div key={name} className="maprow" data-chosen={isChosen || undefined}>
                <button
                  type="button"
                  className="mapname"
                  aria-pressed={isChosen}
                  onClick={() => onChoose(name)}
                >
                  <span>
                    {jointWords(name)}
                    {required.has(name) && <span className="t3"> needed</span>}
                  </span>
                  <span className={joint === undefined ? 't3' : 'num'}>
                    {joint === undefined ? 'none' : (skeleton.joints[joint]?.name ?? joint)}
                  </span>
                </button>
                {isChosen && (
                  <NativeSelect
                    size="xs"
                    aria-label={`Joint of the file for ${jointWords(name)}`}
                    value={joint === undefined ? '' : String(joint)}
                    onChange={(e) =>
                      onGive(name, e.currentTarget.value === '' ? null : Number(e.currentTarget.value))
                    }
                    data={choices}
                  />
                )}
                {problem ? (
                  <p className="f12 problem" role="alert">
                    {problem}
                  </p>
                ) : (
                  isChosen && (
                    <p className="f12 t3">
                      {asSuggested
                        ? `Found ${howWords(hint.how)}, ${Math.round(hint.confidence * 100)} % sure.`
                        : hint
                          ? `Suggested: ${hint.name}, ${howWords(hint.how)}, ${Math.round(hint.confidence * 100)} % sure.`
                          : 'Nothing is suggested. Click a joint of the skeleton.'}
                    </p>
                  )
                )}
              </div>
            );
          })}
        </div>
      ))}
    </section>
  );
}
