import { describe, expect, it } from "vitest";
import { isKey, keyPlaces, keysIn, keyTable } from "../../page/keyboard/key-table.ts";
import { pageItems, paletteMatches } from "../../page/keyboard/palette-items.ts";

const press = { key: "", ctrlKey: false, metaKey: false, altKey: false };

describe("the table of keys", () => {
  it("names each key once at a place, and shows every row", () => {
    const all = keyPlaces.flatMap((place) => {
      const shown = keysIn(place, false);
      const keys = shown.flatMap((row) => row.keys);
      expect(new Set(keys).size).toBe(keys.length);
      return shown;
    });
    expect(all).toHaveLength(Object.keys(keyTable).length);
    expect(all).toContainEqual({ does: "Next conversation", keys: ["↓", "j"] });
  });

  it("knows a key by its modifiers, and shows those of the machine", () => {
    expect(isKey({ ...press, key: "k", ctrlKey: true }, "palette")).toBe(true);
    expect(isKey({ ...press, key: "k", metaKey: true }, "palette")).toBe(true);
    expect(isKey({ ...press, key: "k" }, "palette")).toBe(false);
    expect(isKey({ ...press, key: "k" }, "previousConversation")).toBe(true);
    expect(isKey({ ...press, key: "/", altKey: true }, "search")).toBe(false);
    expect(keysIn("Everywhere", true)[0]?.keys).toEqual(["⌘ K"]);
    expect(keysIn("Everywhere", false)[0]?.keys).toEqual(["Ctrl K"]);
  });
});

describe("the palette", () => {
  it("finds by any part of a name, the beginning first, and offers agents no admin's page", () => {
    const found = (query: string) =>
      paletteMatches(pageItems("admin"), query).map(({ label }) => label);
    expect(found("CHANN")).toEqual(["Channels", "Add a channel"]);
    expect(found("a add")).toEqual(["Add a channel"]);
    expect(found("'\"%\\😀")).toEqual([]);
    expect(paletteMatches(pageItems("agent"), "").map(({ label }) => label)).toEqual([
      "Inbox",
      "Replies",
      "My account",
    ]);
  });
});
