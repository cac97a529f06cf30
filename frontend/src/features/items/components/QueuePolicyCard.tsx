import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../shared/ui/page';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import { usePolicy, useSetPolicy, type QueuePolicy } from '../queues';

const FIELDS = [
  {
    id: 'minutes',
    label: 'Opened and not begun',
    suffix: ' min',
    min: 5,
    max: 240,
    about:
      'A draft or a whole video that somebody has opened is theirs so long; a page that is open prolongs it.',
  },
  {
    id: 'begun_hours',
    label: 'Begun',
    suffix: ' h',
    min: 1,
    max: 336,
    about: 'Once they have written in it, they have it so long after the last sign of life.',
  },
  {
    id: 'writers',
    label: 'Writers of one whole video',
    suffix: '',
    min: 1,
    max: 9,
    about: 'How many people may have items about the same video in the making at a time.',
  },
] as const;

/** How long people hold what they take. */
export function QueuePolicyCard({ slug }: { slug: string }) {
  const policy = usePolicy(slug);
  return (
    <Card title="How long people hold what they take" span={12}>
      {policy.isPending && <Loading what="the settings" rows={1} />}
      {policy.isError && <ErrorNote error={policy.error} retry={() => void policy.refetch()} />}
      {policy.data && <Form slug={slug} policy={policy.data} />}
    </Card>
  );
}

function Form({ slug, policy }: { slug: string; policy: QueuePolicy }) {
  const save = useSetPolicy(slug);
  const [given, setGiven] = useState<Partial<Record<keyof QueuePolicy, string | number>>>({});
  const now = { ...policy, ...given };
  const changed = FIELDS.some(({ id }) => now[id] !== policy[id]);
  const whole = FIELDS.every(({ id, min, max }) => {
    const value = now[id];
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  });
  const send = () =>
    save.mutate(now as QueuePolicy, {
      onSuccess: () => setGiven({}),
    });
  return (
    <form
      className="queuepolicy"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && whole) send();
      }}
    >
      {FIELDS.map(({ id, label, suffix, min, max, about }) => (
        <NumberInput
          key={id}
          label={label}
          description={about}
          suffix={suffix}
          min={min}
          max={max}
          allowDecimal={false}
          clampBehavior="none"
          value={now[id]}
          error={
            typeof now[id] === 'number' && now[id] >= min && now[id] <= max
              ? undefined
              : `From ${min} to ${max}.`
          }
          onChange={(value) => {
            save.reset();
            setGiven({ ...given, [id]: value });
          }}
        />
      ))}
      <div className="row wrap queuepolicy-end">
        <Button type="submit" disabled={!changed || !whole} loading={save.isPending}>
          Save
        </Button>
        {changed && (
          <Button variant="default" onClick={() => setGiven({})}>
            As before
          </Button>
        )}
        <span className="f12 t2" role="status">
          {save.isSuccess && !changed
            ? 'Saved. What is held already keeps its time until it is prolonged.'
            : ''}
        </span>
      </div>
      {save.isError && <ErrorNote error={save.error} />}
    </form>
  );
}
