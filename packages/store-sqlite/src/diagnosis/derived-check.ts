import { statSync } from "node:fs";
import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";
import { inThread } from "../backup/copy-thread.ts";
import { codeOf, isDamage } from "../connection/store-error.ts";
import { derivedData } from "./derived-data.ts";
import type { Disagreement } from "./inspect-file.ts";

/** A check of a file up to this size takes about a second. */
const checkedBytes = 64 * 1024 * 1024;
/** The doctor waits five seconds for all findings of the store. */
const limitMs = 4_000;
const mebibyte = 1024 * 1024;

// One transaction reads one state of the file, whatever is committed meanwhile. The checks read by the indexes.
const program = `
const file = new Sqlite(data.path, { readonly: true, fileMustExist: true });
file.exec("begin");
const told = file.prepare("pragma integrity_check").pluck().all().filter((line) => line !== "ok");
answer([
  { name: "indexes or pages", rows: told.length },
  ...(told.length > 0 ? [] : data.checks).map(({ name, wrong }) => ({ name, rows: file.prepare(wrong).get().n })),
]);
file.close();
`;

const check = "sqlite-derived";
const repairAdvice = "Stop the gateway, make a copy of its directory, and run `parley repair`.";

/** Checks indexes, counts and other derived data in a thread, one check at a time. */
export class DerivedCheck {
  readonly #path: string;
  readonly #onEnd: () => void;
  #running: Promise<Finding> | null = null;

  /** `onEnd`: called when the thread has ended, which reads the file until then. */
  constructor(path: string, onEnd: () => void) {
    this.#path = path;
    this.#onEnd = onEnd;
  }

  /** Whether derived data agree with the rows that they come from. Never rejects. */
  async finding(signal: AbortSignal): Promise<Finding> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    this.#running ??= this.#run(limited);
    return Promise.race([this.#running, lateFinding(limited)]);
  }

  async #run(signal: AbortSignal): Promise<Finding> {
    try {
      return await findingOf(this.#path, signal);
    } catch (error) {
      return failedFinding(error, signal);
    } finally {
      this.#running = null;
      this.#onEnd();
    }
  }
}

async function findingOf(path: string, signal: AbortSignal): Promise<Finding> {
  const { size } = statSync(path);
  if (size > checkedBytes) {
    return okFinding(
      check,
      `The file has ${Math.floor(size / mebibyte)} MB, too much for a check while it is in use. Stop the gateway and run \`parley repair --check\` to check it.`,
    );
  }
  const checks = derivedData.map(({ name, wrong }) => ({ name, wrong }));
  const found = await inThread<readonly Disagreement[]>(program, { path, checks }, signal);
  const wrong = found.filter(({ rows }) => rows > 0);
  if (wrong.length === 0) return okFinding(check, "Indexes and counts agree with the messages.");
  const names = wrong.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  return faultFinding(
    check,
    `Some of what is computed from messages disagrees with them: ${names}.`,
    repairAdvice,
  );
}

function failedFinding(error: unknown, signal: AbortSignal): Finding {
  if (signal.aborted) return slowFinding();
  const code = codeOf(error);
  if (isDamage(code))
    return faultFinding(check, `The file has a damaged page (${code}).`, repairAdvice);
  return faultFinding(
    check,
    `Indexes and counts could not be checked (${code}).`,
    "Look up the code in docs/errors.md, and read the gateway's log from before.",
  );
}

/** A thread ends after its running statement, which may take longer than the doctor waits. */
function lateFinding(signal: AbortSignal): Promise<Finding> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(slowFinding());
    signal.addEventListener("abort", () => resolve(slowFinding()), { once: true });
  });
}

function slowFinding(): Finding {
  return warningFinding(
    check,
    "Indexes and counts could not be checked in time.",
    "Look at the machine's load and disk, and ask again. `parley repair --check` checks a stopped gateway.",
  );
}
