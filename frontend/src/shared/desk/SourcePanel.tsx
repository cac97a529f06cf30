import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Intervals, Problems, type Change, type Content, type Problem } from '../items';
import { plural } from '../lib/format';
import { timecode } from '../video/times';
import { ErrorNote } from '../ui/states';
import { fetchLines } from './api';
import './desk.css';

interface Props {
  slug: string;
  content: Content;
  onChange: (change: Change) => void;
  at: (field: string) => Problem[] | undefined;
  mend: (problem: Problem) => ReactNode;
  readOnly: boolean;
  isEpisode: boolean;
  /** The registered video and whether it has subtitles; null where none is linked. */
  video: { id: string; hasSubtitles: boolean } | null;
  onSeek: ((seconds: number) => void) | undefined;
}

/** Where the item stands in its video: interval, evidence and subtitle lines, with exact times. */
export function SourcePanel(props: Props) {
  const { content, onChange, at, mend, readOnly, isEpisode, onSeek } = props;
  const segments = content.source.segments ?? [];
  const evidence = content.evidence ?? [];
  const lastEnd = segments.at(-1)?.end ?? 0;
  return (
    <div className="source">
      <section aria-labelledby="source-interval">
        <div className="field-head">
          <h2 id="source-interval">Interval</h2>
          <span className="f12 t2">
            {segments.length === 0
              ? 'The whole video'
              : `${timecode(Math.round(1000 * segments.reduce((sum, s) => sum + s.end - s.start, 0)) / 1000)} together`}
          </span>
        </div>
        <Intervals
          name="Segment"
          field="source.segments"
          rows={segments}
          onChange={(rows) => onChange({ do: 'segments', segments: rows.length > 0 ? rows : null })}
          fresh={() => ({ start: lastEnd, end: lastEnd + 10 })}
          at={at}
          mend={mend}
          readOnly={readOnly}
          onSeek={onSeek}
        />
      </section>
      {(isEpisode || evidence.length > 0) && (
        <section aria-labelledby="source-evidence">
          <div className="field-head">
            <h2 id="source-evidence">Evidence</h2>
            <span className="f12 t2">
              At least two stretches, 60 s or a tenth of the video apart. Kept here, in no file.
            </span>
          </div>
          <Intervals
            name="Evidence"
            field="evidence"
            rows={evidence}
            onChange={(rows) => onChange({ do: 'evidence', evidence: rows })}
            fresh={() => {
              const end = evidence.at(-1)?.end ?? segments[0]?.start ?? 0;
              return { start: end, end: end + 5, item: null };
            }}
            at={at}
            mend={mend}
            readOnly={readOnly}
            items={(content.answer_details?.items ?? []).map((i) => i.id)}
            onSeek={onSeek}
          />
        </section>
      )}
      <Lines {...props} />
      <TextInput
        label="Source"
        description="As the file names it; a string, never fetched."
        data-field="source.from"
        value={content.source.from}
        onChange={(e) => onChange({ do: 'origin', text: e.currentTarget.value })}
        readOnly={readOnly}
        error={at('source.from')?.some((p) => p.severity === 'error')}
      />
      <Problems problems={at('source.from')} mend={mend} />
    </div>
  );
}

function Lines({ slug, content, onChange, at, mend, readOnly, video, onSeek }: Props) {
  const take = useMutation({
    mutationFn: () => fetchLines(slug, video!.id, content.source.segments),
    onSuccess: ({ subtitles }) => onChange({ do: 'subtitles', lines: subtitles }),
  });
  const lines = content.subtitles;
  return (
    <section aria-labelledby="source-subtitles">
      <div className="field-head">
        <h2 id="source-subtitles">Subtitles</h2>
        <span className="f12 t2">{lines === null ? 'None in this item' : plural(lines.length, 'line')}</span>
        {!readOnly && (
          <span className="row end">
            {video?.hasSubtitles && (
              <Button
                variant="default"
                size="compact-sm"
                data-field="subtitles"
                leftSection={<IconRefresh size={14} />}
                loading={take.isPending}
                onClick={() => take.mutate()}
              >
                {lines === null ? 'Take the lines of the interval' : 'Take them again'}
              </Button>
            )}
            {lines !== null && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => onChange({ do: 'subtitles', lines: null })}
              >
                Leave out
              </Button>
            )}
          </span>
        )}
      </div>
      {take.isError && <ErrorNote error={take.error} />}
      {lines && lines.length > 0 && (
        <ol className="lines" aria-label="Subtitle lines">
          {lines.map((line) => (
            <li key={line.id}>
              <span className="t3 f12">{line.id}</span>
              {onSeek ? (
                <button
                  type="button"
                  className="linkish num f12"
                  onClick={() => onSeek(line.t[0])}
                  aria-label={`${timecode(line.t[0])}, show ${line.id}`}
                >
                  {timecode(line.t[0])}
                </button>
              ) : (
                <span className="num f12 t2">{timecode(line.t[0])}</span>
              )}
              <span>
                {line.speaker && <b>{line.speaker} </b>}
                {line.text}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Problems problems={at('subtitles')} mend={mend} />
    </section>
  );
}
