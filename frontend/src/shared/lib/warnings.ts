/** Content warnings with a spelling of their own; others are free words. */
export const WARNINGS = ['violence', 'grief', 'abuse', 'sex', 'slurs', 'flashing'] as const;
