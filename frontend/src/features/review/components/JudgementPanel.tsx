import { IconCheck, IconMapPin, IconX } from '@tabler/icons-react';
import { K, KeyCap, type BindingId } from '../../../shared/keys';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Action, Form, Pin, Question } from '../model/judging';

const KEYS: readonly BindingId[] = ['judge.1', 'judge.2', 'judge.3'];
const DIGITS = 9;

interface Props {
  questions: readonly Question[];
  form: Form;
  dispatch: (action: Action) => void;
  onSeek: (pin: Pin) => void;
  onPin: () => void;
  /** Under a judgement's head: the words it is about. */
  bodies?: Readonly<Record<string, ReactNode>>;
  /** How a pin's place is written; seconds and setting without. */
  placeOf?: (pin: Pin) => string;
}

/** The judgements, nothing chosen beforehand. Each says its state by icon, word and colour. */
export function JudgementPanel(props: Props) {
  return (
    <>
      {props.questions.map((question, i) => (
        <JudgementCard key={question.id} {...props} question={question} bindingId={KEYS[i]} />
      ))}
    </>
  );
}

function JudgementCard({
  question,
  bindingId,
  form,
  dispatch,
  onSeek,
  onPin,
  bodies,
  placeOf,
}: Props & { question: Question; bindingId: BindingId | undefined }) {
  const judgement = form.judgements[question.id];
  const bad = judgement?.value === 'problem';
  const open = bad && form.marked === question.id;
  const reasons = useRef<HTMLDivElement>(null);
  // A long answer must not hide the digits that were just asked for.
  useEffect(() => {
    if (open) reasons.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  if (!judgement) return null;
  const isCovered = form.covered === question.id;
  const chosen = question.reasons.filter((reason) => judgement.reasons.includes(reason.code));
  return (
    <section
      className={bad ? 'jud bad' : 'jud'}
      data-judgement={question.id}
      data-value={judgement.value ?? 'unset'}
    >
      <button
        type="button"
        className="h"
        aria-pressed={bad}
        aria-disabled={isCovered || undefined}
        onClick={() => dispatch({ type: 'toggle', id: question.id })}
      >
        {bindingId && <K id={bindingId} />}
        <span className="b grow">{question.label}</span>
        <State value={judgement.value} />
      </button>
      {bodies?.[question.id] && <div className="jud-body">{bodies[question.id]}</div>}
      {open && (
        <div className="reasons" role="group" aria-label={`Reasons: ${question.label}`} ref={reasons}>
          {question.reasons.slice(0, DIGITS).map((reason, i) => (
            <Reason
              key={reason.code}
              digit={i + 1}
              label={reason.label}
              checked={judgement.reasons.includes(reason.code)}
              onToggle={() => dispatch({ type: 'reason', code: reason.code, id: question.id })}
            />
          ))}
          <Pins
            question={question}
            form={form}
            dispatch={dispatch}
            onSeek={onSeek}
            onPin={onPin}
            {...(placeOf && { placeOf })}
          />
        </div>
      )}
      {bad && !open && (
        <button type="button" className="jud-sum" onClick={() => dispatch({ type: 'open', id: question.id })}>
          {chosen.map((reason) => reason.label).join(', ') || 'No reason yet'}
        </button>
      )}
    </section>
  );
}

function State({ value }: { value: 'fine' | 'problem' | null }) {
  if (value === 'fine')
    return (
      <span className="chip ok">
        <IconCheck size={14} aria-hidden />
        Fine
      </span>
    );
  if (value === 'problem')
    return (
      <span className="chip no">
        <IconX size={14} aria-hidden />
        Problem
      </span>
    );
  return <span className="chip line">Not judged</span>;
}

function Reason({
  digit,
  label,
  checked,
  onToggle,
}: {
  digit: number;
  label: string;
  checked: boolean;
  onToggle: () => void;
}) {
  return (
    <button type="button" role="checkbox" aria-checked={checked} className="reason" onClick={onToggle}>
      <KeyCap>{digit}</KeyCap>
      <span className="grow">{label}</span>
      {checked && <IconCheck size={15} aria-hidden />}
    </button>
  );
}

function Pins({
  question,
  form,
  dispatch,
  onSeek,
  onPin,
  placeOf = secondsAndSetting,
}: Omit<Props, 'questions' | 'bodies'> & { question: Question }) {
  const pins = form.pins
    .map((pin, index) => ({ pin, index }))
    .filter(({ pin }) => pin.judgement === question.id);
  return (
    <div className="pins">
      {pins.map(({ pin, index }) => (
        <span key={`${pin.frame} ${pin.setting}`} className="chip pin">
          <button type="button" onClick={() => onSeek(pin)} title="Go to this moment">
            <IconMapPin size={13} aria-hidden />
            <b className="num">{placeOf(pin)}</b>
            <span className="sr">: go to this pin</span>
          </button>
          <button
            type="button"
            onClick={() => dispatch({ type: 'unpin', index })}
            aria-label={`Remove the pin at ${placeOf(pin)}`}
          >
            <IconX size={13} aria-hidden />
          </button>
        </span>
      ))}
      <button type="button" className="pin-add end" onClick={onPin}>
        <K id="mark" />
        {pins.length ? 'pin another' : 'pin this moment'}
      </button>
    </div>
  );
}

const secondsAndSetting = (pin: Pin) => `${pin.time_s.toFixed(2)} s ${pin.setting}`.trim();
