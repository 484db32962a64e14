import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Media } from "../../page/conversations/media/media.tsx";
import { fitted } from "../../page/conversations/media/media-facts.ts";
import { ShowMediaContext } from "../../page/settings/show-media.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";

const file = "https://files.example/x";
const about = { file, file_name: "x.bin", file_size: 1_200_000 };

function shown(fields: Record<string, unknown>, isAllowed = false): string {
  const message = { id: "1", direction: "inbound", state: "delivered", at: 0, ...fields };
  const children = createElement(Media, { message: message as MessageView });
  return renderToStaticMarkup(createElement(ShowMediaContext, { value: isAllowed, children }));
}

describe("a file of a visitor", () => {
  it.each([
    ["photo", "Show picture", "<img"],
    ["sticker", "Show sticker", "<img"],
    ["audio", "Play audio", "<audio"],
    ["voice", "Play voice message", "<audio"],
    ["video", "Play video", "<video"],
  ])(
    "of type %s loads when the agent asks, or where an admin allows it",
    (type, label, element) => {
      const asks = shown({ type, ...about, thumb: "https://thumbs.example/t" });
      expect(asks).toContain(label);
      expect(asks).not.toMatch(/<(?:img|audio|video)|src=/);
      expect(asks).toMatch(element === "<img" ? /thumbs\.example</ : /files\.example · 1\.2 MB</);
      expect(shown({ type, ...about }, true)).toContain(element);
    },
  );

  it("tells its host and size beside the question", () => {
    expect(shown({ type: "photo", ...about })).toContain("files.example · 1.2 MB");
    expect(shown({ type: "photo", ...about, width: 800, height: 600 })).toContain("800 × 600");
  });

  it("that is a document is a link, with a preview only when asked", () => {
    const document = { type: "document", ...about };
    expect(shown(document)).toContain(`href="${file}"`);
    expect(shown(document, true)).not.toContain("<img");
    const thumb = "https://thumbs.example/t";
    expect(shown({ ...document, thumb })).toContain("Show preview");
    expect(shown({ ...document, thumb }, true)).toContain(`src="${thumb}"`);
  });

  it("has no player, picture or link without an http(s) address", () => {
    for (const type of ["photo", "audio", "video", "document"]) {
      const odd = shown({ type, ...about, file: "javascript:alert(1)", thumb: "data:," }, true);
      expect(odd).not.toMatch(/<(?:img|audio|video|a|button)/);
    }
  });

  it("takes no more space than the thread has, in its own shape", () => {
    const limit = { width: 420, height: 320 };
    expect(fitted({ width: 4_000, height: 3_000 }, limit)).toEqual({ width: 420, height: 315 });
    expect(fitted({ width: 10, height: 100_000 }, limit)).toEqual({ width: 1, height: 320 });
    expect(fitted({ width: 30, height: 20 }, limit)).toEqual({ width: 30, height: 20 });
  });
});

describe("a location", () => {
  it("has its coordinates and a link to a map, and loads nothing", () => {
    const place = shown(
      { type: "location", latitude: 52.5, longitude: 13.4, title: "Office" },
      true,
    );
    expect(place).toContain("Office");
    expect(place).toContain("52.50000, 13.40000");
    expect(place).toContain('href="https://www.openstreetmap.org/?mlat=52.5&amp;mlon=13.4');
    expect(place).not.toContain("src=");
  });
});
