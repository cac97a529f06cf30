/** A folder as one zip, since a scene is sent as one file. Nothing is compressed: meshes and pictures hardly shrink. */

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export async function crc32(file: Blob): Promise<number> {
  let crc = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (crc ^ 0xffffffff) >>> 0;
    for (const byte of value) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
}

const SIXTEEN_BIT = 0xffff;
const THIRTY_TWO_BIT = 0xffffffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;

function header(size: number, write: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer));
  return bytes;
}

/** Throws where a zip of the ordinary kind cannot hold the files. */
export async function zipOf(files: readonly File[], name: string): Promise<File> {
  if (files.length > SIXTEEN_BIT) throw new Error('The folder holds too many files. Pack it as a zip first.');
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let listed = 0;
  for (const file of files) {
    const path = new TextEncoder().encode(file.webkitRelativePath || file.name);
    const crc = await crc32(file);
    const common = (view: DataView, at: number) => {
      view.setUint16(at, FLAGS, true);
      view.setUint32(at + 8, crc, true);
      view.setUint32(at + 12, file.size, true);
      view.setUint32(at + 16, file.size, true);
      view.setUint16(at + 20, path.length, true);
    };
    const local = header(30, (view) => {
      view.setUint32(0, 0x04034b50, true);
      view.setUint16(4, 20, true);
      common(view, 6);
    });
    const start = offset;
    directory.push(
      header(46, (view) => {
        view.setUint32(0, 0x02014b50, true);
        view.setUint16(4, 20, true);
        view.setUint16(6, 20, true);
        common(view, 8);
        view.setUint32(42, start, true);
      }),
      path,
    );
    listed += 46 + path.length;
    parts.push(local, path, file);
    offset += 30 + path.length + file.size;
    if (offset > THIRTY_TWO_BIT)
      throw new Error('The folder is larger than 4 GB. Send fewer scenes at a time.');
  }
  const end = header(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, files.length, true);
    view.setUint16(10, files.length, true);
    view.setUint32(12, listed, true);
    view.setUint32(16, offset, true);
  });
  return new File([...parts, ...directory, end], `${name}.zip`, { type: 'application/zip' });
}

const SCENE_FILE = /\.(glb|gltf|obj|scene_instance\.json)$/i;

/** What is to be sent: the one file, or the chosen files and folders packed together, named by the folder or the scene
 *  among them. */
export async function toSend(files: readonly File[]): Promise<File | null> {
  const [first] = files;
  if (!first) return null;
  const [folder = '', ...inside] = (first.webkitRelativePath || first.name).split('/');
  if (files.length === 1 && inside.length === 0) return first;
  const scene = files.find((file) => SCENE_FILE.test(file.name)) ?? first;
  return zipOf(files, inside.length > 0 ? folder : scene.name.replace(/\.[^.]+$/, ''));
}
