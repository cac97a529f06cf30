import type { FieldId } from './header';

export type Mode = 'auto' | 'public-index' | 'affectory' | 'hand';
export interface HandMapping {
  columns: Partial<Record<FieldId, string>>;
  labelPreset: string;
  licence: string;
  mayRedistribute: string;
  extra: string;
}
/** How names are read where there is no table. `preset` is empty where nothing is read from them. */
export interface NameMapping {
  preset: string;
  pattern: string;
  labelPreset: string;
  licence: string;
  mayRedistribute: string;
}
/** What is said of all files: empty leaves it as it was, "auto" has it recognised anew. */
export interface Measures {
  unit: string;
  upAxis: string;
}

export const EMPTY_HAND: HandMapping = {
  columns: {},
  labelPreset: 'free',
  licence: '',
  mayRedistribute: '',
  extra: '',
};
export const EMPTY_NAMES: NameMapping = {
  preset: '',
  pattern: '',
  labelPreset: 'free',
  licence: '',
  mayRedistribute: '',
};
const YES_OR_NO = { yes: 'media', no: 'annotations' };
export const NO_MEASURES: Measures = { unit: '', upAxis: '' };

export class ExtraError extends Error {}

function constantsOf(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([k, v]) => [k, v.trim()] as const)
      .filter(([, v]) => v),
  );
}

/** What is sent as `mapping` with a table: nothing, the id of a preset, or an object. */
export function mappingText(mode: Mode, hand: HandMapping, measures: Measures = NO_MEASURES): string {
  const said = constantsOf({ unit: measures.unit, up_axis: measures.upAxis });
  if (mode !== 'hand') {
    if (Object.keys(said).length > 0)
      return JSON.stringify(mode === 'auto' ? { constants: said } : { preset: mode, constants: said });
    return mode === 'auto' ? '' : JSON.stringify(mode);
  }
  let extra: Record<string, unknown> = {};
  if (hand.extra.trim() !== '') {
    try {
      extra = JSON.parse(hand.extra) as Record<string, unknown>;
    } catch {
      throw new ExtraError('The further rules are not JSON. Look for a missing comma or quote.');
    }
    if (typeof extra !== 'object' || extra === null || Array.isArray(extra))
      throw new ExtraError('The further rules must be an object, such as {"values": {…}}.');
  }
  const columns = Object.fromEntries(Object.entries(hand.columns).filter(([, c]) => c));
  const constants = constantsOf({
    licence: columns.licence ? '' : hand.licence,
    may_redistribute: columns.may_redistribute ? '' : hand.mayRedistribute,
    unit: columns.unit ? '' : measures.unit,
    up_axis: columns.up_axis ? '' : measures.upAxis,
  });
  // As the form says beside the field. What else a cell may mean is said in the further rules.
  const { values: further, ...rest } = extra;
  const values = { ...(columns.may_redistribute && { may_redistribute: YES_OR_NO }), ...(further as object) };
  return JSON.stringify({ columns, constants, values, label_preset: hand.labelPreset, ...rest });
}

/** What is sent as `mapping` without one: how names are read and what is said of all files. */
export function namesText(names: NameMapping, measures: Measures = NO_MEASURES): string {
  const constants = constantsOf({
    licence: names.licence,
    may_redistribute: names.mayRedistribute,
    unit: measures.unit,
    up_axis: measures.upAxis,
  });
  return JSON.stringify({
    ...(names.preset && names.preset !== 'own' ? { preset: names.preset } : {}),
    ...(names.pattern ? { file_pattern: names.pattern } : {}),
    label_preset: names.labelPreset,
    constants,
  });
}
