export const FIELDS = [
  { id: 'file', label: 'File', hint: 'name or path of the BVH file' },
  { id: 'source_label', label: 'Source label', hint: 'the emotion as the collection writes it' },
  { id: 'label', label: 'Label of the five', hint: 'where the table has it already' },
  { id: 'performer', label: 'Performer', hint: 'unknown ones stay unknown' },
  { id: 'performance', label: 'Performance', hint: 'the take; without it each file is its own' },
  { id: 'part', label: 'Part', hint: 'of a recording of two people' },
  { id: 'collection', label: 'Collection', hint: 'else the one under “Files and table”' },
  { id: 'scenario', label: 'Scenario', hint: 'what is done' },
  { id: 'licence', label: 'Licence', hint: 'of each file' },
  {
    id: 'may_redistribute',
    label: 'May be passed on',
    hint: 'media, derived or annotations; “yes” allows media',
  },
  { id: 'may_send_to_external_model', label: 'External models', hint: 'yes or no' },
  { id: 'content_warnings', label: 'Content warnings', hint: 'several with ; between' },
  { id: 'unit', label: 'Unit', hint: 'cm, m, in, dm, mm or auto' },
  { id: 'up_axis', label: 'Axis that points up', hint: 'Y, Z or auto' },
  { id: 'consent_reference', label: 'Consent', hint: 'where the performer’s is filed' },
  { id: 'consent_terms', label: 'Consent’s terms', hint: 'what was agreed, in words' },
  { id: 'consented_on', label: 'Consented on', hint: 'as 2026-03-31' },
  { id: 'sha256', label: 'SHA-256', hint: 'held against the file' },
  { id: 'external_id', label: 'Identity', hint: 'else the file’s path' },
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
  unit: /^(length_)?units?$/i,
  up_axis: /^(up|up_axis|axis)$/i,
  consent_reference: /^consent(_reference|_id|_form)?$/i,
  consent_terms: /^consent_(terms|text)$/i,
  consented_on: /^(consented_on|consent_date)$/i,
  sha256: /^(sha_?256|digest|checksum)$/i,
  external_id: /^(external_id|motion_id|id)$/i,
};

export function guessColumns(columns: readonly string[]): Partial<Record<FieldId, string>> {
  const found: Partial<Record<FieldId, string>> = {};
  for (const f of FIELDS) {
    const hit = columns.find((c) => GUESS[f.id].test(c) && !Object.values(found).includes(c));
    if (hit) found[f.id] = hit;
  }
  return found;
}
