import { Button, Checkbox, Modal, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../shared/api/client';
import { ErrorNote } from '../../shared/ui/states';
import type { Profile, ProfileFields, Secret } from './api';
import { MEDIA } from './words';

export interface Draft extends ProfileFields {
  slug: string;
  for_all: boolean;
}

const BLANK: Draft = {
  slug: '',
  for_all: false,
  name: '',
  base_url: 'https://',
  model: '',
  secret_name: '',
  takes: [],
  json_schema: true,
  output_limit_name: 'max_tokens',
  max_output_tokens: 4096,
  frame_tokens: 2000,
  second_tokens: 600,
  max_file_bytes: 20_000_000,
  currency: 'USD',
  price_in: '0',
  price_out: '0',
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrency: 8,
  timeout_s: 120,
  max_attempts: 5,
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="ep-part">
      <legend className="b f13">{title}</legend>
      {children}
    </fieldset>
  );
}

/** A new endpoint, or the next version of one. What was typed stays when the server refuses it. */
export function ProfileDialog({
  profile,
  secrets,
  administrator,
  save,
  saving,
  error,
  onClose,
}: {
  profile: Profile | null;
  secrets: readonly Secret[];
  administrator: boolean;
  save: (draft: Draft) => void;
  saving: boolean;
  error: Error | null;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<Draft>(profile ?? BLANK);
  const set = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }));
  const faults = error instanceof ApiError ? error.fields : {};
  const fault = (name: keyof Draft) => faults[name]?.[0];
  const text = (name: 'slug' | 'name' | 'base_url' | 'model' | 'currency' | 'price_in' | 'price_out') => ({
    value: String(draft[name]),
    onChange: (e: { currentTarget: HTMLInputElement }) => set({ [name]: e.currentTarget.value }),
    error: fault(name),
    size: 'xs' as const,
  });
  const number = (
    name:
      | 'max_output_tokens'
      | 'frame_tokens'
      | 'second_tokens'
      | 'max_file_bytes'
      | 'concurrency'
      | 'timeout_s'
      | 'max_attempts',
  ) => ({
    value: draft[name],
    onChange: (v: string | number) => set({ [name]: Number(v) }),
    error: fault(name),
    size: 'xs' as const,
    min: 0,
    allowDecimal: false,
  });
  const rate = (name: 'requests_per_minute' | 'tokens_per_minute') => ({
    value: draft[name] ?? '',
    onChange: (v: string | number) => set({ [name]: v === '' ? null : Number(v) }),
    error: fault(name),
    size: 'xs' as const,
    min: 1,
    allowDecimal: false,
    placeholder: 'no limit',
  });
  return (
    // The parts by hand: a header inside a dialog would be a second banner of the page.
    <Modal.Root opened onClose={onClose} size={720}>
      <Modal.Overlay />
      <Modal.Content>
        <div className="row ep-head">
          <Modal.Title>{profile ? `Change ${profile.slug}` : 'New endpoint'}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <form
            className="col gap12"
            onSubmit={(e) => {
              e.preventDefault();
              save(draft);
            }}
          >
            <Part title="Where">
              {!profile && (
                <TextInput
                  label="Short name"
                  description="Letters, digits, hyphens"
                  {...text('slug')}
                  data-autofocus
                />
              )}
              <TextInput label="Name" {...text('name')} />
              <TextInput label="Address" description="Up to /v1" {...text('base_url')} className="ep-wide" />
              <TextInput label="Model" {...text('model')} />
              <NativeSelect
                size="xs"
                label="Key"
                description="A secret of the server, by name"
                value={draft.secret_name}
                onChange={(e) => set({ secret_name: e.currentTarget.value })}
                error={fault('secret_name')}
                data={[
                  { value: '', label: 'none' },
                  ...secrets.map((s) => ({
                    value: s.name,
                    label: s.anywhere ? s.name : `${s.name} (${s.hosts.join(', ') || 'administrators only'})`,
                  })),
                ]}
              />
            </Part>
            <Part title="What it takes">
              <Checkbox.Group
                label="Besides text"
                size="xs"
                value={draft.takes}
                onChange={(takes) => set({ takes: takes as Draft['takes'] })}
              >
                <div className="row gap12">
                  {Object.entries(MEDIA).map(([value, label]) => (
                    <Checkbox key={value} size="xs" value={value} label={label} />
                  ))}
                </div>
              </Checkbox.Group>
              <Checkbox
                size="xs"
                label="Keeps to a JSON schema"
                checked={draft.json_schema}
                onChange={(e) => set({ json_schema: e.currentTarget.checked })}
              />
              <NumberInput label="Longest answer, tokens" {...number('max_output_tokens')} />
              <NativeSelect
                size="xs"
                label="Its name in the request"
                value={draft.output_limit_name}
                onChange={(e) =>
                  set({ output_limit_name: e.currentTarget.value as Draft['output_limit_name'] })
                }
                data={['max_tokens', 'max_completion_tokens']}
              />
              <NumberInput label="Tokens of a frame, at most" {...number('frame_tokens')} />
              <NumberInput label="Tokens of a second, at most" {...number('second_tokens')} />
              <NumberInput
                label="Largest clip or sound, MB"
                {...number('max_file_bytes')}
                allowDecimal
                value={draft.max_file_bytes / 1e6}
                onChange={(v) => set({ max_file_bytes: Math.round(Number(v) * 1e6) })}
              />
            </Part>
            <Part title="What it costs, and how fast it may be asked">
              <TextInput label="Per million tokens in" inputMode="decimal" {...text('price_in')} />
              <TextInput label="Per million tokens out" inputMode="decimal" {...text('price_out')} />
              <TextInput label="Currency" {...text('currency')} />
              <NumberInput label="Requests a minute" {...rate('requests_per_minute')} />
              <NumberInput label="Tokens a minute" {...rate('tokens_per_minute')} />
              <NumberInput label="At the same time" {...number('concurrency')} />
              <NumberInput label="Time limit, seconds" {...number('timeout_s')} />
              <NumberInput label="Attempts per call" {...number('max_attempts')} />
            </Part>
            {!profile && administrator && (
              <Checkbox
                size="xs"
                label="For all projects"
                checked={draft.for_all}
                onChange={(e) => set({ for_all: e.currentTarget.checked })}
              />
            )}
            {error && <ErrorNote error={error} />}
            <div className="row wrap">
              <Button type="submit" loading={saving}>
                {profile ? `Save as version ${profile.version + 1}` : 'Add'}
              </Button>
              <span className="f12 t2">
                {profile
                  ? 'Calls that were asked for keep the version they were asked of.'
                  : 'The key itself stays on the server; it is never shown or stored.'}
              </span>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
