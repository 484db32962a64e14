import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AddressHint } from "../../page/channels/address-field.tsx";
import { KnobFields } from "../../page/channels/knob-fields.tsx";
import { knobs } from "../../page/channels/knobs.ts";

/** Ids of the texts that describe the field with this test id. */
function describedBy(markup: string, testId: string): string | undefined {
  const [tag = ""] =
    new RegExp(`<(?:input|select)[^>]*data-testid="${testId}"[^>]*>`).exec(markup) ?? [];
  return /aria-describedby="([^"]+)"/.exec(tag)?.[1];
}

describe("the settings of a channel", () => {
  it("each come with a text that helps to choose", () => {
    const markup = renderToStaticMarkup(createElement(KnobFields, {}));
    const names = [...knobs.map(({ name }) => name), "hiddenErrorCodes"];
    expect(names).toHaveLength(8);
    const ids = names.map((name) => describedBy(markup, `knob-${name}`));
    expect(new Set(ids).size).toBe(8);
    for (const id of ids) {
      expect(id).toBeDefined();
      expect(markup).toMatch(new RegExp(`<p id="${id}"[^>]*>[^<]{20,}`));
    }
  });

  it("say in the form's words what is wrong with an address", () => {
    const shown = (state: "ok" | "refused") =>
      renderToStaticMarkup(
        createElement(AddressHint, {
          id: "a",
          verdict: state === "ok" ? { state } : { state, message: "It is private." },
        }),
      );
    expect(shown("refused")).toContain("It is private.");
    expect(shown("refused")).toContain("problem");
    expect(shown("ok")).not.toContain("problem");
  });
});
