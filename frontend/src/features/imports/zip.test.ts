import { describe, expect, it } from 'vitest';
import { namesInZip } from './zip';

const name = (text: string) => [...new TextEncoder().encode(text)];
const u16 = (n: number) => [n & 255, n >> 8];
const u32 = (n: number) => [...u16(n & 0xffff), ...u16(n >>> 16)];

/** A directory alone, as a zip of empty entries: 46 bytes and the name for each, then 22 bytes at the end. */
function zip(names: string[], comment = ''): Blob {
  const entries = names.flatMap((n) => [
    ...u32(0x02014b50),
    ...new Array<number>(24).fill(0),
    ...u16(name(n).length),
    ...new Array<number>(16).fill(0),
    ...name(n),
  ]);
  const end = [
    ...u32(0x06054b50),
    ...new Array<number>(8).fill(0),
    ...u32(entries.length),
    ...u32(0),
    ...u16(comment.length),
    ...name(comment),
  ];
  return new Blob([new Uint8Array([...entries, ...end])]);
}

describe('names in a zip', () => {
  it('lists files with their folders and leaves folders out', async () => {
    expect(await namesInZip(zip(['BVH/', 'BVH/F01/F01A0V1.bvh', 'ü.bvh']))).toEqual([
      'BVH/F01/F01A0V1.bvh',
      'ü.bvh',
    ]);
  });
  it('finds the directory before a comment', async () => {
    expect(await namesInZip(zip(['a.bvh'], 'made by hand'))).toEqual(['a.bvh']);
  });
  it('says that something else is no zip', async () => {
    expect(await namesInZip(new Blob(['HIERARCHY']))).toBeNull();
    expect(await namesInZip(zip(['a.bvh']).slice(10))).toBeNull();
  });
});
