import { Button, NumberInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { lookOf, radians, type Flat, type Kind } from './model';
import type { AnchorDesk } from './useAnchorDesk';

interface Props {
  desk: AnchorDesk;
  kind: Kind;
  from: Flat;
  heightAt: (point: Flat) => number;
}

/** Placing without a pointer: where it is, in metres, and which way it faces. */
export function PlaceByNumbers({ desk, kind, from, heightAt }: Props) {
  const [at, setAt] = useState({ x: from[0], z: from[1], toX: from[0] + 1.5, toZ: from[1], faces: 0 });
  const number = (label: string, key: keyof typeof at, step = 0.05) => (
    <NumberInput
      size="xs"
      label={label}
      value={at[key]}
      step={step}
      decimalScale={3}
      required
      onChange={(value) => value !== '' && setAt((now) => ({ ...now, [key]: Number(value) }))}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const spot: Flat = [at.x, at.z];
    if (kind === 'walkway') desk.endDrawing([spot, [at.toX, at.toZ]]);
    else desk.place(kind, [at.x, kind === 'seat' ? heightAt(spot) : 0, at.z], radians(at.faces));
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
