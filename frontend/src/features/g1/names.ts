/** The five tasks of a clip, short enough to stand side by side. */
export const SHORT: Record<string, string> = {
  'contextual emotion': 'Contextual',
  'emotion transition': 'Transition',
  'emotion trajectory': 'Trajectory',
  'emotion cause': 'Cause',
  'emotion influence': 'Influence',
};

export const shortType = (type: string): string => SHORT[type] ?? (type || 'Kind not chosen');
