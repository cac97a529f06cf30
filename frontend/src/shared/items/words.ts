/** Which words of a text went and which came: for revisions and for the reference beside a draft. */
export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

const MAX_CELLS = 4_000_000;
const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** The longest common sequence of words; texts too long for it are shown as one gone and one new. */
export function wordDiff(before: string, after: string): Piece[] {
  const a = split(before);
  const b = split(after);
  if (a.length * b.length > MAX_CELLS) return pieces([...wrap('gone', a), ...wrap('new', b)]);
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let k = b.length - 1; k >= 0; k -= 1)
      longest[i * width + k] =
        a[i] === b[k]
          ? longest[(i + 1) * width + k + 1]! + 1
          : Math.max(longest[(i + 1) * width + k]!, longest[i * width + k + 1]!);
  const found: Piece[] = [];
  let i = 0;
  let k = 0;
  while (i < a.length && k < b.length) {
    if (a[i] === b[k]) {
      found.push({ kind: 'same', text: a[i]! });
      i += 1;
      k += 1;
    } else if (longest[(i + 1) * width + k]! >= longest[i * width + k + 1]!)
      found.push({ kind: 'gone', text: a[i++]! });
    else found.push({ kind: 'new', text: b[k++]! });
  }
  return pieces([...found, ...wrap('gone', a.slice(i)), ...wrap('new', b.slice(k))]);
}

const wrap = (kind: Piece['kind'], texts: string[]): Piece[] => texts.map((text) => ({ kind, text }));

function pieces(list: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of list) {
    const last = joined.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}
