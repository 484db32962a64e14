import { hostileTexts } from "@parley/conformance";
import type { StoredMedia } from "@parley/core";
import { expect, it } from "vitest";
import { agentFileMessage, agentTextMessage } from "../../src/index.ts";

const file: StoredMedia = {
  url: "https://chat.example/media/abc",
  type: "image/png",
  sizeBytes: 740,
  name: "cat.png",
};

it("an agent's text goes to the visitor whole, however long", () => {
  for (const text of [...hostileTexts, "long ".repeat(5_000)])
    expect(agentTextMessage(text)).toEqual({ type: "text", text });
});

it.each([
  ["image/png", "photo"],
  ["image/svg+xml", "document"],
  ["video/mp4", "video"],
  ["audio/ogg", "audio"],
  ["application/pdf", "document"],
  ["", "document"],
])("an agent's file of type %j goes as a %s", (type, kind) => {
  expect(agentFileMessage({ ...file, type })).toEqual({
    type: kind,
    file: file.url,
    file_size: 740,
    file_name: "cat.png",
  });
});

it("an agent's file has the words that were written with it", () => {
  expect(agentFileMessage(file, "Look!")).toMatchObject({ text: "Look!" });
  expect(agentFileMessage(file, " ")).not.toHaveProperty("text");
});
