import { IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { K } from '../../../shared/keys';
import type { Answer, ReferenceItem } from '../../../shared/items';
import { useTaxonomy } from '../../../shared/taxonomy';
import { timecode } from '../../../shared/video';
import type { ItemView } from '../api/types';
import type { Stretches } from '../hooks/useStretches';
import type { Stretch } from '../model/itemVideo';

export function QuestionView({ text }: { text: string }) {
  return (
    <p className="item-question" lang="">
      {text}
    </p>
  );
}

/** The reference answer with its stages, factors or components; each can be looked at where it shows. */
export function AnswerView({
  item,
  covered,
  stretches,
  onUncover,
}: {
  item: ItemView;
  covered: boolean;
  stretches: Stretches;
  onUncover: () => void;
}) {
  if (covered)
    return (
      <button type="button" className="item-covered" onClick={onUncover}>
        <IconLock size={18} stroke={1.7} aria-hidden />
        <span className="grow">
          <b>Answer it yourself first.</b>
          <span className="t2 f12">Say it in your head, then look at the reference answer.</span>
        </span>
        <K id="reveal" />
      </button>
    );
  const details = item.answer_details;
  const evidence = stretches.list.filter((one) => one.kind === 'evidence');
  const tied = new Set(details?.items.map((one) => one.id));
  const loose = evidence.filter((one) => one.target === null || !tied.has(one.target));
  return (
    <div className="item-answer">
      <AnswerValue answer={item.answer} />
      {details?.description && <p lang="">{details.description}</p>}
      {details && details.items.length > 0 && (
        <ol className="item-refs">
          {details.items.map((one) => (
            <li key={one.id}>
              <span className="chip num item-ref-id">{one.id}</span>
              <ReferenceText one={one} />
              <Chips
                list={evidence.filter((piece) => piece.target === one.id)}
                of={one.id}
                onPlay={stretches.play}
              />
            </li>
          ))}
        </ol>
      )}
      {loose.length > 0 && (
        <div className="row wrap item-loose">
          <span className="t3 f12">Shown by</span>
          <Chips list={loose} of="the answer" onPlay={stretches.play} />
        </div>
      )}
    </div>
  );
}

function ReferenceText({ one }: { one: ReferenceItem }) {
  const head = [one.anchor, one.emotion, one.intensity].filter(Boolean);
  return (
    <span lang="">
      {head.length > 0 && (
        <span className="item-ref-head">
          {one.anchor && <span>{one.anchor}</span>}
          {one.emotion && <b>{one.emotion}</b>}
          {one.intensity && <span className="t2">{one.intensity}</span>}
        </span>
      )}
      {one.description}
    </span>
  );
}

/** Evidence as chips that play their stretch. */
function Chips({ list, of, onPlay }: { list: readonly Stretch[]; of: string; onPlay: (id: string) => void }) {
  return (
    <>
      {list.map((piece) => (
        <button key={piece.id} type="button" className="chip item-chip" onClick={() => onPlay(piece.id)}>
          <IconPlayerPlay size={12} aria-hidden />
          <span className="sr">Play what shows {of}: </span>
          <span aria-hidden>{piece.name.replace('Evidence ', '')}</span>
          <span className="num">{timecode(piece.from, 1)}</span>
        </button>
      ))}
    </>
  );
}

function AnswerValue({ answer }: { answer: Answer | null }): ReactNode {
  if (answer === null) return <p className="t3">No answer is given.</p>;
  if (typeof answer === 'string')
    return (
      <p className="item-text" lang="">
        {answer}
      </p>
    );
  if (Array.isArray(answer)) return <Labels labels={answer} />;
  return (
    <dl className="item-sides">
      <dt>Before</dt>
      <dd>
        <Labels labels={answer.before} />
      </dd>
      <dt>After</dt>
      <dd>
        <Labels labels={answer.after} />
      </dd>
    </dl>
  );
}

/** Labels are words; what a word means in this vocabulary stands behind it. */
function Labels({ labels }: { labels: readonly string[] }) {
  const categories = useTaxonomy().data?.vocabulary.categories;
  if (labels.length === 0) return <span className="t3">none</span>;
  return (
    <span className="row wrap item-labels">
      {labels.map((label) => {
        const meaning = categories?.find((one) => one.label === label)?.definition;
        return (
          <Tooltip key={label} label={meaning ?? label} multiline maw={320} disabled={!meaning}>
            <span className="chip line item-label">{label}</span>
          </Tooltip>
        );
      })}
    </span>
  );
}
