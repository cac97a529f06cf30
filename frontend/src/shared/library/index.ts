export { Library } from './Library';
export type { LibraryColumn } from './Rows';
export type { BulkAction } from './SelectionBar';
