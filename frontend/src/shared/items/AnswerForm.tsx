import { SegmentedControl } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { K } from '../keys';
import { LabelPicker, type TaskKind, type Taxonomy } from '../taxonomy';
import { familyOf, prefixOf, type Change, type Content } from './content';
import { placed, type Problem } from './problems';
import { Problems } from './Problems';
import { ReferenceItems } from './ReferenceItems';
import { RubricEditor } from './RubricEditor';
import { TextField } from './TextField';
import './items.css';

interface Props<P extends Problem> {
  kind: TaskKind;
  taxonomy: Taxonomy;
  content: Content;
  onChange: (change: Change) => void;
  problems: readonly P[];
  mend?: ((problem: P) => ReactNode) | undefined;
  readOnly?: boolean;
  /** Between the question and the answer: the draft or the older question that this one comes from. */
  reference?: ReactNode;
  /** Under each stage, factor or component: what the page knows of it. */
  renderBeside?: (id: string) => ReactNode;
}

const PLACES = [
  ...['question', 'answer', 'answer.before', 'answer.after', 'answer_details.description'],
  ...['answer_details.items', 'rubric', 'rubric.criterion', 'rubric.scores'],
];

function placesOf(content: Content): string[] {
  const items = (content.answer_details?.items ?? []).flatMap((_, place) =>
    ['', '.description', '.anchor', '.emotion', '.intensity'].map(
      (key) => `answer_details.items[${place}]${key}`,
    ),
  );
  return [...PLACES, ...items, ...Object.keys(content.rubric?.scores ?? {}).map((s) => `rubric.scores.${s}`)];
}

/** The question and its reference answer in the form of its task. Holds nothing itself: every change goes to
 *  `onChange`, so that one history and one journal serve the whole page. */
export function AnswerForm<P extends Problem>(props: Props<P>) {
  const { kind, taxonomy, content, onChange, problems, mend, readOnly, reference, renderBeside } = props;
  const words = useId();
  const found = placed(problems, placesOf(content));
  const at = (field: string) => found.get(field);
  const family = familyOf(kind, content);
  const prefix = prefixOf(family);
  const shared = { onChange, at, mend, readOnly };
  return (
    <div className="answerform">
      <TextField
        label="Question"
        field="question"
        aside={<K id="field.1" />}
        value={content.question}
        onChange={(text) => onChange({ do: 'question', text })}
        minRows={2}
        readOnly={readOnly}
        problems={at('question')}
        mend={mend}
      />
      {reference}
      {kind.families.length > 1 && (
        <FamilyChoice {...props} family={family} families={taxonomy.rubrics.families} />
      )}
      <Answers {...props} at={at} />
      {prefix && (
        <ReferenceItems
          {...shared}
          prefix={prefix}
          details={content.answer_details}
          words={words}
          renderBeside={renderBeside}
        />
      )}
      {kind.families.length > 0 && (
        <RubricEditor
          {...shared}
          rubric={content.rubric}
          family={taxonomy.rubrics.families.find((f) => f.id === family)}
        />
      )}
      {prefix === 'S' && (
        <datalist id={words}>
          {taxonomy.vocabulary.categories.map((c) => (
            <option key={c.id} value={c.id} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** A definite result is scored 0–1 with components; an explanation 0–3 with factors. Nothing is chosen beforehand. */
function FamilyChoice<P extends Problem>({
  family,
  families,
  onChange,
  readOnly,
}: Props<P> & { family: string | null; families: Taxonomy['rubrics']['families'] }) {
  return (
    <div className="field">
      <div className="field-head">
        <span className="b" id="scored-as">
          Scored as
        </span>
      </div>
      <SegmentedControl
        aria-labelledby="scored-as"
        data-field="rubric"
        value={family ?? ''}
        readOnly={readOnly ?? false}
        onChange={(id) => {
          const chosen = families.find((f) => f.id === id);
          if (chosen) onChange({ do: 'rubric', family: chosen });
        }}
        data={[
          { value: 'result', label: 'Definite result, 0–1' },
          { value: 'causal', label: 'Explanation, 0–3' },
        ]}
      />
    </div>
  );
}

function Answers<P extends Problem>({
  kind,
  taxonomy,
  content,
  onChange,
  readOnly = false,
  mend,
  at,
}: Props<P> & { at: (field: string) => P[] | undefined }) {
  const picker = (side: 'answer' | 'before' | 'after', label: string, value: string[], cap: ReactNode) => {
    const field = side === 'answer' ? 'answer' : `answer.${side}`;
    const wrong = at(field)?.some((p) => p.severity === 'error');
    return (
      <div className="field">
        <LabelPicker
          label={label}
          field={field}
          categories={taxonomy.vocabulary.categories}
          value={value}
          onChange={(labels) => onChange({ do: 'labels', side, labels })}
          min={1}
          aside={cap}
          wrong={wrong}
          readOnly={readOnly}
        />
        <Problems problems={at(field)} mend={mend} />
      </div>
    );
  };
  const { answer } = content;
  if (kind.answer_form === 'labels')
    return picker('answer', 'Answer', Array.isArray(answer) ? answer : [], <K id="field.2" />);
  if (kind.answer_form === 'before_after') {
    const sides = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : null;
    return (
      <div className="field">
        <div className="sides">
          {picker('before', 'Before', sides?.before ?? [], <K id="field.2" />)}
          {picker('after', 'After', sides?.after ?? [], <K id="field.3" />)}
        </div>
        <Problems problems={at('answer')} mend={mend} />
      </div>
    );
  }
  return (
    <TextField
      label="Answer"
      field="answer"
      aside={<K id="field.2" />}
      value={typeof answer === 'string' ? answer : ''}
      onChange={(text) => onChange({ do: 'text', text })}
      minRows={3}
      readOnly={readOnly}
      problems={at('answer')}
      mend={mend}
    />
  );
}
