/** A test as `docs/contract.md` names it. */
export interface NamedTest {
  /** Path from the repository's root. */
  readonly file: string;
  /** The last parts of the test's path, joined by " > ". A title that ends in "…" names all tests that start so. */
  readonly title: string;
}

/** A test as Vitest reports it. */
export interface RanTest {
  readonly file: string;
  /** From the outermost `describe` to the test itself. */
  readonly path: readonly string[];
  readonly status: string;
}

/** `file › title`, as it stands in the table. */
export function nameOf({ file, title }: NamedTest): string {
  return `${file} › ${title}`;
}

/** Whether the name covers all tests that start so. */
export function isFamily({ title }: NamedTest): boolean {
  return title.endsWith("…");
}

/** The tests that the name covers: exactly one, unless it ends in "…". */
export function testsNamed(named: NamedTest, ran: readonly RanTest[]): readonly RanTest[] {
  return ran.filter(({ file, path }) => file === named.file && tails(path).some(fits(named)));
}

/** A pattern for `vitest -t` that selects the named tests, and perhaps more. */
export function patternOf(named: readonly NamedTest[]): string {
  return named
    .map(({ title }) => title.replace(/…$/, "").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
}

function tails(path: readonly string[]): readonly string[] {
  return path.map((_, index) => path.slice(index).join(" > "));
}

function fits(named: NamedTest): (tail: string) => boolean {
  if (!isFamily(named)) return (tail) => tail === named.title;
  const beginning = named.title.slice(0, -1);
  return (tail) => tail.startsWith(beginning);
}
