import { describe, expect, it } from "vitest";
import { bytesOf } from "../../../page/conversations/composer/media/file-size.ts";
import {
  addressProblem,
  kindOf,
  nameIn,
  newMedia,
} from "../../../page/conversations/composer/media/media-address.ts";
import {
  type MediaDraft,
  withFacts,
  withField,
} from "../../../page/conversations/composer/media/media-change.ts";
import { mediaMessageOf } from "../../../page/conversations/composer/media/media-message.ts";
import { placeIn } from "../../../page/conversations/composer/media/place-text.ts";

describe("a typed size", () => {
  it.each([
    ["12", 12],
    ["1200 bytes", 1_200],
    ["1.4 MB", 1_400_000],
    ["1,4mb", 1_400_000],
    [" 350 KB ", 350_000],
    ["2 MiB", 2_097_152],
    ["1 400 kB", 1_400_000],
    ["0.0006 kB", 1],
    ["1.4", null],
    ["0", null],
    ["-5 KB", null],
    ["big", null],
    ["5 bananas", null],
    ["", null],
    ["9".repeat(40), null],
  ])("%j is %j bytes", (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes);
  });
});

describe("an address that is being typed", () => {
  it.each(["", "h", "https", "https://", "http://shop.example/a", "https://shop.example/ä.png?x"])(
    "%j is not wrong",
    (text) => expect(addressProblem(text)).toBeNull(),
  );

  it.each([
    ["ftp://shop.example/a", "begins with https"],
    ["javascript:alert(1)", "begins with https"],
    ["shop.example/a.png", "begins with https"],
    ["https://shop.example/a b.png", "no spaces"],
    ["https://shop.example/\u202egnp.a", "invisible"],
    ["https://:", "not a complete address"],
    ["https://ada:secret@shop.example/", "password"],
    [`https://shop.example/${"a".repeat(2_048)}`, "too long"],
  ])("%j gets a sentence", (text, words) => {
    expect(addressProblem(text)).toContain(words);
  });

  it("names the file and its kind", () => {
    expect(nameIn("https://shop.example/a/My%20shelf.PNG?w=3#x")).toBe("My shelf.PNG");
    expect(nameIn("https://shop.example/")).toBe("");
    expect(nameIn("https://shop.example/%ff.png")).toBe("%ff.png");
    expect(["a.PNG", "a.mp4", "a.mp3", "a.opus", "a.pdf", ""].map(kindOf)).toEqual([
      "photo",
      "video",
      "audio",
      "voice",
      "document",
      "document",
    ]);
  });
});

const filled = (media: MediaDraft, fields: Readonly<Record<string, string>>): MediaDraft =>
  Object.entries(fields).reduce((draft, [name, value]) => withField(draft, name, value), media);
const address = { file: "https://shop.example/shelf.png" };

describe("the form for a file", () => {
  it("guesses name and kind from the address, until the agent chooses them", () => {
    const guessed = filled(newMedia, address);
    expect(guessed).toEqual({ type: "photo", fields: { ...address, file_name: "shelf.png" } });
    const other = { file: "https://shop.example/tune.mp3" };
    expect(filled(guessed, other).type).toBe("audio");
    expect(filled({ ...guessed, type: "sticker" }, other).type).toBe("sticker");
    const named = withField(guessed, "file_name", "My shelf.pdf");
    expect(named.type).toBe("document");
    expect(filled(named, other).fields["file_name"]).toBe("My shelf.pdf");
  });

  it("makes a message of it, with what the look told; of another address nothing is known", () => {
    const looked = withFacts(filled(newMedia, address), { width: 20, height: 10, bytes: 321 });
    const message = { ...address, type: "photo", file_name: "shelf.png", width: 20, height: 10 };
    expect(mediaMessageOf(looked)).toEqual({ ok: true, message: { ...message, file_size: 321 } });
    const other = withField(looked, "file", "https://shop.example/door.png");
    expect(other.fields).toEqual({ file: "https://shop.example/door.png", file_name: "door.png" });
    const typed = withFacts(filled(newMedia, { ...address, file_size: "1 KB", text: " hi " }), {
      width: null,
      height: null,
      bytes: null,
    });
    expect(mediaMessageOf(typed)).toMatchObject({ message: { file_size: 1_000, text: "hi" } });
  });

  it("sends nothing without address, name and size, and says why", () => {
    const problemsOf = (media: MediaDraft): readonly string[] => {
      const result = mediaMessageOf(media);
      return result.ok ? [] : Object.entries(result.problems).map((each) => each.join(": "));
    };
    expect(problemsOf(newMedia)).toEqual([
      "file: Enter the address of the file.",
      "file_name: Give the file a name, such as photo.jpg.",
      expect.stringMatching(/^file_size: Enter the size: without it/),
    ]);
    expect(problemsOf(filled(newMedia, { ...address, file_size: "1.4" }))).toEqual([
      "file_size: Enter the size with its unit, such as 1.4 MB or 350 KB.",
    ]);
    const long = { ...address, file_size: "1 MB", text: "a".repeat(1_001) };
    expect(problemsOf(filled(newMedia, long))).toEqual([
      "text: The comment has 1001 characters; at most 1000 are possible.",
    ]);
    expect(
      problemsOf(filled(newMedia, { ...address, file: "https://", file_size: "1" }))[0],
    ).toContain("not a complete address");
  });
});

describe("the form for a place", () => {
  it("takes degrees with a comma or a point, and a pair as maps copy it", () => {
    const place = { type: "location", fields: { latitude: "52,5", longitude: "-13.4", file: "x" } };
    expect(mediaMessageOf(place)).toEqual({
      ok: true,
      message: { type: "location", latitude: 52.5, longitude: -13.4 },
    });
    expect(placeIn("52.52, 13.405")).toEqual({ latitude: "52.52", longitude: "13.405" });
    expect([placeIn("52.52"), placeIn("a, b")]).toEqual([null, null]);
    const far = mediaMessageOf({ type: "location", fields: { latitude: "91", longitude: "" } });
    expect(far).toEqual({
      ok: false,
      problems: {
        latitude: "The latitude is a number from -90 to 90.",
        longitude: "Enter the longitude.",
      },
    });
  });
});
