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
  const clipAlone = isBlank(initial);
  return (
    <section className="wb-draft" aria-label="Draft">
      <div className="field-head">
        <Icon size={15} aria-hidden />
        <span className="f12 t2 grow">{told(origin, clipAlone, unchanged)}</span>
        {!unchanged && !clipAlone && (
          <button type="button" className="linkish" aria-expanded={shown} onClick={onToggle}>
            {shown ? 'Hide' : 'Show'} <K id="reference" />
          </button>
        )}
      </div>
      {shown && !unchanged && !clipAlone && (
        <>
          <h2 className="sr">The draft against what you wrote</h2>
          <ContentDiff kind={kind} before={initial} after={content} />
        </>
      )}
    </section>
  );
}

/** A drafter without a model proposes a clip and no words. */
function isBlank({ question, answer }: Partial<Content>): boolean {
  const sides = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const empty = sides ? answer.before.length + answer.after.length === 0 : !answer || answer.length === 0;
  return !question?.trim() && empty;
}

function told(origin: string, clipAlone: boolean, unchanged: boolean): string {
  if (clipAlone) return 'Only the clip is proposed; question and answer are yours to write.';
  const what = origin === 'drafted' ? 'A draft' : 'From another format';
  return unchanged
    ? `${what}, as it came. No answer until you have played the clip and checked each word.`
    : `${what}, edited by you. What you changed:`;
}
