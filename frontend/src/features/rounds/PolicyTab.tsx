import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { Card } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { changesOf, fieldsOf, policySentences, type Field } from './policy';
import type { Kind, Policy } from './types';

const TITLES: Record<Kind, string> = { item: 'Items', episode: 'Episodes' };
const ORDERS = [
  { value: 'video', label: 'In the order of the video' },
  { value: 'random', label: 'Random, another for everybody' },
];

/** How one kind is reviewed, said in sentences beside the fields that make them. */
export function PolicyTab({ slug, kind }: { slug: string; kind: Kind }) {
  const path = `/projects/${slug}/review/policy?kind=${kind}`;
  const saved = useQuery({
    queryKey: ['review', slug, 'policy', kind],
    queryFn: () => api.get<Policy>(path),
  });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changes: Partial<Policy>) => api.patch<Policy>(path, changes),
    onSuccess: (policy) => client.setQueryData(['review', slug, 'policy', kind], policy),
  });
  if (saved.isPending) return <Loading what="the policy" />;
  if (saved.isError) return <ErrorNote error={saved.error} retry={() => void saved.refetch()} />;
  return <PolicyForm key={JSON.stringify(saved.data)} save={save} saved={saved.data} />;
}

type Save = UseMutationResult<Policy, Error, Partial<Policy>>;

function PolicyForm({ save, saved }: { save: Save; saved: Policy }) {
  const [draft, setDraft] = useState(saved);
  const changes = changesOf(saved, draft);
  const changed = Object.keys(changes);
  const later = fieldsOf(saved.kind).some(
    ({ name, touches }) => changed.includes(name) && touches === 'next rounds',
  );
  return (
    <div className="dgrid">
      <Card title={`How ${TITLES[saved.kind].toLowerCase()} are reviewed`} span={7}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(changes);
          }}
        >
          {fieldsOf(saved.kind).map((field) => (
            <PolicyField
              key={field.name}
              field={field}
              value={draft[field.name]}
              onChange={(value) => setDraft({ ...draft, [field.name]: value })}
            />
          ))}
          {save.isError && <ErrorNote error={save.error} />}
          <div className="row wrap policy-save">
            <Button type="submit" disabled={changed.length === 0} loading={save.isPending}>
              Save
            </Button>
            <Button variant="default" disabled={changed.length === 0} onClick={() => setDraft(saved)}>
              Leave as it was
            </Button>
            <span className="f12 t2" role="status">
              {changed.length === 0
                ? save.isSuccess
                  ? 'Saved.'
                  : ''
                : later
                  ? 'Rounds that are open keep what they were opened under; the next ones follow this.'
                  : 'This holds for everybody as soon as it is saved.'}
            </span>
          </div>
        </form>
      </Card>
      <Card title="In plain words" span={5}>
        <div className="policy-words" aria-live="polite">
          {policySentences(draft).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {changed.length > 0 && <p className="f12 t3">Not saved yet.</p>}
      </Card>
    </div>
  );
}

function PolicyField({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: Policy[Field['name']];
  onChange: (value: Policy[Field['name']]) => void;
}) {
  const id = `policy-${field.name}`;
  const about = `${field.help} ${field.touches === 'at once' ? 'Changes at once.' : 'For rounds opened later.'}`;
  return (
    <div className="policy-field">
      <div>
        <label htmlFor={id} className="b">
          {field.label}
        </label>
        <p className="f12 t2" id={`${id}-help`}>
          {about}
        </p>
      </div>
      {field.input === 'switch' ? (
        <Switch
          id={id}
          aria-describedby={`${id}-help`}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : field.input === 'order' ? (
        <Select
          id={id}
          aria-describedby={`${id}-help`}
          data={ORDERS}
          value={String(value)}
          allowDeselect={false}
          w={230}
          onChange={(next) => next && onChange(next as Policy['order'])}
        />
      ) : (
        <NumberInput
          id={id}
          aria-describedby={`${id}-help`}
          value={Number(value)}
          min={field.least ?? 0}
          max={field.most ?? 9}
          allowDecimal={false}
          clampBehavior="strict"
          w={110}
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      )}
    </div>
  );
}
