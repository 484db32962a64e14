/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Files that would run a script if a browser showed them as pages of the link's origin. */
export const pages: readonly { readonly type: string; readonly content: string }[] = [
  { type: "text/html", content: "<!doctype html><script>alert(1)</script>" },
  {
    type: "image/svg+xml",
    content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  },
  { type: "application/xhtml+xml", content: '<html xmlns="http://www.w3.org/1999/xhtml"/>' },
  { type: "text/xml", content: '<?xml version="1.0"?><a/>' },
  { type: "application/pdf", content: "%PDF-1.7" },
];
