export {
  contentOf,
  endOf,
  fetchLines,
  itemsPath,
  reopenItem,
  saveDraft,
  sendBeat,
  submitDraft,
  useCues,
  useItem,
  useItemsChanged,
  useItemVideo,
  type ItemDetail,
  type ItemDraft,
  type ItemReference,
  type ItemRow,
  type ItemVideo,
  type Returned,
  type Revision,
  type Submitted,
  type VideoLoss,
} from './api';
export { Conflicts } from './Conflicts';
export { goToField } from './focus';
export { ErrorLinks, RestoredNote, ReturnedNote, TakenNote } from './Notices';
export { LossNote } from './LossNote';
export { default as ReasonPanel, type ReasonChoice } from './ReasonPanel';
export { Reference } from './Reference';
export { SavedAt } from './SavedAt';
export { SignInNote } from './SignInNote';
export { SourcePanel } from './SourcePanel';
export { draftJournal, useDraftDesk } from './useDraftDesk';
export { edgeOf, placeOf, segmentsAfter, spansOf } from './spans';
export { useBeat, type Lost } from './useBeat';
export { useTypingPauses } from './useTypingPauses';
export { useWriting, type Beside, type Writing } from './useWriting';
