import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { ErrorNote } from '../../shared/ui/states';
import type { Effects } from './api';
import { RIGHTS } from './choices';
import { EffectsNote } from './EffectsNote';
import { bodyOf, type Terms } from './terms';

interface Props {
  path: string;
  initial: Terms;
  /** Whether what is empty is decided elsewhere. */
  ofPerson?: boolean;
  onDone: () => void;
}

/** Rights and consent; what a change does is shown before it can be applied. */
export function TermsForm({ path, initial, ofPerson = false, onDone }: Props) {
  const [terms, setTerms] = useState(initial);
  const effects = useMutation({ mutationFn: () => api.post<Effects>(`${path}/effects`, bodyOf(terms)) });
  const apply = useMutation({ mutationFn: () => api.patch(path, bodyOf(terms)), onSuccess: onDone });
  const set = (patch: Partial<Terms>) => {
    effects.reset();
    setTerms((t) => ({ ...t, ...patch }));
  };
  const otherwise = ofPerson ? 'As the collection says' : undefined;
  return (
    <div className="col" style={{ gap: 12 }}>
      <div className="termsform">
        <TextInput
          label="Licence"
          value={terms.licence}
          onChange={(e) => set({ licence: e.currentTarget.value })}
          placeholder={otherwise ?? 'CC BY 4.0'}
          maxLength={500}
        />
        <Select
          label="May be passed on"
          data={RIGHTS}
          value={terms.may_redistribute || null}
          onChange={(v) => set({ may_redistribute: v ?? '' })}
          placeholder={otherwise}
          clearable={ofPerson}
          allowDeselect={ofPerson}
        />
        <Select
          label="May be sent to external models"
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={terms.sending || null}
          onChange={(v) => set({ sending: v ?? '' })}
          placeholder={otherwise}
          clearable={ofPerson}
          allowDeselect={ofPerson}
        />
        <TextInput
          label="Consent is filed as"
          value={terms.consent_reference}
          onChange={(e) => set({ consent_reference: e.currentTarget.value })}
          placeholder="Binder 7, page 12"
          maxLength={300}
        />
        <TextInput
          label="Consented on"
          type="date"
          value={terms.consented_on}
          onChange={(e) => set({ consented_on: e.currentTarget.value })}
        />
        <Textarea
          className="whole"
          label="What was agreed"
          value={terms.consent_terms}
          onChange={(e) => set({ consent_terms: e.currentTarget.value })}
          autosize
          minRows={2}
          maxRows={8}
        />
      </div>
      {effects.data && (
        <EffectsNote effects={effects.data} nothing=": other terms of theirs are as strict already" />
      )}
      {effects.isError && <ErrorNote error={effects.error} safe="Nothing was changed." />}
      {apply.isError && <ErrorNote error={apply.error} safe="Nothing was changed." />}
      <div className="row">
        <Button variant="default" onClick={() => effects.mutate()} loading={effects.isPending}>
          Show what changes
        </Button>
        <Button onClick={() => apply.mutate()} loading={apply.isPending} disabled={!effects.data}>
          Apply
        </Button>
      </div>
    </div>
  );
}
