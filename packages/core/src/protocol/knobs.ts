/** The channel knobs that decide how a body is read; part of `ChannelKnobs`. */
export interface ReadingKnobs {
  /** Whether text past 1000 code points is cut or split (ruling 8). */
  readonly overflow: "truncate" | "split";
  /** Whether media must carry `file_name` and `file_size` (ruling 9). */
  readonly media: "strict" | "lenient";
}

/** The channel knob that decides which answers count as a valid positive response; part of `ChannelKnobs`. */
export interface AcknowledgementKnobs {
  /** Ruling 14. */
  readonly acknowledge: "result-ok" | "affirmative" | "any-2xx";
}
