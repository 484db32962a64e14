/** A kind of file that its first bytes prove. */
export interface Signature {
  /** The type under which it is served; the others are names that apps give the same bytes. */
  readonly types: readonly [string, ...string[]];
  /** The first one is added to names that have none of them. */
  readonly endings: readonly [string, ...string[]];
  readonly fits: (head: Uint8Array) => boolean;
}

/** How many bytes the signatures need. */
export const headBytes = 64;

/**
 * Pictures, sounds and videos that browsers show in a page. Their bytes run nothing there, whatever else they hold.
 * An own table, since libraries that recognise hundreds of formats parse hostile containers for it.
 */
export const signatures: readonly Signature[] = [
  kind(["image/png"], [".png"], (head) => at(head, 0, "\x89PNG\r\n\x1a\n")),
  kind(["image/jpeg", "image/jpg", "image/pjpeg"], [".jpg", ".jpeg", ".jfif"], (head) =>
    at(head, 0, "\xff\xd8\xff"),
  ),
  kind(["image/gif"], [".gif"], (head) => at(head, 0, "GIF87a") || at(head, 0, "GIF89a")),
  kind(["image/webp"], [".webp"], (head) => at(head, 0, "RIFF") && at(head, 8, "WEBP")),
  kind(["image/avif"], [".avif"], (head) => hasBrand(head, ["avif", "avis"])),
  kind(["audio/mpeg", "audio/mp3"], [".mp3", ".mpga"], isMp3),
  kind(["audio/aac", "audio/aacp", "audio/x-aac"], [".aac"], (head) => {
    return head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
  }),
  kind(["audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave"], [".wav"], (head) => {
    return at(head, 0, "RIFF") && at(head, 8, "WAVE");
  }),
  kind(["audio/flac", "audio/x-flac"], [".flac"], (head) => at(head, 0, "fLaC")),
  kind(["audio/ogg", "audio/opus", "application/ogg"], [".ogg", ".oga", ".opus"], isOgg),
  kind(["video/ogg"], [".ogv", ".ogg"], isOgg),
  kind(["video/webm"], [".webm"], isWebm),
  kind(["audio/webm"], [".weba", ".webm"], isWebm),
  kind(["video/mp4"], [".mp4", ".m4v"], isMp4),
  kind(["audio/mp4", "audio/x-m4a", "audio/m4a"], [".m4a", ".mp4"], isMp4),
  kind(["video/quicktime"], [".mov", ".qt"], (head) => hasBrand(head, ["qt  "])),
];

type Fits = Signature["fits"];

function kind(types: Signature["types"], endings: Signature["endings"], fits: Fits): Signature {
  return { types, endings, fits };
}

function isMp3(head: Uint8Array): boolean {
  if (at(head, 0, "ID3")) return true;
  const second = head[1] ?? 0;
  return head[0] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
}

function isOgg(head: Uint8Array): boolean {
  return at(head, 0, "OggS");
}

function isWebm(head: Uint8Array): boolean {
  return at(head, 0, "\x1a\x45\xdf\xa3") && latin1(head).includes("webm");
}

function isMp4(head: Uint8Array): boolean {
  return hasBrand(head, ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "M4A ", "M4V "]);
}

/** Whether the file type box of an ISO media file names one of these brands. */
function hasBrand(head: Uint8Array, brands: readonly string[]): boolean {
  if (!at(head, 4, "ftyp")) return false;
  const size = new DataView(head.buffer, head.byteOffset, 4).getUint32(0);
  const box = latin1(head.subarray(8, Math.min(size, head.length)));
  return brands.some((brand) => box.includes(brand));
}

function at(head: Uint8Array, offset: number, text: string): boolean {
  return latin1(head.subarray(offset, offset + text.length)) === text;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
