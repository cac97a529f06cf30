import { Button } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { K, useKeys } from '../../../shared/keys';

const MARKS = [
  {
    at: 'video',
    title: 'Watch first',
    text: 'P plays the clip, Space plays on, comma and dot step by one frame. Nothing plays before you ask.',
  },
  {
    at: 'timeline',
    title: 'Where the clip begins and ends',
    text: 'I and O set its edges on the frame you see; brackets move the selected edge by one frame. A dragged edge sticks to cuts, Ctrl frees it. M marks the turn or evidence.',
  },
  {
    at: 'form',
    title: 'What the draft says',
    text: 'Q, W and E go to the fields, D shows the draft beside yours, H the guideline. Every change is saved by itself, and undo reaches back to the beginning.',
  },
  {
    at: 'end',
    title: 'How it ends',
    text: 'Ctrl Enter submits. A draft that is right as it is needs the whole clip played and two presses of U. S skips without a penalty, B takes a break.',
  },
] as const;

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Four marks on the first real item; skippable, and there again on a key. */
export function CoachMarks({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState(0);
  const [box, setBox] = useState<{ left: number; top: number; width: number; height: number } | null>(null);
  const mark = MARKS[step]!;
  const last = step === MARKS.length - 1;
  const next = () => (last ? onClose() : setStep(step + 1));
  useKeys({ close: onClose });
  useLayoutEffect(() => {
    const place = () => {
      const target = document.querySelector(`[data-coach="${mark.at}"]`)?.getBoundingClientRect();
      setBox(
        target ? { left: target.left, top: target.top, width: target.width, height: target.height } : null,
      );
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [mark.at]);
  return (
    <>
      {box && <div className="coach-ring" style={box} aria-hidden />}
      <div
        className={`coach ${mark.at}`}
        role="dialog"
        aria-labelledby="coach-title"
        key={mark.at}
        ref={takeFocus}
        tabIndex={-1}
      >
        <p className="f12 t3">
          {step + 1} of {MARKS.length}
        </p>
        <h2 id="coach-title">{mark.title}</h2>
        <p>{mark.text}</p>
        <div className="row">
          <Button size="compact-sm" onClick={next}>
            {last ? 'Start' : 'Next'}
          </Button>
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
