/** Shapes as the server describes them; only the agreement report is described more closely here than there. */
import type { Report } from '../../shared/agreement/model';
import type {
  Release,
  ReleaseDetail as Detail,
  ReleaseHeader as Header,
  ReleaseProfileWithGaps,
} from '../../shared/api/generated';

export type { Page } from '../../shared/api/types';
export type {
  Alike,
  DuplicateRuling,
  Duplicates,
  Leakage,
  LeftOut,
  ReleaseCheck,
  ReleaseDiff,
  ReleaseDiffRow,
  ReleaseDifference as Difference,
  ReleaseFile,
  ReleasePreview as Preview,
  RightsRow,
  SplitQuality,
  SplitTable,
} from '../../shared/api/generated';
export type ReleaseRow = Release;
export type Profile = ReleaseProfileWithGaps;

type PinnedAgreement = Partial<Report> & { available?: boolean; reason?: string; reviewers?: number };
export type ReleaseDetail = Omit<Detail, 'header'> & {
  header: (Omit<Header, 'agreement'> & { agreement: PinnedAgreement }) | null;
};

export const PROFILE: { id: string; label: string; hint: string }[] = [
  {
    id: 'consent_terms',
    label: 'Consent terms',
    hint: 'What the people in the recordings agreed to, and what users agree to.',
  },
  {
    id: 'intended_use',
    label: 'Intended use',
    hint: 'What the data are for, and what they must not be used for.',
  },
  {
    id: 'subjectivity_statement',
    label: 'Label subjectivity and culture',
    hint: 'Labels are what people read into a performance; say whose reading.',
  },
  { id: 'known_limits', label: 'Known limits', hint: 'What is missing, skewed or unreliable.' },
  { id: 'misuse_contact', label: 'Contact for reporting misuse', hint: 'An address that somebody reads.' },
  { id: 'citation', label: 'Citation', hint: 'How to cite this data set.' },
  { id: 'licence_statement', label: 'Licence statement', hint: 'Under which terms the files may be used.' },
];
