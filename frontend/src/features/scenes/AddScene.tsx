import { Button, Checkbox, FileInput, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { bytes } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { useAddScene } from './api';

const RIGHTS = [
  { value: 'annotations', label: 'Annotations only' },
  { value: 'derived', label: 'Renders and motions' },
  { value: 'media', label: 'Everything, the file included' },
];
const AXES = [
  { value: 'auto', label: 'As the file says' },
  { value: 'y', label: 'Y' },
  { value: 'z', label: 'Z' },
];

export function AddScene({ slug, onClose }: { slug: string; onClose: () => void }) {
  const add = useAddScene(slug);
  const [, go] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [licence, setLicence] = useState('');
  const [rights, setRights] = useState('annotations');
  const [external, setExternal] = useState(false);
  const [scale, setScale] = useState<number | string>(1);
  const [axis, setAxis] = useState('auto');
  const submit = (e: FormEvent) => {
    e.preventDefault();
    if (!file) return;
    add.mutate(
      {
        name: name.trim(),
        file,
        licence: licence.trim(),
        may_redistribute: rights,
        may_send_to_external_model: external,
        scale: Number(scale),
        up_axis: axis,
      },
      { onSuccess: (scene) => go(`/p/${slug}/scenes/${scene.id}`) },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add a scene"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="col" style={{ gap: 10 }} onSubmit={submit}>
        <FileInput
          label="GLB file"
          description={
            file
              ? bytes(file.size)
              : 'One file with everything in it; metres, floor at height 0. A .gltf with its .bin goes in as .zip or is packed to .glb first.'
          }
          accept=".glb,.gltf,.zip,model/gltf-binary"
          value={file}
          required
          placeholder="Choose a file"
          onChange={(f) => {
            setFile(f);
            if (f && !name) setName(f.name.replace(/\.[^.]+$/, ''));
          }}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
        />
        <TextInput
          label="Name"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          required
          maxLength={120}
        />
        <TextInput
          label="Licence"
          value={licence}
          onChange={(e) => setLicence(e.currentTarget.value)}
          required
          maxLength={500}
          placeholder="CC BY 4.0"
        />
        <div className="row wrap" style={{ gap: 12, alignItems: 'flex-end' }}>
          <Select
            label="May be passed on"
            data={RIGHTS}
            value={rights}
            onChange={(v) => setRights(v ?? 'annotations')}
            allowDeselect={false}
          />
          <NumberInput
            label="Scale to metres"
            value={scale}
            onChange={setScale}
            min={0.0001}
            max={10000}
            step={0.1}
            w={120}
          />
          <Select
            label="Up axis"
            data={AXES}
            value={axis}
            onChange={(v) => setAxis(v ?? 'auto')}
            allowDeselect={false}
            w={150}
          />
        </div>
        <Checkbox
          label="May be sent to external models"
          checked={external}
          onChange={(e) => setExternal(e.currentTarget.checked)}
          size="xs"
        />
        {add.isError && <ErrorNote error={add.error} safe="Nothing was stored; your entries are kept." />}
        <Button type="submit" disabled={!file || !name.trim() || !licence.trim()} loading={add.isPending}>
          Add the scene
        </Button>
      </form>
    </Modal>
  );
}
