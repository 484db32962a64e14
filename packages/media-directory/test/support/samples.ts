/** A picture of one red pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** Runs in a page: tells the canary, by three ways, that it ran. */
const script = (canary: string) =>
  `globalThis.ran=1;try{new Image().src='${canary}'}catch{};try{fetch('${canary}')}catch{}`;

const page = (canary: string) =>
  `<html><body onload="${script(canary)}"><script>${script(canary)}</script><img src="${canary}"></body></html>`;

const svg = (canary: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${script(canary)}"><script>${script(canary)}</script><image href="${canary}" width="9" height="9"/></svg>`;

/** A file that tries to run. */
export interface Polyglot {
  readonly title: string;
  readonly name: string;
  /** What the agent app says it is. */
  readonly type: string;
  /** What a careless server would call it, so that it runs there. */
  readonly careless: string;
  readonly content: (canary: string) => string | Buffer;
}

export const polyglots: readonly Polyglot[] = [
  {
    title: "a page",
    name: "a.html",
    type: "text/html",
    careless: "text/html",
    content: page,
  },
  {
    title: "a page that says it is text",
    name: "a.txt",
    type: "text/plain",
    careless: "text/html",
    content: page,
  },
  {
    title: "a page of an unknown type",
    name: "a.png",
    type: "application/octet-stream",
    careless: "text/html",
    content: page,
  },
  {
    title: "a picture that is a page too",
    name: "a.png.html",
    type: "image/png",
    careless: "text/html",
    content: (canary) => Buffer.concat([png, Buffer.from(page(canary))]),
  },
  {
    title: "a GIF that is a script too",
    name: "a.gif.js",
    type: "image/gif",
    careless: "text/javascript",
    content: (canary) => `GIF89a=1;/*${"\0".repeat(9)}*/${script(canary)}`,
  },
  {
    title: "a sound that is a page too",
    name: "a.mp3.html",
    type: "audio/mpeg",
    careless: "text/html",
    content: (canary) => `ID3\x04${page(canary)}`,
  },
  {
    title: "a PDF that is a page too",
    name: "a.pdf.html",
    type: "application/pdf",
    careless: "text/html",
    content: (canary) => `%PDF-1.4\n${page(canary)}`,
  },
  {
    title: "an SVG with a script",
    name: "a.svg",
    type: "image/svg+xml",
    careless: "image/svg+xml",
    content: svg,
  },
  {
    title: "XML with a script",
    name: "a.xml",
    type: "text/xml",
    careless: "text/xml",
    content: (canary) =>
      `<?xml version="1.0"?><a><script xmlns="http://www.w3.org/1999/xhtml">${script(canary)}</script></a>`,
  },
  {
    title: "a script",
    name: "a.js",
    type: "text/javascript",
    careless: "text/javascript",
    content: script,
  },
  {
    title: "a stylesheet",
    name: "a.css",
    type: "text/css",
    careless: "text/css",
    content: (canary) => `body{background:url(${canary})}@import url(${canary});`,
  },
];

/** A tenth of a second of silence. */
export const wav = waveOf(Buffer.alloc(800, 0x80));

function waveOf(samples: Buffer): Buffer {
  const head = Buffer.from("RIFF____WAVEfmt ________________________data____", "latin1").subarray(
    0,
    44,
  );
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
