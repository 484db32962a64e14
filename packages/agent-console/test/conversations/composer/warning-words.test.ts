import { describe, expect, it } from "vitest";
import { warningsInWords } from "../../../page/conversations/composer/warning-words.ts";

describe("a warning about a message that was sent", () => {
  it.each([
    [
      "message.text",
      "Cut to 1000 characters.",
      "The text was too long. Visitors see only its first 1000 characters.",
    ],
    [
      "message.file_name",
      "Cut to 1000 characters.",
      "The file name was too long. Visitors see only its first 1000 characters.",
    ],
    [
      "message.thumb",
      "Dropped: an http(s) URL is expected.",
      "The message was sent without the preview picture, which is not valid.",
    ],
    ["message.future", "Dropped.", "The gateway left out a part of the message."],
  ])("on %s is told in an agent's words", (field, message, words) => {
    expect(warningsInWords([{ field, message }])).toBe(words);
  });
});
