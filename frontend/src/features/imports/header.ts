export const FIELDS = [
  { id: 'file', label: 'File', hint: 'name or path of the BVH file' },
  { id: 'source_label', label: 'Source label', hint: 'the emotion as the collection writes it' },
  { id: 'label', label: 'Label of the five', hint: 'where the table has it already' },
  { id: 'performer', label: 'Performer', hint: 'unknown ones stay unknown' },
  { id: 'performance', label: 'Performance', hint: 'the take; without it each file is its own' },
  { id: 'part', label: 'Part', hint: 'of a recording of two people' },
  { id: 'collection', label: 'Collection', hint: '' },
  { id: 'scenario', label: 'Scenario', hint: 'what is done' },
  { id: 'licence', label: 'Licence', hint: '' },
  {
    id: 'may_redistribute',
    label: 'May be passed on',
    hint: 'media, derived or annotations; “yes” allows media',
  },
  { id: 'may_send_to_external_model', label: 'External models', hint: 'yes or no' },
  { id: 'content_warnings', label: 'Content warnings', hint: '' },
] as const;
export type FieldId = (typeof FIELDS)[number]['id'];

const GUESS: Record<FieldId, RegExp> = {
  file: /^(file|file_?name|path|file_?path|bvh|name)$/i,
  source_label: /^(source_label|emotion|style|affect|category)$/i,
  label: /^(label|five_class|five_label)$/i,
  performer: /^(performer|actor|subject|person)(_id)?$/i,
  performance: /^(performance|recording|take)(_id)?$/i,
  part: /^(part|side|role)$/i,
  collection: /^(collection|dataset|corpus|origin)$/i,
  scenario: /^(scenario|action|activity)$/i,
  licence: /^(licence|license|terms)$/i,
  may_redistribute: /^(may_redistribute|redistribut(e|able|ion))$/i,
  may_send_to_external_model: /^(may_send_to_external_model|external_model)$/i,
  content_warnings: /^content_warnings?$/i,
};

export function guessColumns(columns: readonly string[]): Partial<Record<FieldId, string>> {
  const found: Partial<Record<FieldId, string>> = {};
  for (const f of FIELDS) {
    const hit = columns.find((c) => GUESS[f.id].test(c) && !Object.values(found).includes(c));
    if (hit) found[f.id] = hit;
  }
  return found;
}
