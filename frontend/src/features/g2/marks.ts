import type { CoachMark } from '../../shared/coach/CoachMarks';

/** What somebody is shown on their first whole video, before a word is written. */
export const WATCH_MARKS: readonly CoachMark[] = [
  {
    at: 'watched',
    title: 'Watch the whole video',
    text: 'An item can be submitted once 99 % was on screen at no more than twice the speed. Gaps are listed here; a click plays one.',
    keys: [
      { keys: ['play'], does: 'plays and pauses' },
      { keys: ['slower', 'faster'], does: 'slower, faster (up to 2× counts)' },
    ],
  },
  {
    at: 'mark',
    title: 'Mark evidence as you watch',
    text: 'Once where it starts, once where it ends. The time you need to react is taken off. Marks stay with the video, whatever you write.',
    keys: [{ keys: ['mark'], does: 'start, then end of evidence' }],
  },
  {
    at: 'to-write',
    title: 'Then write',
    text: 'You can go back and forth at any time; nothing is lost.',
    keys: [
      { keys: ['view.next'], does: 'between watching and writing' },
      { keys: ['break'], does: 'a break' },
    ],
  },
];

/** What they are shown on the first item that they write. */
export const WRITE_MARKS: readonly CoachMark[] = [
  {
    at: 'item',
    title: 'Question, answer, stages',
    text: 'Every change is saved by itself. What looks wrong is said under its field, with the reason.',
    keys: [
      { keys: ['field.1', 'field.2', 'field.3'], does: 'question, answer, stages' },
      { keys: ['close'], does: 'leaves a field, so that letters are keys again' },
      { keys: ['guideline'], does: 'the guideline' },
    ],
  },
  {
    at: 'line',
    title: 'Evidence',
    text: 'Choose a stretch on the time line and press a number: it is tied to that stage, factor or component. At least two stretches have to lie apart.',
    keys: [
      { keys: ['mark'], does: 'start, then end of another stretch' },
      { keys: ['tie.1', 'tie.2'], does: 'ties the chosen one to the first, second' },
    ],
  },
];
