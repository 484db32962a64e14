/** Prints progress on standard error. Standard output has only the tables. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
