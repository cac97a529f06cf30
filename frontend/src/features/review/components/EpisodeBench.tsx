import { useEffect, useMemo, useState } from 'react';
import { usePageKeys } from '../../../shared/keys';
import { shortId } from '../../../shared/lib/format';
import type { TimeMark } from '../../../shared/player/lanes';
import { playerKeys } from '../../../shared/player/playerKeys';
import { commonTimeline, startOf } from '../../../shared/player/timeline';
import { useClockPart, usePlayer } from '../../../shared/player/usePlayer';
import type { EpisodeView } from '../api/types';
import { useDeciding, type BenchProps } from '../hooks/useDeciding';
import { useSwapped } from '../hooks/useSwapped';
import { checkLabel, frameOf, quantity } from '../model/facts';
import { BenchFrame } from './BenchFrame';
import { EpisodeFacts } from './FactBar';
import { JudgementPanel } from './JudgementPanel';
import { ChecksPanel } from './SidePanels';
import { Stage } from './Stage';

/** One episode: its clips under one clock. Mounted anew for every episode. */
export default function EpisodeBench(bench: BenchProps & { episode: EpisodeView }) {
  const { lease, episode, covered, active } = bench;
  const clock = usePlayer(
    useMemo(() => commonTimeline(episode.clips), [episode]),
    bench.opening.watched,
  );
  const played = useClockPart(clock, (state) => state.played);
  const [chosen, setChosen] = useState(episode.clips[0]?.setting ?? '');
  const [large, setLarge] = useState(false);
  const [swapped, swap] = useSwapped();
  const [unplayable, setUnplayable] = useState<readonly string[]>([]);
  const deciding = useDeciding(bench, {
    played,
    unplayable,
    watched: () => clock.coverage.ranges(),
    pinHere: () => {
      clock.pause();
      const { frame } = clock.snapshot();
      const time_s = Math.round(startOf(clock.timeline, frame) * 1000) / 1000;
      return { frame, time_s, setting: chosen };
    },
    onClose: () => setLarge(false),
  });
  const { form, dispatch } = deciding;
  const marks = useMarks(episode, form.pins, clock.timeline.fps);

  useEffect(() => {
    if (covered) clock.pause();
  }, [covered, clock]);

  const choose = (step: number) => {
    const at = episode.clips.findIndex((clip) => clip.setting === chosen);
    const next = episode.clips[(at + step + episode.clips.length) % episode.clips.length];
    if (next) setChosen(next.setting);
  };
  usePageKeys(
    {
      ...playerKeys(
        clock,
        marks.map((mark) => mark.frame),
      ),
      'view.next': () => choose(1),
      large: () => setLarge((on) => !on),
      ...(episode.clips.length > 1 && { 'view.swap': swap }),
    },
    active && !covered,
  );

  return (
    <BenchFrame
      bench={bench}
      deciding={deciding}
      title={`Review of episode ${shortId(episode.id)}, ${lease.position} of ${lease.total}`}
      blind="Nobody's verdict on this episode is shown to you until all reviewers have decided. The emotion label stays hidden throughout."
      about={<EpisodeFacts episode={episode} />}
      played={played}
      playedOf="the clips"
      notePlaceholder="What would you tell the person who fixes this?"
      noteDescription="Optional. Read by composers after all verdicts."
      stage={
        <Stage
          episode={episode}
          clock={clock}
          chosen={chosen}
          large={large}
          swapped={swapped}
          onSwap={swap}
          marks={marks}
          onChoose={setChosen}
          onClip={(setting, state) =>
            setUnplayable((list) =>
              state === 'failed' ? [...new Set([...list, setting])] : list.filter((one) => one !== setting),
            )
          }
        />
      }
      judgements={
        <JudgementPanel
          questions={lease.judgements}
          form={form}
          dispatch={dispatch}
          onPin={deciding.pin}
          onSeek={(pin) => {
            clock.pause();
            clock.seek(pin.frame);
          }}
        />
      }
    >
      <ChecksPanel episode={episode} folded={lease.policy.fold_checks} />
    </BenchFrame>
  );
}

function useMarks(
  episode: EpisodeView,
  pins: readonly { frame: number; time_s: number }[],
  fps: number,
): TimeMark[] {
  return useMemo(() => {
    const motionFps = episode.people[0]?.fps || fps;
    const checks = episode.checks.flatMap((check): TimeMark[] => {
      const frame = frameOf(check);
      if (frame === null) return [];
      const seconds = frame / motionFps;
      return [
        {
          frame: Math.round(seconds * fps),
          kind: 'check',
          label: `${checkLabel(check, episode)} ${quantity(check.value, check.unit)} at ${seconds.toFixed(1)} s`,
        },
      ];
    });
    return [
      ...checks,
      ...pins.map((pin): TimeMark => ({
        frame: pin.frame,
        kind: 'pin',
        label: `Pin at ${pin.time_s.toFixed(2)} s`,
      })),
    ];
  }, [episode, pins, fps]);
}
