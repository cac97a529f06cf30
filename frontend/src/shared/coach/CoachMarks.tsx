import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { K, useKeys, type BindingId } from '../keys';
import { placeBeside, type Box } from './place';
import './coach.css';

export interface CoachMark {
  /** The part of the page with this `data-coach`. */
  at: string;
  title: string;
  text: string;
  /** Keys that belong to it, as the person has them. */
  keys?: readonly { keys: readonly BindingId[]; does: string }[];
}

const RING = 4;

/** What a page shows whoever is new on it: one part after the other, skippable, and there again on a key. */
export default function CoachMarks({ marks, onClose }: { marks: readonly CoachMark[]; onClose: () => void }) {
  const [step, setStep] = useState(0);
  const [box, setBox] = useState<Box | null>(null);
  const [place, setPlace] = useState({ left: 12, top: 12 });
  const card = useRef<HTMLDivElement>(null);
  const mark = marks[step]!;
  const last = step === marks.length - 1;
  const next = () => (last ? onClose() : setStep(step + 1));
  useKeys({ close: onClose });
  useLayoutEffect(() => {
    const put = () => {
      const target = document.querySelector(`[data-coach="${mark.at}"]`)?.getBoundingClientRect();
      if (!target || !card.current) return setBox(null);
      const { offsetWidth, offsetHeight } = card.current;
      const { left, top, width, height } = target;
      setBox({ left, top, width, height });
      setPlace(
        placeBeside(
          { left, top, width, height },
          { width: offsetWidth, height: offsetHeight },
          { width: window.innerWidth, height: window.innerHeight },
        ),
      );
    };
    put();
    card.current?.focus({ preventScroll: true });
    window.addEventListener('resize', put);
    return () => window.removeEventListener('resize', put);
  }, [mark.at]);
  return (
    <>
      {box && <div className="coach-ring" style={ringed(box)} aria-hidden />}
      <div
        className="coach-card"
        role="dialog"
        aria-labelledby="coach-title"
        ref={card}
        tabIndex={-1}
        style={place}
      >
        <p className="f12 t3">
          {step + 1} of {marks.length}
        </p>
        <h2 id="coach-title">{mark.title}</h2>
        <p>{mark.text}</p>
        {mark.keys && (
          <dl className="coach-keys">
            {mark.keys.map(({ keys, does }) => (
              <div key={does} style={{ display: 'contents' }}>
                <dt>
                  {keys.map((id) => (
                    <K key={id} id={id} />
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="row">
          <Button size="compact-sm" onClick={next}>
            {last ? 'Start' : 'Next'}
          </Button>
          {step > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => setStep(step - 1)}>
              Back
            </Button>
          )}
          {!last && (
            <Button size="compact-sm" variant="subtle" onClick={onClose} rightSection={<K id="close" />}>
              Skip these
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** A little outside of what it marks, and never off the page. */
function ringed({ left, top, width, height }: Box): Box {
  const [x, y] = [Math.max(0, left - RING), Math.max(0, top - RING)];
  return {
    left: x,
    top: y,
    width: Math.min(window.innerWidth, left + width + RING) - x,
    height: Math.min(window.innerHeight, top + height + RING) - y,
  };
}
