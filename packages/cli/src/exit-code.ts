/** Exit codes of `parley`. `parley --help` and the README list them. */
export const exitCodes = {
  /** Success, and no problem found. */
  done: 0,
  /** The operation failed, or a check found problems. */
  failed: 1,
  /** The arguments, or a file they name, are invalid. Nothing was done. */
  usage: 2,
  /** The gateway does not answer. */
  unreachable: 3,
  /** The gateway refused: wrong token, unknown resource, or a conflicting state. */
  refused: 4,
  /** `apply --dry-run` or `apply --check` found differences. */
  differences: 5,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** One line for each exit code, for the help. */
export const exitCodeMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [exitCodes.done, "done"],
  [exitCodes.failed, "failed, or faults were found"],
  [exitCodes.usage, "the command line, or a file named in it, is invalid; nothing was done"],
  [exitCodes.unreachable, "no gateway answers"],
  [exitCodes.refused, "the gateway refused"],
  [exitCodes.differences, "apply --dry-run or --check found differences"],
  [exitCodes.interrupted, "ended by Ctrl-C"],
  [exitCodes.terminated, "ended by SIGTERM"],
];
