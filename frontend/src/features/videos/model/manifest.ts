/** The columns of a manifest, for the preview before anything is sent. */
export const FIELDS = [
  { id: 'file', label: 'File', hint: 'name or path of the video' },
  { id: 'source', label: 'Source', hint: 'address, or series, season and episode' },
  { id: 'external_id', label: 'Id', hint: 'your own name for the video' },
  { id: 'domain', label: 'Domain', hint: 'film, series, interview …' },
  { id: 'licence', label: 'Licence', hint: '' },
  { id: 'may_redistribute', label: 'May be passed on', hint: 'media, derived or annotations' },
  { id: 'may_send_to_external_model', label: 'External models', hint: 'yes or no' },
  { id: 'content_warnings', label: 'Content warnings', hint: 'parted by semicolons' },
  { id: 'subtitles', label: 'Subtitles', hint: 'names of files, parted by semicolons' },
] as const;
export type FieldId = (typeof FIELDS)[number]['id'];
export type Mapping = Partial<Record<FieldId, string>>;

const GUESS: Record<FieldId, RegExp> = {
  file: /^(file|file_?name|path|file_?path|video|video_file)$/i,
  source: /^(source|origin|url|link|from)$/i,
  external_id: /^(external_id|id|video_id|uid)$/i,
  domain: /^(domain|genre|category)$/i,
  licence: /^(licence|license|terms)$/i,
  may_redistribute: /^(may_redistribute|redistribut(e|able|ion))$/i,
  may_send_to_external_model: /^(may_send_to_external_model|external_model)$/i,
  content_warnings: /^(content_warnings?|warnings?)$/i,
  subtitles: /^(subtitles?|subtitle_files?|captions)$/i,
};

/** An index of public video files names codecs where other tables name subtitle files. */
const isPublicIndex = (columns: readonly string[]): boolean =>
  ['file', 'origin', 'licence', 'vcodec'].every((name) => columns.includes(name));

export function guessMapping(columns: readonly string[]): Mapping {
  if (isPublicIndex(columns)) return { file: 'file', source: 'origin', licence: 'licence' };
  const found: Mapping = {};
  for (const field of FIELDS) {
    const hit = columns.find((c) => GUESS[field.id].test(c.trim()) && !Object.values(found).includes(c));
    if (hit) found[field.id] = hit;
  }
  return found;
}
