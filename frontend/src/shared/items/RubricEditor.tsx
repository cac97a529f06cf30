import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { RubricFamily } from '../taxonomy';
import { rubricOf, type Change, type Rubric } from './content';
import { same } from './merging';
import type { Problem } from './problems';
import { Problems } from './Problems';
import { TextField } from './TextField';

interface Props<P extends Problem> {
  rubric: Rubric | null;
  family: RubricFamily | undefined;
  onChange: (change: Change) => void;
  at: (field: string) => P[] | undefined;
  mend?: ((problem: P) => ReactNode) | undefined;
  readOnly?: boolean | undefined;
}

/** QU15: how the answer is scored. It begins as the texts of its family, folded, and each of them can be changed. */
export function RubricEditor<P extends Problem>({ rubric, family, onChange, at, mend, readOnly }: Props<P>) {
  if (!rubric && !family && !at('rubric')) return null;
  if (!rubric)
    return (
      <section className="rubric-none" aria-label="Rubric">
        <h2>Rubric</h2>
        {family && !readOnly && (
          <Button variant="default" data-field="rubric" onClick={() => onChange({ do: 'rubric', family })}>
            Fill in the rubric {family.title}
          </Button>
        )}
        <Problems problems={at('rubric')} mend={mend} />
      </section>
    );
  const scores = Object.keys(rubric.scores).toSorted((a, b) => Number(a) - Number(b));
  const asInFamily = family !== undefined && same(rubric, rubricOf(family));
  const wrong = [
    ...scores.map((s) => `rubric.scores.${s}`),
    'rubric',
    'rubric.criterion',
    'rubric.scores',
  ].some((f) => at(f)?.some((p) => p.severity === 'error'));
  return (
    <details className="rubric" open={wrong || undefined}>
      <summary data-field="rubric">
        <h2>Rubric 0–{scores.length - 1}</h2>
        <span className="f12 t2">
          {family?.title ?? ''}
          {asInFamily ? ', as in its family' : ', changed'}
        </span>
      </summary>
      <div className="rubric-body">
        <TextField
          label="Criterion"
          field="rubric.criterion"
          value={rubric.criterion}
          onChange={(text) => onChange({ do: 'criterion', text })}
          readOnly={readOnly}
          problems={at('rubric.criterion')}
          mend={mend}
        />
        <div className="scores">
          {scores.map((score) => (
            <Fragment key={score}>
              <b className="num" aria-hidden>
                {score}
              </b>
              <TextField
                label={`Score ${score}`}
                quiet
                field={`rubric.scores.${score}`}
                value={rubric.scores[score] ?? ''}
                onChange={(text) => onChange({ do: 'score', score, text })}
                readOnly={readOnly}
                problems={at(`rubric.scores.${score}`)}
                mend={mend}
              />
            </Fragment>
          ))}
        </div>
        {family && !asInFamily && !readOnly && (
          <div>
            <Button
              variant="default"
              leftSection={<IconRestore size={15} />}
              onClick={() => onChange({ do: 'rubric', family })}
            >
              Fill in from the family again
            </Button>
          </div>
        )}
        <Problems problems={[...(at('rubric') ?? []), ...(at('rubric.scores') ?? [])]} mend={mend} />
      </div>
    </details>
  );
}
