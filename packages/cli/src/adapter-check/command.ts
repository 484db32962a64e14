import { checkContractVersion, ParleyError } from "@parley/core";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { withExamples } from "../input/examples.ts";
import { type JsonOption, withJson } from "../output/json-output.ts";
import { CheckPrinter } from "./check-printer.ts";
import { findPackage } from "./checked-package.ts";
import type { AdapterFacts } from "./adapter-facts.ts";
import { runChild } from "./run-child.ts";

interface CheckOptions extends JsonOption {
  readonly suites: boolean;
}

/** `parley adapter …` */
export function adapterCommand(program: Command, context: CommandContext): void {
  const group = program.command("adapter").description("Tools for people who write an adapter.");
  const command = group
    .command("check")
    .argument("<package>", "path of a package, or the name of one that is installed here")
    .description(
      "Run an adapter's code and suites, and show its ports, doors, options and contract version; exit code 1 when a test fails.",
    )
    .option("--no-suites", "run no suite");
  withExamples(
    withJson(command),
    "parley adapter check ./my-app",
    "parley adapter check ./my-app --no-suites --json",
  );
  command.action((wanted: string, options: CheckOptions) => check(wanted, options, context));
}

async function check(
  wanted: string,
  { suites, json }: CheckOptions,
  context: CommandContext,
): Promise<void> {
  const found = findPackage(wanted, process.cwd());
  const printer = new CheckPrinter(context, json === true);
  let left = 0;
  try {
    for await (const message of runChild(found.check, suites, context.signal)) {
      if (message.type === "tests") left = message.count;
      else if (message.type === "test") {
        left -= 1;
        printer.add(message.test);
      } else {
        checkContract(message.facts);
        printer.describe(found, message.facts, message.options);
      }
    }
  } finally {
    if (printer.count > 0) printer.end(left === 0);
  }
  if (printer.failed > 0) context.endWith(exitCodes.failed);
}

function checkContract({ contract }: AdapterFacts): void {
  if (contract === null) return;
  try {
    checkContractVersion(contract, "The adapter");
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    throw new CommandError(exitCodes.failed, error.message);
  }
}
