import { ActionIcon, Button, NativeSelect, Textarea, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { count, dateTime } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { useTagging, type Counts, type Split } from './api';

/** Causes that a line of the guideline can be named for. */
const OF_GUIDELINE = ['guideline_unclear', 'question_ambiguous', 'answer_debatable', 'strictness'];

interface Props {
  slug: string;
  split: Split;
  causes: Counts['causes'];
}

/** Why the two differ, in the words of whoever read both; counted over all splits. */
export function Causes({ slug, split, causes }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [line, setLine] = useState('');
  const [note, setNote] = useState('');
  const tagging = useTagging(slug, split.id);
  const labels = new Map(causes.map((c) => [c.cause, c.label]));
  const open = causes.filter((c) => c.cause !== 'none' && !split.tags.some((tag) => tag.cause === c.cause));
  const lines = chosen && OF_GUIDELINE.includes(chosen) ? split.guideline.lines : [];
  const heading = useId();
  const name = () => {
    if (!chosen) return;
    tagging.name.mutate(
      { cause: chosen, note, guideline_line: lines.length > 0 && line !== '' ? Number(line) : null },
      {
        onSuccess: () => {
          setChosen(null);
          setNote('');
          setLine('');
        },
      },
    );
  };
  return (
    <section className="card pad causes" aria-labelledby={heading}>
      <h3 id={heading}>Why they differ</h3>
      {split.tags.length > 0 && (
        <ul className="plainlist">
          {split.tags.map((tag) => (
            <li key={tag.id} className="cause">
              <div className="grow">
                <b>{labels.get(tag.cause) ?? tag.cause}</b>{' '}
                <span className="f12 t3">
                  {tag.author}, {dateTime(tag.created_at)}
                </span>
                {tag.guideline && (
                  <p className="f12 t2 guideline-line">
                    Guideline {tag.guideline.version}, line {tag.guideline.line + 1}: {tag.guideline.text}
                  </p>
                )}
                {tag.note && <p className="prewrap">{tag.note}</p>}
              </div>
              <Tooltip label="Take off">
                <ActionIcon
                  size={24}
                  aria-label={`Take off: ${labels.get(tag.cause) ?? tag.cause}`}
                  onClick={() => tagging.takeOff.mutate(tag.id)}
                >
                  <IconX size={15} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      <div className="row wrap" role="group" aria-label="Name a cause">
        {open.map((c) => (
          <button
            key={c.cause}
            type="button"
            className="chip line causechip"
            aria-pressed={chosen === c.cause}
            onClick={() => setChosen(chosen === c.cause ? null : c.cause)}
          >
            {c.label} <span className="t3 num">{count(c.n)}</span>
          </button>
        ))}
      </div>
      {chosen && (
        <form
          className="col causeform"
          onSubmit={(e) => {
            e.preventDefault();
            name();
          }}
        >
          {lines.length > 0 && (
            <NativeSelect
              label={`Which line of the guideline (edition ${split.guideline.version})`}
              value={line}
              onChange={(e) => setLine(e.currentTarget.value)}
              data={[
                { value: '', label: 'No line in particular' },
                ...lines.map((text, i) => ({ value: String(i), label: `${i + 1}. ${text}` })),
              ]}
            />
          )}
          <Textarea
            label="Note"
            value={note}
            onChange={(e) => setNote(e.currentTarget.value)}
            autosize
            minRows={2}
            maxLength={2000}
          />
          <div className="row">
            <Button type="submit" loading={tagging.name.isPending}>
              Name this cause
            </Button>
            <Button variant="subtle" onClick={() => setChosen(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {tagging.name.isError && <ErrorNote error={tagging.name.error} safe="Your note is kept." />}
      {tagging.takeOff.isError && <ErrorNote error={tagging.takeOff.error} />}
    </section>
  );
}
