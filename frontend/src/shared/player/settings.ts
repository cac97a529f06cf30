/** One colour per observation setting: in the clip's tag, the frustum, the map and the lane. */
export interface SettingLook {
  /** On the near-black well, both themes. */
  onWell: string;
  /** On a surface, as a custom property that follows the theme. */
  onSurface: string;
  says: string;
}

const LOOKS: Record<string, SettingLook> = {
  'P-Init': { onWell: '#8f9dff', onSurface: 'var(--s-init)', says: 'fixed at robot start' },
  'P-Ref': { onWell: '#46d1b2', onSurface: 'var(--s-ref)', says: 'reference observer' },
  'P-Mon': { onWell: '#f0bf60', onSurface: 'var(--s-mon)', says: 'room camera' },
};
const OTHER: SettingLook = { onWell: '#c3cad4', onSurface: 'var(--tx2)', says: '' };

export function lookOf(setting: string): SettingLook {
  return LOOKS[setting] ?? OTHER;
}
