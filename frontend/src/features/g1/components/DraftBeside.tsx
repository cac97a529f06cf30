import { IconRobot, IconFileImport } from '@tabler/icons-react';
import { ContentDiff, type Content } from '../../../shared/items';
import { K } from '../../../shared/keys';
import type { TaskKind } from '../../../shared/taxonomy';

interface Props {
  kind: TaskKind;
  origin: string;
  initial: Partial<Content>;
  content: Content;
  unchanged: boolean;
  shown: boolean;
  onToggle: () => void;
}

/** What the item began with, compared word by word with what stands in the form: shown as a draft, never as an answer. */
export function DraftBeside({ kind, origin, initial, content, unchanged, shown, onToggle }: Props) {
  const Icon = origin === 'drafted' ? IconRobot : IconFileImport;
  return (
    <section className="wb-draft" aria-label="Draft">
      <div className="field-head">
        <Icon size={15} aria-hidden />
        <span className="f12 t2">
          {origin === 'drafted' ? 'A draft' : 'From another format'}. Not an answer until a person confirms
          it.
        </span>
        <span className={unchanged ? 'chip line' : 'chip'}>{unchanged ? 'Unchanged' : 'Edited'}</span>
        <button type="button" className="linkish end" aria-expanded={shown} onClick={onToggle}>
          {shown ? 'Hide' : 'Show'} <K id="reference" />
        </button>
      </div>
      {shown && !unchanged && <ContentDiff kind={kind} before={initial} after={content} />}
      {shown && unchanged && (
        <p className="f12 t2">
          Everything in the form is as it was drafted: play the clip and check each word.
        </p>
      )}
    </section>
  );
}
