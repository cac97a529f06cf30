/** What the player plays, as the API names it: the detail of a video is one, and a page makes one of a prepared clip. */
export interface SpriteSheets {
  sheets: readonly string[];
  columns: number;
  rows: number;
  tile_width: number;
  tile_height: number;
  /** Seconds of the frame that each tile shows. */
  times: readonly number[];
}

export interface VideoSource {
  id: string;
  name: string;
  /** null while it is being made. */
  proxy: { url: string; rate: string; frames: number; bytes?: number } | null;
  frames_url: string | null;
  peaks_url: string | null;
  poster_url: string | null;
  sprite: SpriteSheets | null;
  /** Frames at which a new shot begins; null while they are not known. */
  cuts: readonly number[] | null;
  has_audio: boolean;
  width: number | null;
  height: number | null;
  /** Said before the first picture; an empty list means nothing to warn of. */
  content_warnings: readonly string[];
}

export interface Cue {
  id: string;
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

export type SpanTone = 'clip' | 'before' | 'after' | 'evidence' | 'quiet';

/** An interval in frames: `first` is in it, `end` is not. */
export interface Span {
  id: string;
  name: string;
  /** Said behind the name, quieter. */
  note?: string;
  tone: SpanTone;
  first: number;
  end: number;
  /** Begins where this other span ends, and shares that edge with it (the turn of a transition). */
  joins?: string;
  /** The name of the shared edge. */
  joinName?: string;
  fixed?: boolean;
}
