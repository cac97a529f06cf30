/** Which words of a text went and which came: for revisions and for the reference beside a draft. */
export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
  /** How many words and signs stand before it. */
  at: number;
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
  const found: Word[] = [];
  let i = 0;
  let k = 0;
  while (i < a.length && k < b.length) {
    if (a[i] === b[k]) {
      found.push(word('same', a[i]!));
      i += 1;
      k += 1;
    } else if (longest[(i + 1) * width + k]! >= longest[i * width + k + 1]!)
      found.push(word('gone', a[i++]!));
    else found.push(word('new', b[k++]!));
  }
  return pieces([...found, ...wrap('gone', a.slice(i)), ...wrap('new', b.slice(k))]);
}

type Word = Omit<Piece, 'at'>;
const word = (kind: Piece['kind'], text: string): Word => ({ kind, text });
const wrap = (kind: Piece['kind'], texts: string[]): Word[] => texts.map((text) => ({ kind, text }));

function pieces(list: readonly Word[]): Piece[] {
  const joined: Piece[] = [];
  list.forEach((piece, at) => {
    const last = joined.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else joined.push({ ...piece, at });
  });
  return joined;
}
