import { describe, expect, it } from "vitest";
import { fileName } from "../src/copy/file-name.ts";
import { mediaUrl } from "../src/copy/media-url.ts";
import { isShown, mediaType } from "../src/types/media-type.ts";
import { isAllowed } from "../src/types/type-rules.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const box = (brand: string, ...others: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${brand}\0\0\0\0${others.join("")}`,
  );

describe("the type of a file", () => {
  const heads: readonly [said: string, head: Buffer, type: string | null][] = [
    ["image/png", bytes("\x89PNG\r\n\x1a\n..."), "image/png"],
    ["image/jpg", bytes("\xff\xd8\xff\xe0"), "image/jpeg"],
    ["IMAGE/GIF; a=b", bytes("GIF89a=1;alert(1)"), "image/gif"],
    ["image/webp", bytes("RIFF....WEBPVP8 "), "image/webp"],
    ["image/avif", box("avif"), "image/avif"],
    ["image/avif", box("mif1", "miaf", "avif"), "image/avif"],
    ["audio/mpeg", bytes("ID3\x04"), "audio/mpeg"],
    ["audio/mp3", bytes("\xff\xfb\x90\x64"), "audio/mpeg"],
    ["audio/aac", bytes("\xff\xf1\x50\x80"), "audio/aac"],
    ["audio/x-wav", bytes("RIFF....WAVEfmt "), "audio/wav"],
    ["audio/flac", bytes("fLaC"), "audio/flac"],
    ["audio/ogg; codecs=opus", bytes("OggS"), "audio/ogg"],
    ["video/ogg", bytes("OggS"), "video/ogg"],
    ["video/webm", bytes("\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm"), "video/webm"],
    ["audio/webm", bytes("\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm"), "audio/webm"],
    ["video/mp4", box("isom"), "video/mp4"],
    ["audio/mp4", box("M4A "), "audio/mp4"],
    ["video/quicktime", box("qt  "), "video/quicktime"],
    // A kind of picture that it is not, but a picture.
    ["image/png", bytes("\xff\xd8\xff\xe0"), "image/jpeg"],
    ["", bytes("\x89PNG\r\n\x1a\n"), "image/png"],
    ["application/octet-stream", box("isom"), "video/mp4"],
    ["application/octet-stream", bytes("<html>"), "application/octet-stream"],
    ["text/plain", bytes("GIF89a"), "text/plain"],
    ["application/pdf", bytes("<html>"), "application/pdf"],
    ["image/svg+xml", bytes("<svg>"), "image/svg+xml"],
    ["image/png", bytes("<html>"), null],
    ["image/png", bytes("\x89PNG"), null],
    ["image/png", bytes("OggS"), null],
    ["video/webm", bytes("\x1a\x45\xdf\xa3matroska"), null],
    ["video/mp4", bytes("....ftyp<script>"), null],
    ["text/html\nx: y", bytes("a"), "application/octet-stream"],
  ];
  for (const [said, head, type] of heads)
    it(`that is said to be ${JSON.stringify(said)} and begins with ${JSON.stringify(head.toString("latin1"))}: ${type}`, () => {
      expect(mediaType(said, head)).toBe(type);
    });

  it("is shown only when its bytes prove it", () => {
    const shown = heads.filter(([, head, type]) => isShown(type ?? "") && head.includes("<"));
    expect(shown).toEqual([]);
    expect(isShown("image/svg+xml")).toBe(false);
  });

  it("may be allowed or denied, alone or with all of its kind", () => {
    const rules = { allow: ["image/*", "application/pdf"], deny: ["image/gif"] };
    const allowed = ["image/png", "image/gif", "application/pdf", "application/zip", "imagex/png"];
    expect(allowed.filter((type) => isAllowed(type, rules))).toEqual([
      "image/png",
      "application/pdf",
    ]);
  });
});

describe("the name of a file", () => {
  const desk = "https://desk.internal/files";
  const names: readonly [
    { given?: string; disposition?: string; url?: string },
    type: string,
    name: string,
  ][] = [
    [{ given: "a.png", disposition: "attachment; filename=b.png" }, "image/png", "a.png"],
    [{ disposition: 'attachment; filename="b c.pdf"' }, "application/pdf", "b c.pdf"],
    [{ disposition: "inline; filename*=UTF-8''%C3%A4.txt" }, "text/plain", "ä.txt"],
    [{ disposition: 'inline; filename="Ã¤.txt"' }, "text/plain", "ä.txt"],
    [{ disposition: 'inline; filename="ä.txt"' }, "text/plain", "ä.txt"],
    [{ disposition: '";;;=' }, "text/plain", "file"],
    [{ url: `${desk}/c%20d.pdf?token=s3cret#x` }, "application/pdf", "c d.pdf"],
    // The end of a URL may be a token.
    [{ url: `${desk}/t0k3n` }, "image/png", "file.png"],
    [{ url: `${desk}/eyJhbGciOi.eyJzdWIiOi.SflKxwRJSM` }, "image/png", "file.png"],
    [{ url: `${desk}/${"k".repeat(120)}.png` }, "image/png", "file.png"],
    [{ url: `${desk}/%ff.png` }, "image/png", "file.png"],
    // The ending of a shown type is the last one.
    [{ given: "a.png.html" }, "image/png", "a.png.html.png"],
    [{ given: "a.JPEG" }, "image/jpeg", "a.JPEG"],
    [{ given: "../../etc/passwd" }, "text/plain", "_.._etc_passwd"],
    [{ given: "C:\\a.txt" }, "text/plain", "C:_a.txt"],
    [{ given: "a\r\nset-cookie: b.txt" }, "text/plain", "aset-cookie: b.txt"],
    [{ given: "evil\u202egnp.exe" }, "application/octet-stream", "evilgnp.exe"],
    [{ given: "evil\u061cgnp.exe" }, "application/octet-stream", "evilgnp.exe"],
    [{ given: " . .. " }, "text/plain", "file"],
    [{ given: "a\ud800.txt" }, "text/plain", "a\ufffd.txt"],
    [{ given: `${"ä".repeat(300)}.txt` }, "text/plain", `${"ä".repeat(251)}.txt`],
  ];
  for (const [{ given, disposition = "", url = desk }, type, name] of names)
    it(`${JSON.stringify(given ?? (disposition || url))} is ${JSON.stringify(name)}`, () => {
      expect(fileName({ given, disposition, url }, type)).toBe(name);
    });

  it("is left out of a link that would be too long", () => {
    const base = "https://chat.example/media";
    expect(mediaUrl(base, "id", "a b.png")).toBe(`${base}/id/a%20b.png`);
    expect(mediaUrl(base, "id", "ä".repeat(100))).toBe(`${base}/id`);
  });
});
