import { expect, test } from 'vitest';
import { crc32, toSend, zipOf } from './pack';

test('the check value of CRC-32', async () => {
  expect(await crc32(new Blob(['123456789']))).toBe(0xcbf43926);
});

test('a zip says where its files are', async () => {
  const zip = await zipOf([new File(['one'], 'a.bin'), new File(['three'], 'ü.gltf')], 'room');
  const bytes = new DataView(await zip.arrayBuffer());
  const end = bytes.byteLength - 22;
  expect(zip.name).toBe('room.zip');
  expect(bytes.getUint32(end, true)).toBe(0x06054b50);
  expect(bytes.getUint16(end + 10, true)).toBe(2);
  const directory = bytes.getUint32(end + 16, true);
  expect(bytes.getUint32(directory, true)).toBe(0x02014b50);
  // The first entry: 30 bytes of header, 5 of its name, 3 of its content.
  expect(bytes.getUint32(directory + 46 + 5 + 42, true)).toBe(38);
  expect(bytes.getUint32(directory + 24, true)).toBe(3);
});

test('one file goes as it is, several are packed', async () => {
  const one = new File(['x'], 'room.glb');
  expect(await toSend([one])).toBe(one);
  expect((await toSend([new File(['y'], 'walls.bin'), new File(['x'], 'room.gltf')]))?.name).toBe('room.zip');
  expect(await toSend([])).toBe(null);
});
