import type { SubtitleNote } from '../api/types';

/** What was repaired, doubted or left out, line by line. */
export function TrackNotes({ notes }: { notes: readonly SubtitleNote[] }) {
  if (notes.length === 0) return <p className="f12 t2">Nothing had to be repaired.</p>;
  return (
    <ul className="tracknotes f12" aria-label="Notes on the file">
      {notes.map((n) => (
        <li key={`${n.line ?? 0} ${n.code} ${n.message}`}>
          <span className="t3 num">{n.line ? `Line ${n.line}` : 'File'}</span>
          <span>{n.message}</span>
        </li>
      ))}
    </ul>
  );
}
