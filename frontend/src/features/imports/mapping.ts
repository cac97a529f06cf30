import type { FieldId } from './header';

export type Mode = 'auto' | 'public-index' | 'affectory' | 'hand';
export interface HandMapping {
  columns: Partial<Record<FieldId, string>>;
  labelPreset: string;
  licence: string;
  mayRedistribute: string;
  extra: string;
}

export const EMPTY_HAND: HandMapping = {
  columns: {},
  labelPreset: 'free',
  licence: '',
  mayRedistribute: '',
  extra: '',
};

export class ExtraError extends Error {}

/** What is sent as `mapping`: nothing, the id of a preset, or an object. */
export function mappingText(mode: Mode, hand: HandMapping): string {
  if (mode === 'auto') return '';
  if (mode !== 'hand') return JSON.stringify(mode);
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
  const constants: Record<string, string> = {};
  if (hand.licence.trim() && !columns.licence) constants.licence = hand.licence.trim();
  if (hand.mayRedistribute && !columns.may_redistribute) constants.may_redistribute = hand.mayRedistribute;
  return JSON.stringify({ columns, constants, label_preset: hand.labelPreset, ...extra });
}
