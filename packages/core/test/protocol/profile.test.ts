import { describe, expect, it } from "vitest";
import { mergeProfile, profileLimits, readProfile } from "../../src/protocol/senders/profile.ts";

const fieldsWarned = (sender: Record<string, unknown>): readonly string[] =>
  readProfile(sender).warnings.map(({ field }) => field);

describe("profile fields (§2.1, ruling 7)", () => {
  it("are taken as they are", () => {
    const sender = {
      name: " Ann ",
      phone: "+1 (2)",
      email: "not an address",
      photo: "http://a.test/p.png",
      invite: "Hi?",
      url: "no link",
    };
    expect(readProfile({ id: 1, other: {}, ...sender })).toEqual({ profile: sender, warnings: [] });
  });

  it("of a wrong type are dropped with a warning each", () => {
    const sender = { name: {}, phone: 1.5, email: [], photo: 7, invite: true, url: 0 };
    expect(readProfile(sender).profile).toEqual({});
    expect(fieldsWarned(sender)).toEqual(Object.keys(sender).map((name) => `sender.${name}`));
  });

  it("say nothing, silently, when absent, null or blank", () => {
    expect(readProfile({ name: null, phone: "", email: " \n", photo: "", invite: null })).toEqual({
      profile: {},
      warnings: [],
    });
  });

  it.each([
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "//a.test/p",
    "a.test",
    " http://a.test",
    "ftp://a.test",
    "http://",
    "https://a\n.test",
    "https://a.test/\t",
    "https://a.test/\u007f",
    "https://a.test/\u0000",
  ])("lose a photo that is no http(s) URL: %j", (photo) => {
    expect(readProfile({ photo }).profile).toEqual({});
    expect(fieldsWarned({ photo })).toEqual(["sender.photo"]);
  });

  it("are cut with a warning past their limits, by code points", () => {
    for (const name of ["name", "phone", "email", "invite", "url"] as const) {
      const fitting = "😀".repeat(profileLimits[name]);
      expect(readProfile({ [name]: fitting })).toEqual({
        profile: { [name]: fitting },
        warnings: [],
      });
      expect(readProfile({ [name]: `${fitting}!` }).profile).toEqual({ [name]: fitting });
      expect(fieldsWarned({ [name]: `${fitting}!` })).toEqual([`sender.${name}`]);
    }
  });

  it("lose the end of a photo past 2048 characters", () => {
    const photo = `https://a.test/${"p".repeat(2033)}`;
    expect(readProfile({ photo }).profile).toEqual({ photo });
    expect(readProfile({ photo: `${photo}p` }).profile).toEqual({ photo });
    expect(fieldsWarned({ photo: `${photo}p` })).toEqual(["sender.photo"]);
  });

  it("take a numeric phone as text", () => {
    expect(readProfile({ phone: 380501234567 })).toEqual({
      profile: { phone: "380501234567" },
      warnings: [],
    });
  });

  it("take a number as text in no other field, and no phone past the safe integers", () => {
    expect(readProfile({ name: 5, email: 5, invite: 5, url: 5, phone: 2 ** 53 }).profile).toEqual(
      {},
    );
  });

  it("take a photo with a space in it: links are passed on as they are", () => {
    const photo = "https://a.test/my photo.png";
    expect(readProfile({ photo })).toEqual({ profile: { photo }, warnings: [] });
  });

  it("are made well-formed", () => {
    expect(readProfile({ name: "A\ud83d" }).profile).toEqual({ name: "A\ufffd" });
  });

  it("are warned about in words that say what happened and what is expected", () => {
    const { warnings } = readProfile({ name: 5, email: "e".repeat(256), photo: "x" });
    expect(warnings).toEqual([
      { field: "sender.name", message: "Dropped: a string is expected." },
      { field: "sender.email", message: "Cut to 255 characters." },
      {
        field: "sender.photo",
        message: 'Dropped: a URL that starts with "http://" or "https://" is expected.',
      },
    ]);
  });

  it("never quote a value in a warning", () => {
    const canary = "canary-7f3a";
    const text = JSON.stringify(
      readProfile({ photo: canary, name: [canary], email: canary.repeat(99) }).warnings,
    );
    expect(text).not.toContain(canary);
  });

  it("replace earlier values, and change nothing by their absence", () => {
    expect(mergeProfile({ name: "A", phone: "1" }, { phone: "2", url: "u" })).toEqual({
      name: "A",
      phone: "2",
      url: "u",
    });
  });
});
