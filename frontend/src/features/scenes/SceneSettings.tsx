import { Button, Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../../shared/api/client';
import { useRoles } from '../../shared/api/session';
import { dateTime } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import type { SceneDetail } from './api';
import { RIGHTS } from './rights';

interface Props {
  slug: string;
  scene: SceneDetail & { taken_out_at?: string | null };
}

/** Name, rights and whether the scene is in use: all that changes of it. */
export function SceneSettings({ slug, scene }: Props) {
  const maintainer = useRoles(slug).has('maintainer');
  const [editing, setEditing] = useState(false);
  const client = useQueryClient();
  const after = () =>
    client.invalidateQueries({ predicate: (q) => q.queryKey[0] === 'scene' || q.queryKey[0] === 'rows' });
  const use = useMutation({
    mutationFn: (what: 'take-out' | 'bring-back') =>
      api.post<SceneDetail>(`/projects/${slug}/scenes/${scene.id}/${what}`, {}),
    onSuccess: after,
  });
  if (!maintainer) return null;
  return (
    <>
      {scene.taken_out_at && <span className="chip warn">taken out {dateTime(scene.taken_out_at)}</span>}
      <Button variant="default" leftSection={<IconPencil size={15} />} onClick={() => setEditing(true)}>
        Name and rights
      </Button>
      <Button
        variant="default"
        loading={use.isPending}
        onClick={() => use.mutate(scene.taken_out_at ? 'bring-back' : 'take-out')}
      >
        {scene.taken_out_at ? 'Bring back' : 'Take out'}
      </Button>
      {use.isError && <ErrorNote error={use.error} />}
      {editing && (
        <Edit
          slug={slug}
          scene={scene}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            void after();
          }}
        />
      )}
    </>
  );
}

function Edit({ slug, scene, onClose, onDone }: Props & { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState(scene.name);
  const [rights, setRights] = useState(scene.rights);
  const save = useMutation({
    mutationFn: () =>
      api.patch<SceneDetail>(`/projects/${slug}/scenes/${scene.id}`, { name: name.trim(), rights }),
    onSuccess: onDone,
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Name and rights" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className="col" style={{ gap: 10 }} onSubmit={submit}>
        <TextInput
          label="Name"
          description="Plans of compositions name scenes: those that name this one need the new name."
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          required
          maxLength={120}
        />
        <TextInput
          label="Licence"
          value={rights.licence}
          onChange={(e) => setRights({ ...rights, licence: e.currentTarget.value })}
          required
          maxLength={500}
        />
        <Select
          label="May be passed on"
          description="Releases that are out keep what they say; the next one follows this."
          data={RIGHTS}
          value={rights.may_redistribute}
          onChange={(value) => value && setRights({ ...rights, may_redistribute: value })}
          allowDeselect={false}
        />
        <Checkbox
          size="xs"
          label="May be sent to external models"
          checked={rights.may_send_to_external_model}
          onChange={(e) => setRights({ ...rights, may_send_to_external_model: e.currentTarget.checked })}
        />
        {save.isError && <ErrorNote error={save.error} safe="Nothing was changed." />}
        <Button type="submit" loading={save.isPending} disabled={!name.trim() || !rights.licence.trim()}>
          Save
        </Button>
      </form>
    </Modal>
  );
}
