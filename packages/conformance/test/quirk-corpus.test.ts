import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { quirks } from "../../core/src/engine/quirks/quirk-table.ts";
import { receiverQuirks } from "../src/quirks/receiver-quirks.ts";
import { visitorQuirks } from "../src/quirks/visitor-quirks.ts";

const directory = new URL("../samples/quirks/", import.meta.url);
const namesIn = (side: "visitor" | "receiver") =>
  readdirSync(new URL(side, directory)).map((name) => name.replace(/\.http$/, ""));
const read = (name: string) =>
  readFileSync(new URL(`${name}.http`, directory))
    .toString("latin1")
    .split("\r\n\r\n");

describe("the corpus of quirks", () => {
  it("has a row for every quirk that the doctor knows, and for no other", () => {
    const checks = new Set(visitorQuirks.map(({ check }) => check));
    const known = Object.keys(quirks).map((name) => `quirk-${name}`);
    expect([...checks].toSorted()).toEqual(known.toSorted());
  });

  it("plays every sample", () => {
    const played = visitorQuirks.flatMap(({ check, sample, samples }) =>
      Array.from(
        { length: samples },
        (_, index) => `${sample ?? check.replace("quirk-", "")}.${index + 1}`,
      ),
    );
    expect(namesIn("visitor").toSorted()).toEqual(played.toSorted());
    const answered = [...receiverQuirks.map(({ sample }) => sample), "result-ok"];
    expect(namesIn("receiver").toSorted()).toEqual(answered.toSorted());
  });

  it("has samples whose length is as they say", () => {
    const names = [
      ...namesIn("visitor").map((name) => `visitor/${name}`),
      ...namesIn("receiver").map((name) => `receiver/${name}`),
    ];
    expect(names.length).toBeGreaterThan(25);
    const wrong = names.filter((name) => {
      const [head = "", body = ""] = read(name);
      const told = /^content-length: (\d+)/im.exec(head)?.[1];
      return told !== undefined && Number(told) !== body.length;
    });
    expect(wrong).toEqual([]);
  });
});
