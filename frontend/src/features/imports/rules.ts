export interface Choice {
  label: string;
  reason: string;
}

const key = (source: string) => source.trim().toLowerCase().replace(/\s+/g, ' ');

/** The rules that say exactly what was chosen: a label, or a reason for leaving out. */
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
