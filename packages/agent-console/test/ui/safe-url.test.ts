import { describe, expect, it } from "vitest";
import { safeUrl } from "../../page/ui/safe-url.ts";

describe("what a visitor sends as an address", () => {
  it("becomes a link or an image when it is http or https", () => {
    expect(safeUrl("https://shop.example/a b")).toBe("https://shop.example/a%20b");
    expect(safeUrl("HTTP://shop.example")).toBe("http://shop.example/");
  });

  it.each([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "JaVaScRiPt:alert(1)//https://",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://shop.example/1",
    "//shop.example",
    "/console/api/me",
    "shop.example",
    "",
    undefined,
    null,
    42,
    {},
  ])("stays text when it is %j", (text) => {
    expect(safeUrl(text)).toBeNull();
  });
});
