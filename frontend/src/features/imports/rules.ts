export interface Choice {
  label: string;
  reason: string;
}

const key = (source: string) => source.trim().toLowerCase().replace(/\s+/g, ' ');

interface Mapped {
  source_label: string;
  label: string;
  exclusion_reason: string;
}
/** What the mapping says now, but for what somebody has chosen since. */
export const choicesOf = (
  sources: readonly Mapped[],
  touched: Record<string, Choice>,
): Record<string, Choice> =>
  Object.fromEntries(
    sources.map((s) => [
      s.source_label,
      touched[s.source_label] ?? { label: s.label, reason: s.exclusion_reason },
    ]),
  );

/** The rules that say exactly what was chosen: a label, or a reason for excluding. */
export function rulesOf(
  sources: readonly { source_label: string }[],
  choices: Record<string, Choice>,
): { labels: Record<string, string>; exclusions: Record<string, string> } {
  const labels: Record<string, string> = {};
  const exclusions: Record<string, string> = {};
  for (const { source_label: source } of sources) {
    const choice = choices[source];
    if (source === '' || !choice) continue;
    if (choice.label) labels[key(source)] = choice.label;
    else if (choice.reason.trim()) exclusions[key(source)] = choice.reason.trim();
  }
  return { labels, exclusions };
}
