import { describe, expect, it } from "vitest";
import { fileNameOf } from "../../src/protocol/messages/file-name.ts";
import type { ReadingKnobs } from "../../src/protocol/knobs.ts";
import { byWord, fromVisitor, messageOf, refusalOf } from "./bodies.ts";

const types = ["video", "audio", "voice", "photo", "sticker", "document"];
const lenient: ReadingKnobs = { ...byWord, media: "lenient" };
const file = { type: "photo", file: "https://a.test/x/p.png", file_size: 1, file_name: "p" };
const place = { type: "location", latitude: 1, longitude: 2 };

const warned = (message: unknown, knobs = byWord): readonly string[] =>
  messageOf(fromVisitor(message), knobs).warnings.map(({ field }) => field);

describe("media (§2.5, ruling 9)", () => {
  it.each(types)("%s is refused without any of its required fields", (type) => {
    for (const name of ["file", "file_name", "file_size"]) {
      for (const value of [undefined, null]) {
        const message = { ...file, type, [name]: value };
        expect(refusalOf(fromVisitor(message))).toEqual(["missingField", `message.${name}`]);
      }
    }
  });

  it("is refused when a required field is invalid", () => {
    const bad = {
      file: [
        "ftp://a.test/p",
        "javascript:x",
        "/p",
        "https://",
        7,
        {},
        `https://a.test/${"p".repeat(2034)}`,
      ],
      file_size: [0, -1, 1.5, "1", true, 2 ** 53],
      file_name: [7, [], {}],
    };
    for (const [name, values] of Object.entries(bad)) {
      for (const value of values) {
        expect(refusalOf(fromVisitor({ ...file, [name]: value }))).toEqual([
          "invalidField",
          `message.${name}`,
        ]);
      }
    }
  });

  it("takes a file URL of 2048 characters and sends it on as it is", () => {
    const url = `http://a.test/${"p".repeat(2034)}`;
    expect(messageOf(fromVisitor({ ...file, file: url })).messages).toEqual([
      { ...file, file: url },
    ]);
  });

  it("drops invalid optional fields with a warning each", () => {
    const bad = {
      thumb: "x",
      emoji: 5,
      duration: 0,
      width: 1.5,
      height: "1",
      text: 5,
      performer: [],
      title: {},
    };
    const envelope = messageOf(fromVisitor({ ...file, ...bad }));
    expect(envelope.messages).toEqual([file]);
    expect(envelope.warnings.map(({ field }) => field)).toEqual(
      Object.keys(bad).map((name) => `message.${name}`),
    );
  });

  it("leaves optional fields out silently when they are null or empty text", () => {
    const message = {
      ...file,
      thumb: null,
      emoji: null,
      duration: null,
      text: "",
      performer: "",
      title: null,
    };
    expect(messageOf(fromVisitor(message))).toMatchObject({ messages: [file], warnings: [] });
  });

  it("drops an optional link or emoji that is empty with a warning: it is no text to leave out", () => {
    const message = { ...file, thumb: "", emoji: "" };
    expect(messageOf(fromVisitor(message)).messages).toEqual([file]);
    expect(warned(message)).toEqual(["message.thumb", "message.emoji"]);
  });

  it("splits its comment alone: other texts are cut with a warning", () => {
    const message = { ...file, title: "t".repeat(1001) };
    const envelope = messageOf(fromVisitor(message), { ...byWord, overflow: "split" });
    expect(envelope.messages).toEqual([{ ...file, title: "t".repeat(1000) }]);
    expect(envelope.warnings).toEqual([
      { field: "message.title", message: "Cut to 1000 characters." },
    ]);
  });

  it("has its comment cut like a text, and its other texts too", () => {
    const long = "😀".repeat(1001);
    const message = { ...file, text: long, title: long, file_name: long };
    const cut = "😀".repeat(1000);
    expect(messageOf(fromVisitor(message)).messages).toEqual([
      { ...file, text: cut, title: cut, file_name: cut },
    ]);
    expect(warned(message)).toEqual(["message.file_name", "message.text", "message.title"]);
  });

  it("carries the media in the first message when its comment is split, and text in the others", () => {
    const envelope = messageOf(fromVisitor({ ...file, text: `${"a".repeat(1000)}b` }), {
      ...byWord,
      overflow: "split",
    });
    expect(envelope.messages).toEqual([
      { ...file, text: "a".repeat(1000) },
      { type: "text", text: "b" },
    ]);
  });
});

describe("location (§2.5, ruling 9)", () => {
  it("reaches from -90 to 90 and from -180 to 180", () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
      [0, 0],
      [1.5, -2.25],
    ]) {
      expect(messageOf(fromVisitor({ ...place, latitude, longitude })).messages).toEqual([
        { type: "location", latitude, longitude },
      ]);
    }
  });

  it("is refused past that, without either, or when one is no number", () => {
    for (const [name, limit] of [
      ["latitude", 90],
      ["longitude", 180],
    ] as const) {
      for (const value of [limit + 0.001, -limit - 0.001, "1", {}]) {
        expect(refusalOf(fromVisitor({ ...place, [name]: value }))).toEqual([
          "invalidField",
          `message.${name}`,
        ]);
      }
      expect(refusalOf(fromVisitor({ ...place, [name]: null }))).toEqual([
        "missingField",
        `message.${name}`,
      ]);
    }
    const infinite =
      '{"sender":{"id":1},"message":{"type":"location","latitude":1e999,"longitude":1}}';
    expect(refusalOf(infinite)).toEqual(["invalidField", "message.latitude"]);
  });
});

describe("the knob media: lenient (ruling 9)", () => {
  it("takes a missing file_name from the URL and lets file_size be unknown", () => {
    const message = { type: "video", file: "https://a.test/x/my%20film.mp4?t=1#s" };
    expect(messageOf(fromVisitor(message), lenient)).toMatchObject({
      messages: [{ ...message, file_name: "my film.mp4" }],
      warnings: [],
    });
  });

  it.each([
    ["https://a.test/", "a.test"],
    ["https://a.test", "a.test"],
    ["https://a.test/dir/", "dir"],
    ["https://a.test/%E0%A4%A", "%E0%A4%A"],
    ["https://a.test/..%2F..%2Fetc%2Fpasswd", "passwd"],
    ["https://a.test/%20", "a.test"],
  ])("finds a name in every URL: %s", (url, name) => {
    const [message] = messageOf(fromVisitor({ type: "photo", file: url }), lenient).messages;
    expect(message).toMatchObject({ file_name: name });
  });

  it("has a name also for what is no URL", () => {
    expect(fileNameOf("no URL")).toBe("file");
    expect(fileNameOf("https://a.test/a/%20%20/")).toBe("a.test");
  });

  it("drops an invalid file_name or file_size with a warning", () => {
    const message = { ...file, file_name: 7, file_size: "big" };
    expect(messageOf(fromVisitor(message), lenient).messages).toEqual([
      { type: "photo", file: file.file, file_name: "p.png" },
    ]);
    expect(warned(message, lenient)).toEqual(["message.file_size", "message.file_name"]);
  });

  it("does not excuse anything else", () => {
    expect(refusalOf(fromVisitor({ ...file, file: "x" }), lenient)).toEqual([
      "invalidField",
      "message.file",
    ]);
    expect(refusalOf(fromVisitor({ ...place, latitude: 91 }), lenient)).toEqual([
      "invalidField",
      "message.latitude",
    ]);
  });
});
