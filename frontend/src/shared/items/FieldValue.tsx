import type { Content, Evidence, Segment, SubtitleLine } from './content';
import { wordDiff } from './words';

/** A part of an item as text, one thing a line: to read it and to compare two of them word by word. */
function asText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(lineOf).join(typeof value[0] === 'string' ? ', ' : '\n');
  const parts = value as Partial<NonNullable<Content['answer_details']> & NonNullable<Content['rubric']>>;
  if (parts.items) return [parts.description, ...parts.items.map(itemLine)].filter(Boolean).join('\n');
  if (parts.scores)
    return [parts.criterion, ...Object.entries(parts.scores).map(([s, text]) => `${s}: ${text}`)].join('\n');
  return JSON.stringify(value);
}

const itemLine = (item: NonNullable<Content['answer_details']>['items'][number]): string =>
  [`${item.id}: ${item.description}`, item.anchor, item.emotion, item.intensity].filter(Boolean).join(' · ');

function lineOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return String(entry);
  if ('t' in entry) {
    const line = entry as SubtitleLine;
    return `${line.id} ${line.t[0]}–${line.t[1]} s ${line.speaker ? `${line.speaker}: ` : ''}${line.text}`;
  }
  const stretch = entry as Segment & Partial<Evidence>;
  return `${stretch.start}–${stretch.end} s${stretch.item ? ` for ${stretch.item}` : ''}`;
}

export function FieldValue({ value }: { value: unknown }) {
  const text = asText(value);
  return text === '' ? <span className="t3">empty</span> : <span className="prewrap">{text}</span>;
}

export function FieldDiff({ before, after }: { before: unknown; after: unknown }) {
  return <WordDiff before={asText(before)} after={asText(after)} />;
}

/** What went is struck out, what came is underlined; both are also said to screen readers. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className="prewrap worddiff">
      {wordDiff(before, after).map(({ kind, text, at }) => {
        if (kind === 'same') return <span key={at}>{text}</span>;
        return kind === 'gone' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>;
      })}
    </p>
  );
}
