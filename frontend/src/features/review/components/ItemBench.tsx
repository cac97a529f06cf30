import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { usePageKeys } from '../../../shared/keys';
import { clipQuery } from '../api/files';
import { timecode, useVideo } from '../../../shared/video';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import type { ItemView } from '../api/types';
import { uncover } from '../api/review';
import { useDeciding, type BenchProps } from '../hooks/useDeciding';
import { useStretches } from '../hooks/useStretches';
import { cuesOf, inVideo, playsOf, sourceOf } from '../model/itemVideo';
import { BenchFrame } from './BenchFrame';
import { AnswerView, QuestionView } from './AnswerView';
import { Guideline, ItemFacts, ItemLines, RubricPanel } from './ItemPanels';
import { ItemStage } from './ItemStage';
import { JudgementPanel } from './JudgementPanel';

const LeaseTalk = lazy(() => import('../../../shared/talk/LeaseTalk'));

/** A thread with the maintainers about this item, folded until somebody wants one. */
function Asking({ slug, lease }: { slug: string; lease: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="f12 checks" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary className="b">Ask the maintainers</summary>
      {open && (
        <Suspense>
          <LeaseTalk slug={slug} lease={lease} />
        </Suspense>
      )}
    </details>
  );
}

/** One item: question and answer judged apart, beside the video that starts at the evidence. */
export default function ItemBench(bench: BenchProps & { item: ItemView }) {
  const { lease, item, covered, active } = bench;
  const clipUrl = useQuery({
    ...clipQuery(item.clip?.video_url ?? ''),
    enabled: item.clip !== null,
  });
  const source = useMemo(
    () => sourceOf(item, lease.subject, clipUrl.data ?? (clipUrl.isError ? item.clip?.video_url : undefined)),
    [item, lease.subject, clipUrl.data, clipUrl.isError],
  );
  const player = useVideo(source);
  const video = player.status === 'ready' ? player.video : null;
  const stretches = useStretches(video, item, bench.opening.watched);
  const cues = useMemo(() => cuesOf(item), [item]);
  const segments = item.clip?.segments ?? null;
  const [guideline, setGuideline] = useState(false);
  const told = useRef<{ lease: string; arrived: boolean } | null>(null);

  const deciding = useDeciding(bench, {
    played: source ? stretches.share : 1,
    unplayable: [],
    watched: () => video?.clock.coverage.ranges() ?? [],
    pinHere: () => {
      if (!video) return null;
      video.clock.pause();
      const frame = Math.max(0, video.clock.snapshot().frame);
      const at = video.table.seconds(frame);
      const seconds = segments ? inVideo(at, segments) : at;
      return { frame, time_s: Math.round(seconds * 1000) / 1000, setting: playsOf(item) };
    },
    onClose: () => setGuideline(false),
    isUntold: () => isUncovered() && !(told.current?.lease === lease.id && told.current.arrived),
  });
  const { form, dispatch } = deciding;

  // Told once there is a lease to tell it of; what was shown ahead of its lease is told when that comes.
  // Whatever did not arrive goes with the verdict, before it.
  function isUncovered(): boolean {
    return lease.policy.covers_answer === true && form.covered === null && !lease.decision;
  }
  const tells = isUncovered();
  useEffect(() => {
    if (!tells || !lease.id || told.current?.lease === lease.id) return;
    const telling = { lease: lease.id, arrived: false };
    told.current = telling;
    uncover(bench.slug, lease.id).then(
      () => (telling.arrived = true),
      () => undefined,
    );
  }, [tells, lease.id, bench.slug]);

  usePageKeys(
    {
      guideline: () => setGuideline((open) => !open),
      ...(video && { 'span.play': stretches.playNext }),
    },
    active && !covered,
  );

  const played = source ? stretches.share : 1;
  return (
    <BenchFrame
      bench={bench}
      deciding={deciding}
      title={`Review of an item, ${lease.position} of ${lease.total}`}
      blind="Who wrote this, who else judges it and what they say is shown to nobody before all have decided."
      about={<ItemFacts item={item} />}
      played={played}
      playedOf={item.evidence.length > 0 ? 'the evidence' : 'the clip'}
      notePlaceholder="What should the author look at again?"
      stage={
        <section className="item-stage" aria-label="The video and its evidence">
          {video ? (
            <ItemStage
              key={lease.subject}
              video={video}
              cues={cues}
              stretches={stretches}
              pins={form.pins}
              segments={segments}
              peaksUrl={item.clip ? (item.video?.peaks_url ?? null) : null}
              active={active}
              covered={covered}
              playsAtOnce={bench.playsAtOnce}
            />
          ) : player.status === 'failed' ? (
            <ErrorNote
              error={new Error(player.problem)}
              retry={player.retry}
              safe="What you wrote is kept."
            />
          ) : source ? (
            <Loading what={player.status === 'loading' ? player.waiting : 'the video'} rows={4} />
          ) : (
            <p className="item-none">No video is tied to this item: judge it by its words, or skip it.</p>
          )}
        </section>
      }
      judgements={
        guideline ? (
          <Guideline item={item} onClose={() => setGuideline(false)} />
        ) : (
          <JudgementPanel
            questions={lease.judgements}
            form={form}
            dispatch={dispatch}
            onPin={deciding.pin}
            placeOf={(pin) => timecode(pin.time_s, 1)}
            onSeek={(pin) => {
              video?.clock.pause();
              video?.clock.seek(pin.frame);
            }}
            bodies={{
              question: <QuestionView text={item.question} />,
              answer: (
                <AnswerView
                  item={item}
                  covered={form.covered !== null}
                  stretches={stretches}
                  onUncover={deciding.uncover}
                />
              ),
            }}
          />
        )
      }
    >
      {!guideline && form.covered === null && <RubricPanel rubric={item.rubric} />}
      {video && <ItemLines cues={cues} video={video} segments={segments} />}
      {lease.id && <Asking key={lease.id} slug={bench.slug} lease={lease.id} />}
    </BenchFrame>
  );
}
