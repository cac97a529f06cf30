import type { TaskKind } from '../../../shared/taxonomy';
import { find, meaning, TARGETS, TRANSLATED, type Mapping } from '../model/mapping';
import type { Json } from '../model/records';
import { wordsOf } from './MappingEditor';

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return typeof value[0] === 'object' ? `${value.length} entries` : value.map(shown).join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the mapping makes of the first records, as it is typed. */
export function Preview({
  mapping,
  records,
  kinds,
}: {
  mapping: Mapping;
  records: readonly Json[];
  kinds: readonly TaskKind[];
}) {
  return (
    <div className="scrollx preview" tabIndex={0} role="region" aria-label="First records as drafts">
      <table className="t">
        <caption>The first {records.length} records as drafts</caption>
        <thead>
          <tr>
            {TARGETS.map((t) => (
              <th key={t.id} scope="col">
                {t.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, row) => (
            // Records of a file have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {TARGETS.map((t) => {
                const given = find(mapping, t.id, record);
                const known = TRANSLATED.includes(t.id) ? wordsOf(t.id, kinds) : null;
                const meant = known ? meaning(mapping, t.id, given, known) : shown(given);
                return (
                  <td key={t.id} title={shown(given)}>
                    {meant ||
                      (given === undefined ? (
                        <span className={'needed' in t ? 'preview-missing' : 't3'}>
                          {'needed' in t ? 'missing' : '–'}
                        </span>
                      ) : (
                        <span className="preview-missing">“{shown(given)}” not known</span>
                      ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
