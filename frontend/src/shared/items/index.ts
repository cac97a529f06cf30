export { AnswerForm } from './AnswerForm';
export {
  apply,
  asForm,
  familyOf,
  fieldOf,
  isTyped,
  type Change,
  type Content,
  type Segment,
  type Answer,
  type Details,
  type Evidence,
  type ReferenceItem,
  type Rubric,
  type SubtitleLine,
} from './content';
export { ContentDiff } from './ContentDiff';
export { FieldDiff, FieldValue, WordDiff } from './FieldValue';
export { begin, caretAfter, record, redo, undo, type History } from './history';
export { differences, merge, same, FIELDS, type Conflict, type Difference, type Field } from './merging';
export { Intervals } from './Intervals';
export { asTrajectory, mendOf, type Mend, type MendGround } from './mending';
export { afterFirstWords, errorsOf, fieldWords, placed, type Problem } from './problems';
export { Problems } from './Problems';
export { wordDiff } from './words';
export { DraftDesk, type DeskState, type Kept, type Newer, type Saved } from './draftDesk';
