const bytesOfRandomness = 16;

/** 128 random bits in hex; unlike `crypto.randomUUID` this also works on a page that was not served securely. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(bytesOfRandomness));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
