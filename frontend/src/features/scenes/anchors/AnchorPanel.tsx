import { ActionIcon, Button, NumberInput, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { K } from '../../../shared/keys';
import { plural } from '../../../shared/lib/format';
import { Card } from '../../../shared/ui/page';
import { ErrorNote } from '../../../shared/ui/states';
import {
  degrees,
  describe,
  KINDS,
  lookOf,
  moved,
  radians,
  titleOf,
  turned,
  type AnchorValues,
  type Flat,
  type Kind,
} from './model';
import { PlaceByNumbers } from './PlaceByNumbers';
import type { AnchorDesk, DeskAnchor } from './useAnchorDesk';

interface Props {
  desk: AnchorDesk;
  shown: readonly DeskAnchor[];
  hidden: ReadonlySet<Kind>;
  onHide: (kind: Kind) => void;
  canEdit: boolean;
  onFind: () => void;
  /** Where placing by numbers begins. */
  middle: Flat;
  heightAt: (point: Flat) => number;
}

export function AnchorPanel({ desk, shown, hidden, onHide, canEdit, onFind, middle, heightAt }: Props) {
  return (
    <Card title="Anchors" span={4} aside={plural(desk.anchors.length, 'anchor')}>
      {canEdit && <Tools desk={desk} onFind={onFind} />}
      {canEdit && desk.placing && (
        <PlaceByNumbers
          key={desk.placing}
          desk={desk}
          kind={desk.placing}
          from={middle}
          heightAt={heightAt}
        />
      )}
      {desk.error !== null && <ErrorNote error={desk.error} safe="The anchor is as it was." />}
      <div className="row wrap anchorfilter" role="group" aria-label="Kinds shown">
        {KINDS.map(({ kind, plural: word, color }) => (
          <button
            key={kind}
            type="button"
            className="facet inline"
            aria-pressed={!hidden.has(kind)}
            onClick={() => onHide(kind)}
          >
            <i style={{ background: color }} aria-hidden /> {word}{' '}
            <span className="num">{desk.anchors.filter((anchor) => anchor.kind === kind).length}</span>
          </button>
        ))}
      </div>
      {desk.selected && (
        <Fields key={desk.selected.key} anchor={desk.selected} desk={desk} canEdit={canEdit} />
      )}
      {shown.length === 0 && !desk.isPending && (
        <p className="t2 f12">
          {desk.anchors.length > 0
            ? 'All kinds are hidden.'
            : 'No place for an action is marked yet; people can still stand anywhere on the floor.'}
        </p>
      )}
      <ul className="anchorlist" aria-label="Anchors">
        {shown.map((anchor) => (
          <li key={anchor.key}>
            <button
              type="button"
              aria-pressed={anchor.key === desk.selected?.key}
              onClick={() => desk.select(anchor.key === desk.selected?.key ? null : anchor.key)}
            >
              <i style={{ background: lookOf(anchor.kind).color }} aria-hidden />
              <span className="grow">
                <b>{titleOf(anchor)}</b>
                <span className="t2 f12">
                  {' '}
                  {lookOf(anchor.kind).word.toLowerCase()}, {describe(anchor)}
                </span>
              </span>
              <span className="t3 f12">
                {anchor.source === 'hand' ? 'by hand' : anchor.quality.toFixed(2)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Tools({ desk, onFind }: { desk: AnchorDesk; onFind: () => void }) {
  return (
    <div className="col" style={{ gap: 6 }}>
      <div className="row wrap anchortools" role="group" aria-label="Place">
        {KINDS.map(({ kind, word, binding }) => (
          <Button
            key={kind}
            size="compact-sm"
            variant={desk.placing === kind ? 'filled' : 'default'}
            aria-pressed={desk.placing === kind}
            onClick={() => desk.setPlacing(desk.placing === kind ? null : kind)}
            rightSection={<K id={binding} />}
          >
            {word}
          </Button>
        ))}
        <Tooltip label="Undo">
          <ActionIcon
            size={26}
            variant="default"
            aria-label="Undo"
            disabled={!desk.undo}
            onClick={() => desk.undo?.()}
          >
            <IconArrowBackUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Redo">
          <ActionIcon
            size={26}
            variant="default"
            aria-label="Redo"
            disabled={!desk.redo}
            onClick={() => desk.redo?.()}
          >
            <IconArrowForwardUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Button size="compact-sm" variant="default" onClick={onFind}>
          Find anchors
        </Button>
      </div>
      <p className="t2 f12" role="status">
        {desk.placing === 'walkway'
          ? `Click its points on the map, then press Enter or click twice. ${plural(desk.drawing.length, 'point')} so far.`
          : desk.placing
            ? 'Click where it is and drag to turn it, on the map or in 3D (Shift: exactly there), or write it here.'
            : desk.saving
              ? 'Saving …'
              : 'Choose a kind to place one, or select one to change it.'}
      </p>
    </div>
  );
}

function Fields({ anchor, desk, canEdit }: { anchor: DeskAnchor; desk: AnchorDesk; canEdit: boolean }) {
  const [name, setName] = useState(anchor.name);
  // Undone, redone or refused: the field says what the anchor is called.
  const [called, setCalled] = useState(anchor.name);
  if (called !== anchor.name) {
    setCalled(anchor.name);
    setName(anchor.name);
  }
  const set = (values: Partial<AnchorValues>) => desk.change({ ...anchor, ...values });
  const number = (label: string, value: number, onChange: (value: number) => void, step = 0.05) => (
    <NumberInput
      key={label}
      size="xs"
      label={label}
      value={Number(value.toFixed(3))}
      step={step}
      decimalScale={3}
      disabled={!canEdit}
      onChange={(next) => {
        if (next !== '' && Number.isFinite(Number(next)) && Number(next) !== Number(value.toFixed(3)))
          onChange(Number(next));
      }}
    />
  );
  const [x, y, z] = anchor.position;
  const end = anchor.path.at(-1);
  const walk = anchor.kind === 'walkway';
  return (
    <fieldset className="anchorfields" aria-label={`Values of ${titleOf(anchor)}`}>
      <TextInput
        size="xs"
        label="Name"
        value={name}
        maxLength={80}
        disabled={!canEdit}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => name.trim() !== anchor.name && set({ name: name.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <div className="anchorgrid">
        {walk ? (
          <>
            {number('From x, m', x, (v) => set({ path: [[v, z], ...anchor.path.slice(1)] }))}
            {number('From z, m', z, (v) => set({ path: [[x, v], ...anchor.path.slice(1)] }))}
            {end &&
              number('To x, m', end[0], (v) =>
                set({ path: [...anchor.path.slice(0, -1), [v, end[1]] as Flat] }),
              )}
            {end &&
              number('To z, m', end[1], (v) =>
                set({ path: [...anchor.path.slice(0, -1), [end[0], v] as Flat] }),
              )}
          </>
        ) : (
          <>
            {number('x, m', x, (v) => set(moved(anchor, v - x, 0)))}
            {number('z, m', z, (v) => set(moved(anchor, 0, v - z)))}
            {anchor.kind === 'seat' && number('Height, m', y, (v) => set({ position: [x, v, z] }), 0.01)}
            {anchor.kind !== 'free_floor' &&
              number('Faces, °', degrees(anchor.yaw), (v) => set(turned(anchor, radians(v))), 15)}
          </>
        )}
        {number(anchor.kind === 'free_floor' ? 'Across, m' : 'Width, m', anchor.width_m, (v) =>
          set({ width_m: v }),
        )}
        {anchor.kind === 'seat' && number('Depth, m', anchor.length_m, (v) => set({ length_m: v }))}
      </div>
      <div className="row">
        <span className="t2 f12 grow">
          {anchor.source === 'hand'
            ? `Placed by ${anchor.created_by ?? 'you'}`
            : `Found by rule, quality ${anchor.quality.toFixed(2)}`}
        </span>
        {canEdit && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={desk.remove}
          >
            Remove
          </Button>
        )}
      </div>
    </fieldset>
  );
}
