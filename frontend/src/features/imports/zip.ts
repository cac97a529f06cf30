/** The names in a zip, read from its directory in the browser: nothing is unpacked and nothing is sent. */

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LONGEST_END = 65_557;

async function view(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

async function directory(file: Blob): Promise<{ at: number; size: number } | null> {
  const from = Math.max(0, file.size - LONGEST_END);
  const tail = await view(file, from, file.size);
  for (let i = tail.byteLength - 22; i >= 0; i -= 1) {
    if (tail.getUint32(i, true) !== END) continue;
    const size = tail.getUint32(i + 12, true);
    const at = tail.getUint32(i + 16, true);
    if (at !== 0xffffffff && size !== 0xffffffff) return { at, size };
    if (i < 20 || tail.getUint32(i - 20, true) !== LOCATOR_64) return null;
    const place = Number(tail.getBigUint64(i - 12, true));
    const end = await view(file, place, place + 56);
    if (end.byteLength < 56 || end.getUint32(0, true) !== END_64) return null;
    return { at: Number(end.getBigUint64(48, true)), size: Number(end.getBigUint64(40, true)) };
  }
  return null;
}

/** Names of the files in it, without folders; null where it is no zip that can be read. */
export async function namesInZip(file: Blob): Promise<string[] | null> {
  const found = await directory(file);
  if (!found || found.at + found.size > file.size) return null;
  const data = await view(file, found.at, found.at + found.size);
  const decoder = new TextDecoder();
  const names: string[] = [];
  let i = 0;
  while (i + 46 <= data.byteLength && data.getUint32(i, true) === ENTRY) {
    const length = data.getUint16(i + 28, true);
    const rest = data.getUint16(i + 30, true) + data.getUint16(i + 32, true);
    if (i + 46 + length > data.byteLength) return null;
    const name = decoder.decode(new Uint8Array(data.buffer, data.byteOffset + i + 46, length));
    if (!name.endsWith('/')) names.push(name);
    i += 46 + length + rest;
  }
  return i === data.byteLength ? names : null;
}
