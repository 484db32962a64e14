import { describe, expect, it } from "vitest";
import { commandFirst } from "../../src/input/option-order.ts";

describe("options before the command", () => {
  for (const [given, ordered] of [
    ["--json status", "status --json"],
    ["--url http://a.example status", "status --url http://a.example"],
    [
      "--url=http://a.example --token t channels list",
      "channels list --url=http://a.example --token t",
    ],
    ["channels --data ./d list", "channels list --data ./d"],
    ["--json channels set shop --media lenient", "channels set shop --json --media lenient"],
  ] as const) {
    it(`${given} is ${ordered}`, () => {
      expect(commandFirst(given.split(" "))).toEqual(ordered.split(" "));
    });
  }

  it("stay in place after an option of the command, whose value they could be", () => {
    const words = ["conversations", "list", "--visitor", "--json"];
    expect(commandFirst(words)).toEqual(words);
  });

  it("mean nothing without a command", () => {
    expect(commandFirst(["--url", "http://a.example", "--help"])).toEqual(["--help"]);
    expect(commandFirst(["--json"])).toEqual([]);
    expect(commandFirst(["--url"])).toEqual([]);
  });

  it("of other names are left to the command", () => {
    expect(commandFirst(["--urls", "a", "status"])).toEqual(["--urls", "a", "status"]);
    expect(commandFirst(["--", "--json"])).toEqual(["--", "--json"]);
  });
});
