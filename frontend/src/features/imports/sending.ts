/** Which files go together into one request, and what is sent again after the line broke. Pure. */

export interface FileKey {
  path: string;
  size_bytes: number;
  modified_ms: number;
}

export const MOST_FILES = 200;
export const MOST_BYTES = 12 * 1024 * 1024;
const LONGEST_WAIT_S = 30;

export const pathOf = (file: File): string => file.webkitRelativePath || file.name;
export const keyOf = (file: File): FileKey => ({
  path: pathOf(file),
  size_bytes: file.size,
  modified_ms: file.lastModified,
});

/** In their order, each batch of at most so many files and bytes; a larger file goes alone. */
export function batches<T extends { size: number }>(
  files: readonly T[],
  mostFiles = MOST_FILES,
  mostBytes = MOST_BYTES,
): T[][] {
  const found: T[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = found.at(-1);
    if (!last || last.length >= mostFiles || bytes + file.size > mostBytes) {
      found.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return found;
}

/** Seconds to wait before the n-th try after a broken line: 1, 2, 4 … at most half a minute. */
export const waitBefore = (attempt: number): number => Math.min(LONGEST_WAIT_S, 2 ** (attempt - 1));
