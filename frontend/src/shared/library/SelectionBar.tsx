import { Button, CloseButton, Modal, Progress, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconCheck, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { count, plural } from '../lib/format';
import { takeLostFocus } from '../lib/lostFocus';
import { ErrorNote } from '../ui/states';
import type { useBulk } from './api';
import { chosenCount, type Selection } from './selection';

export interface ActionField {
  name: string;
  label: string;
  kind: 'line' | 'text' | 'words';
  hint?: string;
  optional?: boolean;
  suggestions?: readonly string[];
}
export interface BulkAction {
  id: string;
  label: string;
  icon: Icon;
  /** "left out": what has become of the rows afterwards. */
  done: string;
  fields?: readonly ActionField[];
  /** What one should know before. */
  note?: string;
  /** What would become of the rows is counted first. */
  foresees?: boolean;
}
type Bulk = ReturnType<typeof useBulk>;

interface Props {
  selection: Selection;
  total: number;
  one: string;
  where: string;
  actions: readonly BulkAction[];
  bulk: Bulk;
  onClear: () => void;
}

/** What can be done with the chosen rows; then what became of them. */
export default function SelectionBar({ selection, total, one, where, actions, bulk, onClear }: Props) {
  const [asking, setAsking] = useState<BulkAction | null>(null);
  const n = chosenCount(selection, total);
  const what =
    selection.all && selection.ids.size === 0
      ? `All ${plural(n, one)} that ${n === 1 ? 'matches' : 'match'}`
      : plural(n, one);
  const rows = () =>
    selection.all
      ? { everything: true, where, besides: [...selection.ids], expected: n }
      : { ids: [...selection.ids] };
  const ask = (action: BulkAction) => {
    setAsking(action);
    bulk.foresee.reset();
    if (action.foresees) bulk.foresee.mutate({ action: action.id, arguments: {}, ...rows() });
  };
  const start = (action: BulkAction, given: Record<string, unknown>) => {
    bulk.undo.reset();
    bulk.start.mutate(
      { action: action.id, arguments: given, ...rows() },
      {
        onSuccess: () => {
          setAsking(null);
          // What was chosen is another set of rows as soon as they change; the way back is the undo.
          onClear();
        },
      },
    );
  };
  return (
    <>
      {n > 0 && (
        <section className="selectionbar" aria-label="Chosen rows">
          <b aria-live="polite">{what} chosen</b>
          {actions.map((action) => (
            <Button
              key={action.id}
              size="compact-sm"
              variant="default"
              leftSection={<action.icon size={15} stroke={1.7} />}
              onClick={() => ask(action)}
            >
              {action.label}
            </Button>
          ))}
          <CloseButton className="end" onClick={onClear} aria-label="Choose nothing" />
        </section>
      )}
      {bulk.run && <Outcome key={bulk.run.id} bulk={bulk} actions={actions} one={one} />}
      {asking && (
        <AskDialog
          action={asking}
          what={what}
          bulk={bulk}
          onClose={() => {
            bulk.start.reset();
            setAsking(null);
          }}
          onStart={(given) => start(asking, given)}
        />
      )}
    </>
  );
}

function AskDialog(props: {
  action: BulkAction;
  what: string;
  bulk: Bulk;
  onClose: () => void;
  onStart: (given: Record<string, unknown>) => void;
}) {
  const { action, what, bulk } = props;
  const fields = action.fields ?? [];
  const [given, setGiven] = useState<Record<string, string | string[]>>(() =>
    Object.fromEntries(fields.map((f) => [f.name, f.kind === 'words' ? [] : ''])),
  );
  const set = (name: string, value: string | string[]) => setGiven((now) => ({ ...now, [name]: value }));
  const { foresee } = bulk;
  const changes = (foresee.data ?? []).reduce((n, line) => n + (line.changes ? line.n : 0), 0);
  const missing =
    fields.some((f) => !f.optional && !String(given[f.name] ?? '').trim()) ||
    (action.foresees === true && changes === 0);
  return (
    <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} onClose={props.onClose} title={action.label}>
      <form
        className="stack"
        onSubmit={(e) => {
          e.preventDefault();
          if (!missing) props.onStart(given);
        }}
      >
        <p>
          <b>{what}</b>. {action.note}
        </p>
        {action.foresees && (
          <ul className="foreseen" aria-live="polite" aria-busy={foresee.isPending}>
            {foresee.isPending && <li className="t2">Counting what would become of them …</li>}
            {foresee.data?.map((line) => (
              <li key={line.what} className={line.changes ? undefined : 't2'}>
                <b className="num">{count(line.n)}</b> {line.what}
              </li>
            ))}
          </ul>
        )}
        {foresee.isError && <ErrorNote error={foresee.error} safe="Nothing was changed." />}
        {fields.map((f, i) => {
          const shared = {
            label: f.label,
            description: f.hint,
            ...(i === 0 ? { 'data-autofocus': true } : {}),
          };
          if (f.kind === 'words')
            return (
              <TagsInput
                key={f.name}
                {...shared}
                data={[...(f.suggestions ?? [])]}
                value={given[f.name] as string[]}
                onChange={(words) => set(f.name, words)}
              />
            );
          const Field = f.kind === 'text' ? Textarea : TextInput;
          return (
            <Field
              key={f.name}
              {...shared}
              value={String(given[f.name] ?? '')}
              onChange={(e: { currentTarget: { value: string } }) => set(f.name, e.currentTarget.value)}
            />
          );
        })}
        {bulk.start.isError && <ErrorNote error={bulk.start.error} safe="Nothing was changed." />}
        <div className="row end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={bulk.start.isPending} disabled={missing}>
            {changes > 0 ? `${action.label} ${count(changes)}` : action.label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** How far a bulk action is; then how many rows it changed, which it could not, and the way back. */
function Outcome({ bulk, actions, one }: { bulk: Bulk; actions: readonly BulkAction[]; one: string }) {
  const [listed, setListed] = useState(false);
  const run = bulk.run!;
  const done = run.undoes ? 'put back' : (actions.find((a) => a.id === run.action)?.done ?? 'done');
  return (
    <section className="bulkoutcome" role="status" tabIndex={-1} ref={takeLostFocus}>
      <div className="row wrap">
        {bulk.over ? <IconCheck size={16} aria-hidden /> : null}
        <span>
          {bulk.over
            ? `${plural(run.done, one)} ${done}.`
            : `${count(run.done + run.refused)} of ${plural(run.total, one)}`}
        </span>
        {!bulk.over && (
          <Progress
            className="grow"
            value={(100 * (run.done + run.refused)) / Math.max(1, run.total)}
            aria-label="Progress"
          />
        )}
        {run.refused > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
          >
            {count(run.refused)} could not be
          </Button>
        )}
        {bulk.over && run.can_undo && (
          <Button
            size="compact-sm"
            variant="default"
            loading={bulk.undo.isPending}
            onClick={() => bulk.undo.mutate(run.id)}
          >
            Undo
          </Button>
        )}
        {bulk.over && <CloseButton className="end" size="sm" onClick={bulk.forget} aria-label="Close" />}
      </div>
      {bulk.undo.isError && <ErrorNote error={bulk.undo.error} />}
      {listed && (
        <ul className="refusals">
          {run.refusals.map((r) => (
            <li key={r.id}>
              <b>{r.name || r.id}</b> <span className="t2">{r.reason}</span>
            </li>
          ))}
          {run.refused > run.refusals.length && (
            <li className="t2">and {count(run.refused - run.refusals.length)} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
