/** Tells on standard error how far the run is; standard output has the tables alone. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
