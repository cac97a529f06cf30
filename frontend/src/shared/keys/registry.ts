/** Every binding of the site as data. Tooltips, the `?` sheet, the palette and the clash test read this table only.
 *  Keys are physical positions (`KeyboardEvent.code`); the printed letter follows the keyboard layout. */
export type KeyLayer =
  'everywhere' | 'item' | 'deciding' | 'time' | 'editing' | 'placing' | 'list' | 'library';

export interface Binding {
  readonly id: string;
  readonly layer: KeyLayer;
  readonly code: string;
  readonly label: string;
  readonly shift?: true;
  readonly mod?: true;
  /** Matched by the character instead of the position, where the position differs between layouts. */
  readonly char?: string;
  /** First key of a two-key sequence, e.g. `G` then `M`. */
  readonly after?: string;
  /** Works while the key is held down (frames, seeking). */
  readonly repeat?: true;
}

const define = <const T extends readonly Binding[]>(bindings: T): T => bindings;

export const BINDINGS = define([
  { id: 'palette', layer: 'everywhere', code: 'KeyK', mod: true, label: 'Search or run a command' },
  { id: 'help', layer: 'everywhere', code: 'Slash', shift: true, char: '?', label: 'Keys of this page' },
  { id: 'find', layer: 'everywhere', code: 'Slash', char: '/', label: 'Find on this page' },
  { id: 'close', layer: 'everywhere', code: 'Escape', label: 'Close, leave the field' },
  { id: 'break', layer: 'everywhere', code: 'KeyB', label: 'Take a break' },
  { id: 'go.work', layer: 'everywhere', after: 'KeyG', code: 'KeyM', label: 'Go to my work' },
  { id: 'go.inbox', layer: 'everywhere', after: 'KeyG', code: 'KeyI', label: 'Go to the inbox' },
  { id: 'go.review', layer: 'everywhere', after: 'KeyG', code: 'KeyR', label: 'Go to review' },
  { id: 'go.episodes', layer: 'everywhere', after: 'KeyG', code: 'KeyE', label: 'Go to episodes' },
  { id: 'go.videos', layer: 'everywhere', after: 'KeyG', code: 'KeyV', label: 'Go to videos' },
  { id: 'go.items', layer: 'everywhere', after: 'KeyG', code: 'KeyQ', label: 'Go to items' },
  { id: 'go.g1', layer: 'everywhere', after: 'KeyG', code: 'KeyC', label: 'Go to clip items' },
  { id: 'go.progress', layer: 'everywhere', after: 'KeyG', code: 'KeyP', label: 'Go to progress' },
  { id: 'go.agreement', layer: 'everywhere', after: 'KeyG', code: 'KeyA', label: 'Go to agreement' },
  { id: 'go.releases', layer: 'everywhere', after: 'KeyG', code: 'KeyL', label: 'Go to releases' },
  { id: 'go.jobs', layer: 'everywhere', after: 'KeyG', code: 'KeyJ', label: 'Open the jobs' },

  { id: 'skip', layer: 'item', code: 'KeyS', label: 'Skip with a reason' },
  { id: 'note', layer: 'item', code: 'KeyN', label: 'Write a note' },
  { id: 'guideline', layer: 'item', code: 'KeyH', label: 'Guideline' },
  { id: 'mark', layer: 'item', code: 'KeyM', label: 'Mark this moment' },
  { id: 'item.next', layer: 'item', code: 'KeyJ', shift: true, label: 'Next of the list' },
  { id: 'item.previous', layer: 'item', code: 'KeyK', shift: true, label: 'Previous of the list' },
  { id: 'tour', layer: 'item', code: 'KeyT', label: 'Show the way around this page' },

  { id: 'accept', layer: 'deciding', code: 'KeyA', label: 'Accept, next' },
  { id: 'reject', layer: 'deciding', code: 'KeyX', label: 'Reject, next' },
  { id: 'judge.1', layer: 'deciding', code: 'KeyQ', label: 'First judgement: problem, again: fine' },
  { id: 'judge.2', layer: 'deciding', code: 'KeyW', label: 'Second judgement: problem, again: fine' },
  { id: 'judge.3', layer: 'deciding', code: 'KeyE', label: 'Third judgement: problem, again: fine' },
  { id: 'reason.1', layer: 'deciding', code: 'Digit1', label: 'Reason 1' },
  { id: 'reason.2', layer: 'deciding', code: 'Digit2', label: 'Reason 2' },
  { id: 'reason.3', layer: 'deciding', code: 'Digit3', label: 'Reason 3' },
  { id: 'reason.4', layer: 'deciding', code: 'Digit4', label: 'Reason 4' },
  { id: 'reason.5', layer: 'deciding', code: 'Digit5', label: 'Reason 5' },
  { id: 'reason.6', layer: 'deciding', code: 'Digit6', label: 'Reason 6' },
  { id: 'reason.7', layer: 'deciding', code: 'Digit7', label: 'Reason 7' },
  { id: 'reason.8', layer: 'deciding', code: 'Digit8', label: 'Reason 8' },
  { id: 'reason.9', layer: 'deciding', code: 'Digit9', label: 'Reason 9' },
  { id: 'reveal', layer: 'deciding', code: 'KeyR', label: 'Show the covered answer' },
  { id: 'undo', layer: 'deciding', code: 'KeyZ', label: 'Take back the last verdict' },

  { id: 'play', layer: 'time', code: 'Space', label: 'Play or pause' },
  { id: 'slower', layer: 'time', code: 'KeyJ', label: 'Slower, backwards' },
  { id: 'stop', layer: 'time', code: 'KeyK', label: 'Stop' },
  { id: 'faster', layer: 'time', code: 'KeyL', label: 'Faster' },
  { id: 'frame.back', layer: 'time', code: 'Comma', repeat: true, label: 'One frame back' },
  { id: 'frame.forward', layer: 'time', code: 'Period', repeat: true, label: 'One frame on' },
  { id: 'frame.back.arrow', layer: 'time', code: 'ArrowLeft', repeat: true, label: 'One frame back' },
  { id: 'frame.forward.arrow', layer: 'time', code: 'ArrowRight', repeat: true, label: 'One frame on' },
  {
    id: 'second.back',
    layer: 'time',
    code: 'ArrowLeft',
    shift: true,
    repeat: true,
    label: 'One second back',
  },
  {
    id: 'second.forward',
    layer: 'time',
    code: 'ArrowRight',
    shift: true,
    repeat: true,
    label: 'One second on',
  },
  { id: 'mark.previous', layer: 'time', code: 'ArrowUp', label: 'Previous mark' },
  { id: 'mark.next', layer: 'time', code: 'ArrowDown', label: 'Next mark' },
  { id: 'subtitle.previous', layer: 'time', code: 'Semicolon', label: 'Previous subtitle' },
  { id: 'subtitle.next', layer: 'time', code: 'Quote', label: 'Next subtitle' },
  { id: 'span.play', layer: 'time', code: 'KeyP', label: 'Play the span' },
  { id: 'loop', layer: 'time', code: 'KeyP', shift: true, label: 'Loop on or off' },
  { id: 'captions', layer: 'time', code: 'KeyC', label: 'Captions on or off' },
  { id: 'zoom.out', layer: 'time', code: 'Minus', repeat: true, label: 'Time line: see more' },
  { id: 'zoom.in', layer: 'time', code: 'Equal', repeat: true, label: 'Time line: see closer' },
  { id: 'zoom.fit', layer: 'time', code: 'Backslash', label: 'Time line: fit the span, then all' },
  { id: 'uncover', layer: 'time', code: 'Enter', label: 'Show the covered picture' },
  { id: 'large', layer: 'time', code: 'KeyF', label: 'Large picture' },
  { id: 'view.next', layer: 'time', code: 'KeyV', label: 'Next view' },
  { id: 'view.swap', layer: 'time', code: 'KeyV', shift: true, label: 'Swap the views' },

  { id: 'edge.in', layer: 'editing', code: 'KeyI', label: 'In: the span begins with this frame' },
  { id: 'edge.out', layer: 'editing', code: 'KeyO', label: 'Out: the span ends after this frame' },
  {
    id: 'edge.back',
    layer: 'editing',
    code: 'BracketLeft',
    repeat: true,
    label: 'Selected edge one frame back',
  },
  {
    id: 'edge.forward',
    layer: 'editing',
    code: 'BracketRight',
    repeat: true,
    label: 'Selected edge one frame on',
  },
  {
    id: 'edge.back.ten',
    layer: 'editing',
    code: 'BracketLeft',
    shift: true,
    repeat: true,
    label: 'Selected edge ten frames back',
  },
  {
    id: 'edge.forward.ten',
    layer: 'editing',
    code: 'BracketRight',
    shift: true,
    repeat: true,
    label: 'Selected edge ten frames on',
  },
  { id: 'span.remove', layer: 'editing', code: 'Delete', label: 'Remove the selected span' },
  { id: 'edit.undo', layer: 'editing', code: 'KeyZ', mod: true, label: 'Undo' },
  { id: 'edit.redo', layer: 'editing', code: 'KeyZ', mod: true, shift: true, label: 'Redo' },
  { id: 'field.1', layer: 'editing', code: 'KeyQ', label: 'Go to the question' },
  { id: 'field.2', layer: 'editing', code: 'KeyW', label: 'Go to the first answer field' },
  { id: 'field.3', layer: 'editing', code: 'KeyE', label: 'Go to the second answer field' },
  { id: 'tie.0', layer: 'editing', code: 'Digit0', label: 'Tie the selected evidence to nothing' },
  { id: 'tie.1', layer: 'editing', code: 'Digit1', label: 'Tie the selected evidence to item 1' },
  { id: 'tie.2', layer: 'editing', code: 'Digit2', label: 'Tie the selected evidence to item 2' },
  { id: 'tie.3', layer: 'editing', code: 'Digit3', label: 'Tie the selected evidence to item 3' },
  { id: 'tie.4', layer: 'editing', code: 'Digit4', label: 'Tie the selected evidence to item 4' },
  { id: 'tie.5', layer: 'editing', code: 'Digit5', label: 'Tie the selected evidence to item 5' },
  { id: 'tie.6', layer: 'editing', code: 'Digit6', label: 'Tie the selected evidence to item 6' },
  { id: 'tie.7', layer: 'editing', code: 'Digit7', label: 'Tie the selected evidence to item 7' },
  { id: 'tie.8', layer: 'editing', code: 'Digit8', label: 'Tie the selected evidence to item 8' },
  { id: 'tie.9', layer: 'editing', code: 'Digit9', label: 'Tie the selected evidence to item 9' },
  { id: 'reference', layer: 'editing', code: 'KeyD', label: 'Draft or older question beside' },
  { id: 'discard', layer: 'editing', code: 'KeyD', shift: true, label: 'Discard the draft with a reason' },
  { id: 'confirm', layer: 'editing', code: 'KeyU', label: 'Confirm the draft unchanged: press twice' },
  { id: 'submit', layer: 'editing', code: 'Enter', mod: true, label: 'Submit' },

  { id: 'place.1', layer: 'placing', code: 'Digit1', label: 'Place a seat' },
  { id: 'place.2', layer: 'placing', code: 'Digit2', label: 'Place a door' },
  { id: 'place.3', layer: 'placing', code: 'Digit3', label: 'Draw a walkway' },
  { id: 'place.4', layer: 'placing', code: 'Digit4', label: 'Place free floor' },
  { id: 'place.end', layer: 'placing', code: 'Enter', label: 'End the walkway' },
  { id: 'place.measure', layer: 'placing', code: 'KeyM', label: 'Measure a way' },
  { id: 'place.left', layer: 'placing', code: 'ArrowLeft', repeat: true, label: 'Move 5 cm left' },
  { id: 'place.right', layer: 'placing', code: 'ArrowRight', repeat: true, label: 'Move 5 cm right' },
  { id: 'place.up', layer: 'placing', code: 'ArrowUp', repeat: true, label: 'Move 5 cm up the map' },
  { id: 'place.down', layer: 'placing', code: 'ArrowDown', repeat: true, label: 'Move 5 cm down the map' },
  { id: 'turn.left', layer: 'placing', code: 'BracketLeft', repeat: true, label: 'Turn 15° left' },
  { id: 'turn.right', layer: 'placing', code: 'BracketRight', repeat: true, label: 'Turn 15° right' },
  { id: 'place.remove', layer: 'placing', code: 'Delete', label: 'Remove the selected anchor' },
  { id: 'place.undo', layer: 'placing', code: 'KeyZ', mod: true, label: 'Undo' },
  { id: 'place.redo', layer: 'placing', code: 'KeyZ', mod: true, shift: true, label: 'Redo' },

  { id: 'list.next', layer: 'list', code: 'KeyJ', repeat: true, label: 'Next row' },
  { id: 'list.previous', layer: 'list', code: 'KeyK', repeat: true, label: 'Previous row' },
  { id: 'list.open', layer: 'list', code: 'Enter', label: 'Open the row' },

  { id: 'library.down', layer: 'library', code: 'ArrowDown', repeat: true, label: 'One row down' },
  { id: 'library.up', layer: 'library', code: 'ArrowUp', repeat: true, label: 'One row up' },
  { id: 'library.right', layer: 'library', code: 'ArrowRight', repeat: true, label: 'Next card' },
  { id: 'library.left', layer: 'library', code: 'ArrowLeft', repeat: true, label: 'Previous card' },
  { id: 'library.choose', layer: 'library', code: 'KeyX', label: 'Choose the row, or not' },
  { id: 'library.range', layer: 'library', code: 'KeyX', shift: true, label: 'Choose up to this row' },
  { id: 'library.all', layer: 'library', code: 'KeyA', shift: true, label: 'Choose all that match' },
]);

export type BindingId = (typeof BINDINGS)[number]['id'];

/** Layers that are awake together on a page; inside each set no two bindings may share a key. */
export const PAGE_LAYERS = {
  plain: ['everywhere'],
  list: ['everywhere', 'list'],
  library: ['everywhere', 'list', 'library'],
  player: ['everywhere', 'time'],
  review: ['everywhere', 'item', 'deciding', 'time'],
  queue: ['everywhere', 'list', 'deciding'],
  editing: ['everywhere', 'item', 'time', 'editing'],
  placing: ['everywhere', 'placing'],
} as const satisfies Record<string, readonly KeyLayer[]>;

export const LAYER_TITLES: Record<KeyLayer, string> = {
  everywhere: 'Everywhere',
  item: 'This item',
  deciding: 'Deciding',
  time: 'Time',
  editing: 'Editing',
  placing: 'Placing',
  list: 'Lists',
  library: 'Choosing rows',
};

export const signature = (b: Pick<Binding, 'code' | 'shift' | 'mod' | 'after'>): string =>
  [b.after ? `${b.after}>` : '', b.mod ? 'mod+' : '', b.shift ? 'shift+' : '', b.code].join('');

/** Pairs of binding ids that would fire on the same key while `layers` are awake together. */
export function clashes(bindings: readonly Binding[], layers: readonly KeyLayer[]): [string, string][] {
  const seen = new Map<string, string>();
  const found: [string, string][] = [];
  for (const binding of bindings) {
    if (!layers.includes(binding.layer)) continue;
    const key = signature(binding);
    const other = seen.get(key);
    if (other !== undefined) found.push([other, binding.id]);
    else seen.set(key, binding.id);
  }
  return found;
}

/** The binding that already has `code` on a page where `id` is awake too, with the moved keys taken into account. */
export function clashesWith(
  id: string,
  code: string,
  moved: Partial<Record<string, string>>,
  pages: readonly (readonly KeyLayer[])[],
): Binding | null {
  const all: Binding[] = BINDINGS.map((b: Binding) => ({
    ...b,
    code: b.id === id ? code : (moved[b.id] ?? b.code),
  }));
  const own = all.find((b) => b.id === id);
  if (!own) return null;
  const together = (other: Binding) =>
    pages.some((layers) => layers.includes(own.layer) && layers.includes(other.layer));
  return all.find((b) => b.id !== id && signature(b) === signature(own) && together(b)) ?? null;
}

const NAMES: Record<string, string> = {
  Space: 'Space',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: 'Enter',
  Backspace: '⌫',
  Delete: 'Del',
  Tab: 'Tab',
};

/** What is printed on the key; `layout` maps codes to letters where the browser tells. */
export function keyName(code: string, layout?: ReadonlyMap<string, string>): string {
  if (NAMES[code] && !layout?.get(code)) return NAMES[code];
  const letter = layout?.get(code);
  if (letter && letter.trim()) return letter.toUpperCase();
  return code.replace(/^(Key|Digit|Numpad)/, '');
}

export function bindingName(b: Binding, layout?: ReadonlyMap<string, string>): string {
  if (b.char) return b.char;
  const parts = [b.mod ? 'Ctrl' : '', b.shift ? 'Shift' : '', keyName(b.code, layout)]
    .filter(Boolean)
    .join(' ');
  return b.after ? `${keyName(b.after, layout)} ${parts}` : parts;
}
