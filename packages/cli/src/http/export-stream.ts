import { once } from "node:events";
import type { ExportLine } from "@parley/admin-express/api";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { countText } from "../output/count-text.ts";
import { exitCodes } from "../exit-code.ts";
import { printJson } from "../output/json-output.ts";
import { NewFile } from "../output/new-file.ts";
import { plainJson, plainText } from "../output/plain-text.ts";
import { printNotice } from "../output/print-line.ts";

/** The contents of an export. */
interface Exported {
  readonly conversations: number;
  readonly messages: number;
}

/** The target of an export. */
interface ExportFile {
  readonly path: string;
  readonly replace: boolean;
  /** Whether to print the summary as JSON. */
  readonly json: boolean;
}

type Open = () => Promise<AsyncIterable<Uint8Array>>;

/** Copies an export to stdout. @throws CommandError `failed` when it was incomplete */
export async function exportToOutput(context: CommandContext, open: Open): Promise<void> {
  const { stdout, isTerminal, signal } = context;
  await copy(await open(), async (line) => {
    if (!stdout.write(`${isTerminal ? plainText(plainJson(line)) : line}\n`)) {
      await once(stdout, "drain", { signal });
    }
  });
}

/** Copies an export into a file. The file gets its name only when it is complete. @throws CommandError */
export async function exportToFile(
  context: CommandContext,
  open: Open,
  { path, replace, json }: ExportFile,
): Promise<void> {
  const file = await NewFile.create(path, replace);
  const progress = context.progress("Messages", null);
  try {
    const { conversations, messages } = await copy(await open(), (line, count) => {
      progress.update(count);
      return file.write(`${line}\n`);
    });
    await file.keep();
    progress.end();
    if (json) printJson(context, JSON.stringify({ path, conversations, messages }));
    else {
      const held = `${countText(conversations, "conversation")} and ${countText(messages, "message")}`;
      printNotice(context, `${held}: ${path}`);
    }
  } catch (error) {
    progress.end();
    throw error;
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

async function copy(
  source: AsyncIterable<Uint8Array>,
  take: (line: string, messages: number) => Promise<void>,
): Promise<Exported> {
  let messages = 0;
  let last = "";
  try {
    for await (const line of linesOf(source)) {
      // An empty line is only a heartbeat.
      if (line === "") continue;
      if (line.startsWith('{"type":"message"')) messages += 1;
      last = line;
      await take(line, messages);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw cut();
  }
  return endOf(last);
}

function endOf(line: string): Exported {
  const end = line.startsWith('{"type":"end"') ? (JSON.parse(line) as ExportLine) : null;
  if (end?.type !== "end") throw cut();
  return end;
}

function cut(): CommandError {
  return new CommandError(exitCodes.failed, "The export is incomplete: its last line is missing.");
}

/** Splits at line feeds only: JSON strings may contain other line breaks. */
async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
