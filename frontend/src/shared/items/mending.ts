import type { Change, Content, SubtitleLine } from './content';
import type { Problem } from './problems';

export interface Mend {
  label: string;
  change: Change;
}

const inside = (line: SubtitleLine, content: Content): boolean =>
  (content.source.segments ?? []).some((s) => line.t[0] < s.end && line.t[1] > s.start);

/** What one click can put right, where the rule leaves no choice about it; null where a person has to think. */
export function mendOf(problem: Problem, content: Content): Mend | null {
  const segments = content.source.segments ?? [];
  const place = Number(/^source\.segments\[(\d+)\]$/.exec(problem.field)?.[1] ?? NaN);
  const segment = segments[place];
  if (problem.rule === 'QU7' && segment && segment.start > segment.end)
    return {
      label: 'Swap',
      change: {
        do: 'segments',
        segments: segments.map((s, i) => (i === place ? { start: s.end, end: s.start } : s)),
      },
    };
  if (problem.rule === 'QU10' && content.subtitles && /^subtitles\[\d+\]\.(id|t)$/.test(problem.field))
    return { label: 'Sort and number', change: { do: 'subtitles', lines: content.subtitles } };
  if (problem.rule === 'QU37' && problem.field === 'subtitles' && content.subtitles)
    return {
      label: 'Leave them out',
      change: { do: 'subtitles', lines: content.subtitles.filter((line) => inside(line, content)) },
    };
  return null;
}
