import { useState } from 'react';
import { readHeader, type Header } from '../../shared/lib/header';
import { pathOf } from './sending';
import { namesInZip } from './zip';

interface Archive {
  file: File;
  /** Null where it cannot be read here: the import says why. */
  names: string[] | null;
}

interface Chosen {
  /** Grows with every change, so that it can stand for the files. */
  version: number;
  files: File[];
  archives: Archive[];
  manifest: File | null;
  header: Header | null;
}

const NOTHING: Chosen = { version: 0, files: [], archives: [], manifest: null, header: null };
const same = (one: File, other: File) => pathOf(one) === pathOf(other);

/** What somebody chose to bring in. The same path chosen again replaces what was there. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const add = async (list: readonly File[]) => {
    const table = list.find((f) => /\.(csv|tsv|tab|json)$/i.test(f.name)) ?? null;
    const zips = list.filter((f) => /\.zip$/i.test(f.name));
    const header = table && readHeader(table.name, await table.slice(0, 262_144).text());
    const archives = await Promise.all(zips.map(async (file) => ({ file, names: await namesInZip(file) })));
    const given = new Map(
      list.filter((f) => f !== table && !zips.includes(f)).map((f) => [pathOf(f), f] as const),
    );
    setChosen((old) => ({
      version: old.version + 1,
      files: [...old.files.filter((f) => !given.has(pathOf(f))), ...given.values()],
      archives: [...old.archives.filter((a) => !zips.some((z) => same(z, a.file))), ...archives],
      manifest: table ?? old.manifest,
      header: table ? header : old.header,
    }));
    return header;
  };
  const clear = () => setChosen((old) => ({ ...NOTHING, version: old.version + 1 }));
  return { ...chosen, add, clear };
}
