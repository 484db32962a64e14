import { describe, expect, it } from "vitest";
import { fileMessage, locationMessage, textMessage } from "../src/index.ts";

describe("messages made by hand", () => {
  it.each([
    ["https://files.example/cats/cat.png", "cat.png"],
    ["https://files.example/a%20b%C3%A9.pdf?download=1#page=2", "a bé.pdf"],
    ["https://files.example/100%.txt", "100%.txt"],
    ["https://files.example/", "file"],
    ["https://files.example/cats/?name=cat.png", "file"],
  ])("take a file's name from %s: %s", (file, name) => {
    expect(fileMessage("document", file)).toEqual({ type: "document", file, file_name: name });
  });

  it("keep a name that is given", () => {
    const message = fileMessage("photo", "https://f.example/1", { file_name: "Ann", file_size: 3 });
    expect(message).toMatchObject({ file_name: "Ann", file_size: 3 });
  });

  it("are plain objects, field for field as they travel", () => {
    expect(textMessage("hi")).toEqual({ type: "text", text: "hi" });
    expect(locationMessage(1, 2, { text: "here" })).toEqual({
      type: "location",
      latitude: 1,
      longitude: 2,
      text: "here",
    });
  });
});
