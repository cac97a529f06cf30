/** What can be chosen in several forms of an import. */

export const LABEL_PRESETS = [
  { value: 'free', label: 'The five names only' },
  { value: 'kdae', label: 'KDAE' },
  { value: 'emilya', label: 'Emilya' },
  { value: 'bandai-namco', label: 'Bandai-Namco' },
];
export const RIGHTS = [
  { value: 'annotations', label: 'Annotations only' },
  { value: 'derived', label: 'Renders and motions' },
  { value: 'media', label: 'Everything' },
];
export const UNITS = [
  { value: 'auto', label: 'Recognise anew' },
  { value: 'centimetre', label: 'Centimetres' },
  { value: 'metre', label: 'Metres' },
  { value: 'inch', label: 'Inches' },
  { value: 'decimetre', label: 'Decimetres' },
  { value: 'millimetre', label: 'Millimetres' },
  { value: 'foot', label: 'Feet' },
];
export const AXES = [
  { value: 'auto', label: 'Recognise anew' },
  { value: 'Y', label: 'Y is up' },
  { value: 'Z', label: 'Z is up' },
];
