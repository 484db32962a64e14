import { readFileSync } from "node:fs";
import type { Certificate } from "./behaviour.ts";

/** Made for these receivers; the key protects nothing. */
function read(name: string): string {
  const directory = new URL("../../fixtures/hostile-receiver/", import.meta.url);
  return readFileSync(new URL(`${name}.pem`, directory), "utf8");
}

/** The authority that the gateway is told to trust. */
export const authority = (): string => read("authority");

export function certificateFiles(name: Certificate): {
  readonly cert: string;
  readonly key: string;
} {
  return { cert: read(name), key: read("key") };
}
