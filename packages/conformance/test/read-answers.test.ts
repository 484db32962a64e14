import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { wantDone } from "../src/want-done.ts";

const src = resolve(import.meta.dirname, "../src");
/** Calls that may be refused. `settle` and `store` of a bench check their own answers. */
const refusable =
  "append|commit|trySettle|visitor|send|sendAgain|redeliver|save|remove|change|rotate|add|erase|accept|purge";
/** A statement that consists of such a call, so its answer is not used. */
const unread = new RegExp(
  `^\\s*(?:(?:for|if) \\(.*\\) )?(?:await|void) (?:[\\w.!]+(?:\\(\\d\\))?)\\.(?:${refusable})\\(`,
);

function unreadIn(text: string): readonly string[] {
  const lines = text.split("\n");
  const isEnd = (line = "") => /[;{}]$|^\s*(?:\/\/|\*|$)/.test(line);
  return lines.filter((line, place) => unread.test(line) && isEnd(lines[place - 1] ?? ";"));
}

describe("what a published rule asks for", () => {
  it("is never left unanswered", () => {
    const files = globSync(
      "{message-store,message-store/owners,owner-store,stores,delivery-store,several-nodes,gateway,agent-app,ingress,quirks}/*.ts",
      {
        cwd: src,
      },
    );
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((path) =>
      unreadIn(readFileSync(join(src, path), "utf8")).map((line) => `${path}: ${line.trim()}`),
    );
    // These check their own answers, or return nothing.
    const own =
      /\b(?:this|rig)\.add\(|await (?:bench\.(?:accept|erase)|app\.erase|bench\.stores\.erasures\.remove)\(/;
    expect(found.filter((line) => !own.test(line))).toEqual([]);
  });

  it.each([
    "    await bench.append(anInboundAppend());",
    "    for (const one of all) await a.commit({ appends: [one] });",
    "      await rig.visitor({ sender: { id: 1 }, message });",
    "    void rig.gateway.outbox.send(request);",
    "    await bench.stores.channels.save(aChannel());",
  ])("would be found: %s", (line) => {
    expect(unreadIn(`  const before = 1;\n${line}\n`)).toHaveLength(1);
    expect(unreadIn(`    const answers = [\n${line.replace(";", ",")}\n`)).toEqual([]);
  });
});

describe("an answer of no", () => {
  it.each([
    ["stale", { appends: [], settlements: ["settled", "stale"] }],
    [
      "unavailable: Error: the lane is locked",
      { status: "unavailable", cause: new Error("the lane is locked") },
    ],
    ["refused", { appends: [{ status: "refused", refusal: "lane-full" }], settlements: [] }],
    ["no", false],
    ["50302", { accepted: false, refusal: { code: 50_302 } }],
    ["conflict", { done: false, refusal: { message: "conflict" } }],
  ] as const)("is told with what was said: %s", (said, answer) => {
    expect(() => wantDone("a call", answer)).toThrow(said);
  });

  it.each([
    [{ appends: [], settlements: ["settled"] }],
    [{ status: "stored" }],
    [true],
    [{ accepted: true }],
    [{ done: true }],
  ] as const)("is none of %j", (answer) => {
    expect(wantDone("a call", answer)).toBe(answer);
  });
});
