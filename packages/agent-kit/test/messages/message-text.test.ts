import { hostileTexts } from "@parley/conformance";
import type { Message } from "@parley/core";
import { describe, expect, it } from "vitest";
import { messageText } from "../../src/index.ts";

const file = {
  file: "https://files.example/cat.png",
  file_size: 1_234_567,
  file_name: "cat.png",
};
/** A text between the characters that isolate it. */
const isolated = (text: string) => `\u2068${text}\u2069`;

describe("a message as text", () => {
  it("is its text, letter for letter, with all its 1000 characters", () => {
    for (const text of [...hostileTexts, "\u{1F469}\u200D\u{1F4BB}".repeat(333)])
      expect(messageText({ type: "text", text })).toBe(text);
  });

  it.each([
    ["photo", "Photo"],
    ["video", "Video"],
    ["audio", "Audio"],
    ["voice", "Voice message"],
    ["document", "File"],
    ["sticker", "Sticker"],
  ] as const)("is the link to a %s with its kind, name and size", (type, kind) => {
    expect(messageText({ type, ...file })).toBe(
      `${kind}: ${isolated("cat.png")}, 1.2 MB\nhttps://files.example/cat.png`,
    );
  });

  it("has what is known of a song or a film, and what the visitor wrote with it", () => {
    const song = { performer: "Ann", title: "Snow", duration: 65, text: "Listen!\nTwice." };
    expect(messageText({ type: "audio", ...file, ...song })).toBe(
      `Audio: ${isolated("cat.png")}, ${isolated("Ann")} – ${isolated("Snow")}, 1:05, 1.2 MB\n` +
        "https://files.example/cat.png\nListen!\nTwice.",
    );
    expect(messageText({ type: "video", ...file, duration: 3_605 })).toContain(", 1:00:05, ");
  });

  it("has no size when none is known", () => {
    const { file_size: _, ...unknown } = file;
    expect(messageText({ type: "photo", ...unknown })).toContain(`${isolated("cat.png")}\nhttps:`);
  });

  it.each([
    [1, "1 byte"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [999_999, "1000 kB"],
    [12_345_678, "12 MB"],
    [5_000_000_000, "5 GB"],
    [Number.MAX_SAFE_INTEGER, "9007 TB"],
  ])("tells %i bytes as %s", (file_size, words) => {
    expect(messageText({ type: "photo", ...file, file_size })).toContain(`, ${words}\n`);
  });

  it("is a sticker's emoji, then its link", () => {
    const sticker = { type: "sticker", ...file, emoji: "😺" } as const;
    expect(messageText(sticker)).toBe(
      `${isolated("😺")} Sticker: ${isolated("cat.png")}, 1.2 MB\nhttps://files.example/cat.png`,
    );
  });

  it("is a link to a map for a location", () => {
    const place = { type: "location", latitude: 52.5, longitude: -13.25 } as const;
    const link =
      "https://www.openstreetmap.org/?mlat=52.500000&mlon=-13.250000#map=16/52.500000/-13.250000";
    expect(messageText(place)).toBe(`Location\n${link}`);
    const named = { ...place, title: "Office", text: "Come in", file: "https://a.example/map" };
    expect(messageText(named)).toBe(
      `Location: ${isolated("Office")}\n${link}\nhttps://a.example/map\nCome in`,
    );
    expect(messageText({ ...place, latitude: 1e-7 })).not.toContain("e-7");
  });

  it("names a type that this version does not know", () => {
    const message = { type: "poll\n", ...file } as unknown as Message;
    expect(messageText(message)).toMatch(/^\u2068poll \u2069: /);
    const bare = { type: "poll" } as unknown as Message;
    expect(messageText(bare)).toBe(isolated("poll"));
  });

  it.each(hostileTexts)("keeps the name %j in its line and its place", (text) => {
    const message = {
      type: "audio",
      ...file,
      file_name: text,
      title: text,
      performer: text,
    } as const;
    const [line = "", link, ...rest] = messageText(message).split(/[\n\r\u2028\u2029]/);
    expect([link, rest]).toEqual(["https://files.example/cat.png", []]);
    const unopened = line.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, "");
    expect(unopened).toBe("Audio: ,  – , 1.2 MB");
    expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  });

  it("writes a link without characters that could hide or reorder it", () => {
    const link = messageText({ type: "photo", ...file, file: "https://a.example/\u202egpj.exe b" });
    expect(link.split("\n")[1]).toBe("https://a.example/%E2%80%AEgpj.exe%20b");
  });
});
