import { describe, expect, it } from "vitest";
import { readChannelFile } from "../../src/apply/channel-file.ts";
import { CommandError } from "../../src/command-error.ts";
import { exitCodes } from "../../src/exit-code.ts";

const read = (text: string) => readChannelFile("channels.yaml", text);

/** All error messages for a file. */
function refusalOf(text: string): readonly string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    expect(error.exitCode).toBe(exitCodes.usage);
    return [error.message, ...error.advice];
  }
  throw new Error("the file was taken");
}

describe("a file of channels", () => {
  it("may leave out what has a default", () => {
    expect(read("channels:\n  - id: shop\n    chatApiUrl: https://shop.example/chat\n")).toEqual([
      {
        id: "shop",
        chatApiUrl: "https://shop.example/chat",
        overflow: "truncate",
        media: "strict",
        dedupe: "window",
        transfer: "content-length",
        acknowledge: "result-ok",
        failureShape: "final",
        typing: "on",
        hiddenErrorCodes: [],
        signed: false,
      },
    ]);
  });

  it("may be JSON, with the createdAt of channels list", () => {
    const text =
      '{"channels":[{"id":"a","chatApiUrl":"https://a.example","createdAt":1,"signed":true}]}';
    expect(read(text)[0]).toMatchObject({ id: "a", signed: true });
    expect(read(text)[0]).not.toHaveProperty("createdAt");
  });

  it("may share settings by anchors and merge keys", () => {
    const text = `channels:
  - &base { id: a, chatApiUrl: https://a.example, acknowledge: any-2xx }
  - <<: *base
    id: b
`;
    expect(read(text).map(({ id, acknowledge }) => [id, acknowledge])).toEqual([
      ["a", "any-2xx"],
      ["b", "any-2xx"],
    ]);
  });

  it("may be empty of channels", () => {
    expect(read("channels: []")).toEqual([]);
  });

  for (const [name, text, expected] of [
    [
      "an unknown knob",
      "channels:\n  - id: a\n    chatApiUrl: https://a.example\n    acknowledgement: any-2xx\n",
      "channels.yaml:4:5: acknowledgement: there is no such setting",
    ],
    [
      "a value that a knob has not",
      "channels:\n  - id: a\n    chatApiUrl: https://a.example\n    media: loose\n",
      "channels.yaml:4:5: media: expected strict or lenient",
    ],
    [
      "error codes that are none",
      "channels:\n  - { id: a, chatApiUrl: https://a.example, hiddenErrorCodes: [1, x] }",
      "channels.yaml:2:45: hiddenErrorCodes: expected a list",
    ],
    [
      "an id twice",
      "channels:\n  - { id: a, chatApiUrl: https://a.example }\n  - { id: a, chatApiUrl: https://b.example }",
      "channels.yaml:3:7: id: a is already in the file",
    ],
    [
      "a key twice",
      "channels:\n  - id: a\n    id: b\n    chatApiUrl: https://a.example\n",
      "channels.yaml:3:5: Map keys must be unique",
    ],
    [
      "an id that is a number",
      "channels:\n  - { id: 42, chatApiUrl: https://a.example }",
      "channels.yaml:2:7: id: expected 1 to 64",
    ],
    [
      "a channel without id",
      "channels:\n  - chatApiUrl: https://a.example\n",
      "channels.yaml:2:5: id is missing",
    ],
    [
      "an address that is none",
      "channels:\n  - { id: a, chatApiUrl: shop.example }",
      "channels.yaml:2:14: chatApiUrl: must be an absolute http or https URL",
    ],
    [
      "something else beside the channels",
      "channels: []\nchanels: []",
      "channels.yaml:2:1: expected nothing here but channels",
    ],
    ["no list", "channels: { a: {} }", "channels.yaml:1:11: channels must be a list"],
    ["no map", "- a", "channels.yaml:1:1: expected channels: and a list below it"],
    ["nothing", "", "channels.yaml:1:1: expected channels: and a list below it"],
    [
      "an entry that is no channel",
      "channels:\n  - shop\n",
      "channels.yaml:2:5: expected a channel",
    ],
    ["what is no YAML", "channels:\n  - id: [a\n", "channels.yaml:3:1: "],
    [
      "two documents",
      "channels: []\n---\nchannels: []",
      "channels.yaml:2:1: a second document begins here: put all channels into one list",
    ],
    ["an unknown tag", "channels: !secret []", "channels.yaml:1:11: Unresolved tag"],
    [
      "an alias to nothing",
      "channels:\n  - *nobody\n",
      "channels.yaml:2:5: its aliases cannot be resolved",
    ],
  ] as const) {
    it(`is refused with line and column for ${name}`, () => {
      const [first] = refusalOf(text);
      expect(first?.slice(0, expected.length)).toBe(expected);
    });
  }

  it("is refused with all of its faults at once, and says that nothing was changed", () => {
    const told = refusalOf(
      "channels:\n  - { id: a!, chatApiUrl: x, media: y }\n  - { id: b, chatApiUrl: z }\n",
    );
    expect(told.map((line) => line.split(": ", 2).join(": "))).toEqual([
      "channels.yaml:2:7: id",
      "channels.yaml:2:15: chatApiUrl",
      "channels.yaml:2:30: media",
      "channels.yaml:3:14: chatApiUrl",
      "Nothing was changed.",
    ]);
  });

  it("is told once to be nested too deep, and in no other words", () => {
    const told = refusalOf(`channels: ${"[".repeat(50_000)}`);
    expect(told).toEqual([
      expect.stringMatching(/^channels\.yaml:1:\d+: lists and maps are nested too deep$/),
      "Nothing was changed.",
    ]);
  });

  it("cannot blow up by aliases of aliases", () => {
    const layers = Array.from({ length: 9 }, (_, n) =>
      n === 0
        ? "a0: &a0 [1]"
        : `a${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(", ")}]`,
    );
    expect(refusalOf(`${layers.join("\n")}\nchannels: [*a8]\n`).join("\n")).toContain(
      "aliases cannot be resolved",
    );
  });
});
