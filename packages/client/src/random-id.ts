const bytesOfRandomness = 16;

/** 128 random bits in hex. Unlike `crypto.randomUUID`, it also works on a page without HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(bytesOfRandomness));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
