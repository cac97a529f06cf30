export { Library } from './Library';
export type { SavedFilter } from './api';
export type { LibraryColumn } from './Rows';
export type { BulkAction } from './SelectionBar';
