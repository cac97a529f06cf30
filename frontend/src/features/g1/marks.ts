import type { CoachMark } from '../../shared/coach/CoachMarks';

/** What somebody is shown on their first clip item. */
export const MARKS: readonly CoachMark[] = [
  {
    at: 'video',
    title: 'Watch first',
    text: 'Nothing plays before you ask. A draft is only a proposal; what you see and hear decides.',
    keys: [
      { keys: ['span.play'], does: 'plays the clip' },
      { keys: ['play'], does: 'plays on and pauses' },
      { keys: ['frame.back', 'frame.forward'], does: 'one frame back, forward' },
    ],
  },
  {
    at: 'timeline',
    title: 'Where the clip begins and ends',
    text: 'A dragged edge sticks to cuts; Ctrl frees it.',
    keys: [
      { keys: ['edge.in', 'edge.out'], does: 'begin, end on the frame you see' },
      { keys: ['edge.back', 'edge.forward'], does: 'move the chosen edge by a frame' },
      { keys: ['mark'], does: 'the turn of a transition; else begin and end of evidence' },
    ],
  },
  {
    at: 'form',
    title: 'Question and answer',
    text: 'Every change is saved by itself, and undo reaches back to the beginning. What looks wrong is said under its field, with the reason.',
    keys: [
      { keys: ['field.1', 'field.2', 'field.3'], does: 'question, first, second answer field' },
      { keys: ['close'], does: 'leaves a field, so that letters are keys again' },
      { keys: ['reference', 'guideline'], does: 'the draft beside yours, the guideline' },
    ],
  },
  {
    at: 'end',
    title: 'How it ends',
    text: 'A draft that is right as it is needs the whole clip played and two presses.',
    keys: [
      { keys: ['submit'], does: 'submits what you wrote' },
      { keys: ['confirm'], does: 'confirms the draft unchanged' },
      { keys: ['skip', 'break'], does: 'skip without a penalty, take a break' },
    ],
  },
];
