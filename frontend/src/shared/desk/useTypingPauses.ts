import { useEffect, useRef, type RefObject } from 'react';
import { isTyping } from '../keys';
import type { PlayerClock } from '../player/clock';

/** Whoever types hears nothing of the video meanwhile; leaving the field goes on where it stood. */
export function useTypingPauses(
  form: RefObject<HTMLElement | null>,
  clock: PlayerClock | null,
  wanted: boolean,
): void {
  const rate = useRef<number | null>(null);
  useEffect(() => {
    const box = form.current;
    if (!box || !clock || !wanted) return undefined;
    const onInput = () => {
      const { playing, rate: speed } = clock.snapshot();
      if (!playing) return;
      rate.current = speed;
      clock.pause();
    };
    const onLeave = (event: FocusEvent) => {
      if (rate.current === null || isTyping(event.relatedTarget)) return;
      const speed = rate.current;
      rate.current = null;
      if (!clock.snapshot().playing) clock.play(speed);
    };
    box.addEventListener('input', onInput);
    box.addEventListener('focusout', onLeave);
    return () => {
      box.removeEventListener('input', onInput);
      box.removeEventListener('focusout', onLeave);
    };
  }, [form, clock, wanted]);
}
