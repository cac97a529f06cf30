import { Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { K, KeyCap } from '../../../shared/keys';
import { clock, shortId, words } from '../../../shared/lib/format';
import type { Decided, EpisodeView, Reason } from '../api/types';
import { checkLabel, outcomeOf, quantity, summary } from '../model/facts';
import type { Question } from '../model/judging';

export const LONGEST_NOTE = 4000;

export function Note({
  value,
  onChange,
  field,
  placeholder,
  description,
}: {
  value: string;
  placeholder: string;
  description?: string;
  onChange: (text: string) => void;
  field: Ref<HTMLTextAreaElement>;
}) {
  return (
    <Textarea
      ref={field}
      label="Note"
      description={description}
      placeholder={placeholder}
      value={value}
      maxLength={LONGEST_NOTE}
      onChange={(event) => onChange(event.currentTarget.value)}
      minRows={2}
      maxRows={6}
      autosize
      rightSection={value ? null : <K id="note" />}
      rightSectionWidth={value ? 0 : 30}
      classNames={{ label: 'f12 b', description: 'f12' }}
    />
  );
}

export function SkipPanel({
  reasons,
  onSkip,
  onClose,
}: {
  reasons: readonly Reason[];
  onSkip: (code: string) => void;
  onClose: () => void;
}) {
  return (
    <section className="jud skip-panel" aria-labelledby="skip-title">
      <div className="h static">
        <h2 className="f13 b grow" id="skip-title">
          Skip: why?
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          Go on <K id="close" />
        </button>
      </div>
      <div className="reasons" role="group" aria-label="Reasons to skip">
        {reasons.slice(0, 9).map((reason, i) => (
          <button key={reason.code} type="button" className="reason" onClick={() => onSkip(reason.code)}>
            <KeyCap>{i + 1}</KeyCap>
            <span className="grow">{reason.label}</span>
          </button>
        ))}
      </div>
      <p className="f12 t2 skip-note">
        Skipping costs nothing and is not counted against you. Your note goes along.
      </p>
    </section>
  );
}

const MARK = { pass: IconCheck, warn: IconAlertTriangle, fail: IconX, info: null };
const SPOKEN = { pass: 'pass', warn: 'warning', fail: 'fail', info: '' };
const COLOR = { pass: 'var(--ok)', warn: 'var(--warn)', fail: 'var(--no)', info: 'inherit' };

export function ChecksPanel({ episode, folded }: { episode: EpisodeView; folded: boolean }) {
  const { checks } = episode;
  if (checks.length === 0) return null;
  return (
    <details className="f12 checks" open={!folded}>
      <summary className="b">
        Automatic checks <span className="t3">{summary(checks)}</span>
      </summary>
      <table className="t">
        <thead className="sr">
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Value</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => {
            const outcome = outcomeOf(check.outcome);
            const Mark = MARK[outcome];
            return (
              <tr key={`${check.part ?? ''} ${check.id}`} title={check.message}>
                <td>{checkLabel(check, episode)}</td>
                <td className="r">{check.value === null ? '–' : quantity(check.value, check.unit)}</td>
                <td style={{ color: COLOR[outcome] }}>
                  {Mark && <Mark size={14} role="img" aria-label={SPOKEN[outcome]} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

export function DecidedPanel({
  decided,
  questions,
}: {
  decided: readonly Decided[];
  questions: readonly Question[];
}) {
  if (decided.length === 0) return null;
  const labels = new Map(
    questions.flatMap((question) => question.reasons.map((reason) => [reason.code, reason.label] as const)),
  );
  return (
    <section className="f12 t2 decided" aria-labelledby="decided-title">
      <div className="row">
        <h2 className="f12 b grow" id="decided-title">
          Just decided
        </h2>
        {decided[0]?.held && (
          <span className="row t3">
            <K id="undo" />
            take back
          </span>
        )}
      </div>
      {decided.slice(0, 3).map((one) => {
        const reason = Object.values(one.judgements ?? {}).flatMap((judgement) => judgement.reasons)[0];
        const accepted = one.verdict === 'accept';
        return (
          <div key={one.id} className="row decided-row">
            {one.kind === 'item' ? (
              <span className="num t3">{clock(one.decided_at)}</span>
            ) : (
              <span className="mono t3">{shortId(one.subject)}</span>
            )}
            <span className="end row clip-text" style={{ color: accepted ? 'var(--ok)' : 'var(--no)' }}>
              {accepted ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
              {accepted ? 'Accepted' : `Rejected${reason ? ` · ${labels.get(reason) ?? words(reason)}` : ''}`}
            </span>
          </div>
        );
      })}
    </section>
  );
}
