/** What `parley` ends with; the table stands in `parley --help` and in the README. */
export const exitCodes = {
  /** Everything was done, and nothing is wrong. */
  done: 0,
  /** It was tried and failed, or faults were found. */
  failed: 1,
  /** The command line, or a file named on it, cannot be used. Nothing was done. */
  usage: 2,
  /** No gateway answers. */
  unreachable: 3,
  /** The gateway refused: token, unknown thing, or a state that does not allow it. */
  refused: 4,
  /** `apply --dry-run` or `apply --check` found differences. */
  differences: 5,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** One line for each exit code, for people. */
export const exitCodeMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [exitCodes.done, "done"],
  [exitCodes.failed, "failed, or faults were found"],
  [exitCodes.usage, "the command line, or a file named on it, cannot be used; nothing was done"],
  [exitCodes.unreachable, "no gateway answers"],
  [exitCodes.refused, "the gateway refused"],
  [exitCodes.differences, "apply --dry-run or --check found differences"],
  [exitCodes.interrupted, "ended by Ctrl-C"],
  [exitCodes.terminated, "ended by SIGTERM"],
];
