import { contractVersion } from "@parley/core";
import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "../output/facts.ts";
import { printJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";
import type { AdapterFacts } from "./adapter-facts.ts";
import type { CheckedPackage } from "./checked-package.ts";
import type { OptionRow } from "./option-rows.ts";
import type { TestReport } from "./child-message.ts";

/** Prints what an adapter is, and the results of its suites. */
export class CheckPrinter {
  readonly #context: CommandContext;
  readonly #json: boolean;
  readonly #startedAt = performance.now();
  #passed = 0;
  #failed = 0;
  /** The group whose tests are being counted. */
  #group: { readonly name: string; passed: number } | null = null;

  /** @param json print a JSON text per line: `type: "adapter"`, then `"test"` for each test, then `"summary"` */
  constructor(context: CommandContext, json: boolean) {
    this.#context = context;
    this.#json = json;
  }

  /** Tests that have ended. */
  get count(): number {
    return this.#passed + this.#failed;
  }

  get failed(): number {
    return this.#failed;
  }

  describe(found: CheckedPackage, facts: AdapterFacts, options: readonly OptionRow[]): void {
    const { name, version, directory } = found;
    const contract = { adapter: facts.contract, parley: contractVersion };
    if (this.#json)
      return this.#print({
        type: "adapter",
        name,
        version,
        directory,
        ...facts,
        contract,
        options,
      });
    printFacts(this.#context, [["package", `${name} ${version}`], ...factLines(facts)]);
    if (options.length === 0) return;
    printLine(this.#context);
    new Table(this.#context, columns).print(options);
  }

  add({ path, title, why, durationMs }: TestReport): void {
    if (why === null) this.#passed += 1;
    else this.#failed += 1;
    if (this.#json) {
      const state = why === null ? "passed" : "failed";
      return this.#print({ type: "test", path, title, state, why, durationMs });
    }
    const name = path.join(": ");
    if (this.#group?.name !== name) this.#endGroup(name);
    if (why !== null) this.#tell(title, why);
    else if (this.#group !== null) this.#group.passed += 1;
  }

  /** @param complete whether all tests ran */
  end(complete: boolean): void {
    const durationMs = Math.ceil(performance.now() - this.#startedAt);
    const [passed, failed] = [this.#passed, this.#failed];
    if (this.#json) return this.#print({ type: "summary", passed, failed, complete, durationMs });
    this.#endGroup(null);
    const look = failed > 0 ? "bad" : "faint";
    const early = complete ? "" : " The check ended before all tests had run.";
    printLine(
      this.#context,
      `${passed} passed, `,
      { text: `${failed} failed`, look },
      ` in ${(durationMs / 1_000).toFixed(1)} s.${early}`,
    );
  }

  #endGroup(next: string | null): void {
    if (this.#group === null) printLine(this.#context);
    else if (this.#group.passed > 0) {
      const { name, passed } = this.#group;
      printLine(this.#context, { text: "passed", look: "good" }, `  ${name}: ${passed}`);
    }
    this.#group = next === null ? null : { name: next, passed: 0 };
  }

  #tell(title: string, why: string): void {
    printLine(this.#context, { text: "failed", look: "bad" }, `  ${this.#group?.name}: ${title}`);
    for (const line of why.split("\n")) printLine(this.#context, `${" ".repeat(8)}${line}`);
  }

  #print(value: object): void {
    printJson(this.#context, JSON.stringify(value));
  }
}

const columns: readonly Column<OptionRow>[] = [
  { title: "option", text: ({ name }) => name },
  { title: "type", text: ({ type }) => type },
  { title: "", text: ({ required }) => (required ? "required" : "") },
  { title: "must be", text: ({ description }) => description, flexible: true },
];

function factLines({ instances, ports, doors, contract }: AdapterFacts): readonly Fact[] {
  const told = contract ?? "it tells none";
  const standing = instances.flatMap((instance) => instance.standing);
  const backends = instances.flatMap((instance) => instance.backends);
  return [
    ["instance", instances.map(({ name }) => name).join(", ") || "none"],
    ["contract", `${told}; this parley has ${contractVersion}`],
    ["ports", ports.join(", ")],
    ...listed("doors", doors),
    ...listed("backends", backends),
    ...listed("standing", standing),
  ];
}

function listed(name: string, values: readonly string[]): readonly Fact[] {
  return values.length === 0 ? [] : [[name, values.join(", ")]];
}
