import { Button, NumberInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { lookOf, radians, type Flat, type Kind } from './model';
import type { AnchorDesk } from './useAnchorDesk';

/** As far as it is written: a field may hold a lone minus. */
type Written = Record<'x' | 'z' | 'toX' | 'toZ' | 'faces', number | string>;
interface Props {
  desk: AnchorDesk;
  kind: Kind;
  from: Flat;
  heightAt: (point: Flat) => number;
}

/** SC54: placing without a pointer: where it is, in metres, and which way it faces. */
export function PlaceByNumbers({ desk, kind, from, heightAt }: Props) {
  const [x0, z0] = from;
  const [at, setAt] = useState<Written>({ x: x0, z: z0, toX: x0 + 1.5, toZ: z0, faces: 0 });
  const number = (label: string, key: keyof Written, step = 0.05) => (
    <NumberInput
      size="xs"
      label={label}
      value={at[key]}
      step={step}
      decimalScale={3}
      required
      onChange={(value) => setAt((now) => ({ ...now, [key]: value }))}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [x, z] = [Number(at.x), Number(at.z)];
    if (kind === 'walkway')
      desk.endDrawing([
        [x, z],
        [Number(at.toX), Number(at.toZ)],
      ]);
    else desk.place(kind, [x, kind === 'seat' ? heightAt([x, z]) : 0, z], radians(Number(at.faces)));
  };
  const { word } = lookOf(kind);
  return (
    <form className="placefields" aria-label={`${word} by numbers`} onSubmit={submit}>
      {number(kind === 'walkway' ? 'From x, m' : 'x, m', 'x')}
      {number(kind === 'walkway' ? 'From z, m' : 'z, m', 'z')}
      {kind === 'walkway' && number('To x, m', 'toX')}
      {kind === 'walkway' && number('To z, m', 'toZ')}
      {(kind === 'seat' || kind === 'door') && number('Faces, °', 'faces', 15)}
      <Button type="submit" size="compact-sm">
        Place {word.toLowerCase()}
      </Button>
    </form>
  );
}
