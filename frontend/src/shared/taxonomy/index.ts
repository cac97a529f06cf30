export { GuidelinePanel } from './GuidelinePanel';
export { LabelPicker } from './LabelPicker';
export { fold, matching } from './search';
export {
  findKind,
  granularityWord,
  useProjectTaxonomy,
  useTaxonomy,
  type AnswerForm,
  type Category,
  type Guideline,
  type RubricFamily,
  type TaskKind,
  type Taxonomy,
} from './taxonomy';
