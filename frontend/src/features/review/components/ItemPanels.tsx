import { IconBook2 } from '@tabler/icons-react';
import { K } from '../../../shared/keys';
import type { Rubric } from '../../../shared/items';
import { words } from '../../../shared/lib/format';
import { useClockPart } from '../../../shared/player/usePlayer';
import { GuidelinePanel, granularityWord, useTaxonomy } from '../../../shared/taxonomy';
import { Loading } from '../../../shared/ui/states';
import { currentCue, timecode, type Cue, type Video } from '../../../shared/video';
import type { ItemView } from '../api/types';
import { inVideo, secondsOf } from '../model/itemVideo';

/** What kind of question it is and what it is about; nothing of who wrote it or how often it was judged. */
export function ItemFacts({ item }: { item: ItemView }) {
  const seconds = secondsOf(item);
  return (
    <>
      <span className="chip ac">
        <b>{words(item.type)}</b>
      </span>
      <span className="t2 f12 num">
        {granularityWord(item.granularity)}
        {seconds !== null && ` of ${seconds < 60 ? `${seconds.toFixed(1)} s` : timecode(seconds, 0)}`}
      </span>
      <span className="t3 f12 row hide-s item-h">
        <IconBook2 size={15} aria-hidden />
        Guideline
        <K id="guideline" />
      </span>
    </>
  );
}

export function Guideline({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const taxonomy = useTaxonomy();
  return (
    <section className="jud item-guideline" aria-label="Guideline">
      <div className="h static">
        <span className="f13 b grow">Guideline</span>
        <button type="button" className="quiet" onClick={onClose}>
          Back to judging <K id="guideline" />
        </button>
      </div>
      {taxonomy.data ? (
        <GuidelinePanel taxonomy={taxonomy.data} granularity={item.granularity} type={item.type} />
      ) : (
        <Loading what="the guideline" />
      )}
    </section>
  );
}

/** How the answer of a tested model is scored; folded, because it is not what is judged. */
export function RubricPanel({ rubric }: { rubric: Rubric | null }) {
  if (!rubric) return null;
  return (
    <details className="f12 checks item-rubric">
      <summary className="b">
        Rubric <span className="t3">{Object.keys(rubric.scores).length} scores</span>
      </summary>
      <p lang="">{rubric.criterion}</p>
      <dl>
        {Object.entries(rubric.scores)
          .toSorted(([a], [b]) => Number(b) - Number(a))
          .map(([score, text]) => (
            <div key={score}>
              <dt className="num">{score}</dt>
              <dd lang="">{text}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

const MOST_LINES = 400;

/** The subtitles of what plays; a press goes there. */
export function ItemLines({
  cues,
  video,
  segments,
}: {
  cues: readonly Cue[];
  video: Video;
  segments: readonly { start: number; end: number }[] | null;
}) {
  const { clock, table } = video;
  const now = useClockPart(clock, (state) => currentCue(cues, table.seconds(state.frame)));
  if (cues.length === 0) return null;
  // Of a long video the lines around the picture; `/` on the video's own page finds the rest.
  const from = Math.max(0, Math.min(now - MOST_LINES / 2, cues.length - MOST_LINES));
  return (
    <section className="item-lines" aria-labelledby="item-lines-title">
      <div className="row">
        <h2 className="f12 b grow" id="item-lines-title">
          {segments ? 'Subtitles in this clip' : 'Subtitles'}
        </h2>
        <K id="subtitle.previous" />
        <K id="subtitle.next" />
      </div>
      {cues.slice(from, from + MOST_LINES).map((cue, i) => (
        <button
          key={cue.id}
          type="button"
          className="item-line"
          aria-current={from + i === now || undefined}
          onClick={() => {
            clock.pause();
            clock.seek(table.inside(cue.start, cue.end).first);
          }}
        >
          <span className="t3 num f11">
            {timecode(segments ? inVideo(cue.start, segments) : cue.start, 1)}
          </span>
          <span lang="">
            {cue.speaker && <b>{cue.speaker}: </b>}
            {cue.text}
          </span>
        </button>
      ))}
    </section>
  );
}
