import { describe, expect, it } from "vitest";
import { afterInput, afterSave } from "../../page/unsent/forms/form-fields.ts";
import {
  channelFormOf,
  formPlaceOf,
  formsWithoutPlace,
} from "../../page/unsent/forms/form-places.ts";

const kept = (fields: Record<string, string>) => ({ fields, problem: null });

describe("a form that is not saved", () => {
  it("keeps what another tab changed in it beside what is typed here", () => {
    const typed = { name: "media", value: "lenient", saved: "strict" };
    expect(afterInput(undefined, typed)).toEqual(kept({ media: "lenient" }));
    const both = afterInput({ fields: { typing: "off" }, problem: "away" }, typed);
    expect(both).toEqual(kept({ typing: "off", media: "lenient" }));
    expect(afterInput(both ?? undefined, { ...typed, value: "strict" })).toEqual(
      kept({ typing: "off" }),
    );
    expect(afterInput(kept({ media: "lenient" }), { ...typed, value: "strict" })).toBeNull();
  });

  it("is left with what was typed while it was being saved", () => {
    const before = kept({ media: "lenient", typing: "off" });
    expect(afterSave(before, before)).toBeNull();
    expect(afterSave(undefined, before)).toBeNull();
    expect(afterSave(kept({ ...before.fields, typing: "on" }), before)).toEqual(
      kept({ typing: "on" }),
    );
  });

  it("has a page that its role can open, or is dropped", () => {
    const names = ["name", "add-channel", "invitation", channelFormOf("shop/1"), "of another day"];
    expect(names.map((name) => formPlaceOf(name)?.address)).toEqual([
      "#/account",
      "#/add-channel",
      "#/people",
      "#/channel/shop%2F1",
      undefined,
    ]);
    expect(formsWithoutPlace(names, "admin")).toEqual(["of another day"]);
    expect(formsWithoutPlace(names, "agent")).toEqual(names.slice(1));
  });
});
