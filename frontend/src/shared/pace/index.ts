export { BreakCover, BreakDue } from './Breaks';
export type { Break } from './pace';
export { usePace } from './usePace';
