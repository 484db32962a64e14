/** The ids among `asked` that are none of `known`. */
export function unknownIds(asked: readonly string[], known: readonly string[]): readonly string[] {
  return asked.filter((id) => !known.includes(id));
}

/** The ids given on the command line. An id that nothing has ends the program with 1, because a misspelt run proves nothing. */
export function readChosenIds(
  kind: "sabotage" | "canary",
  asked: readonly string[],
  known: readonly string[],
): ReadonlySet<string> {
  const unknown = unknownIds(asked, known);
  if (unknown.length > 0) {
    for (const id of unknown) process.stderr.write(`There is no ${kind} ${id}.\n`);
    process.exit(1);
  }
  return new Set(asked);
}
