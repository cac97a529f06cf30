/** A comment in pieces: words, times of the video that can be gone to, and who is meant. Plain text, no markup. */
export type Piece =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'time'; text: string; at: number; seconds: number }
  | { kind: 'handle'; text: string; at: number; handle: string };

const FOUND =
  /(?<![\w:.])(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(\.\d{1,3})?(?![\w:])|(?<![\w@.])@([A-Za-z0-9][\w.+-]*)/g;

/** `12:04.3` and `1:02:03` are times, `@reviewer-1` is somebody; a full stop that ends a sentence is neither's. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  const words = (until: number) => {
    if (until > done) pieces.push({ kind: 'text', text: text.slice(done, until), at: done });
  };
  for (const match of text.matchAll(FOUND)) {
    const [whole, hours, minutes, seconds, part, handle] = match;
    const at = match.index;
    if (handle !== undefined) {
      const clean = handle.replace(/[.+-]+$/, '');
      words(at);
      pieces.push({ kind: 'handle', text: `@${clean}`, at, handle: clean.toLowerCase() });
      done = at + 1 + clean.length;
      continue;
    }
    if (hours !== undefined && Number(minutes) > 59) continue;
    words(at);
    const total = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part ?? 0);
    pieces.push({ kind: 'time', text: whole, at, seconds: Math.round(total * 1000) / 1000 });
    done = at + whole.length;
  }
  words(text.length);
  return pieces;
}
