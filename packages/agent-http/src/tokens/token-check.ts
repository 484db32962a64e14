import { timingSafeEqual } from "node:crypto";
import type { DoorRequest } from "@parley/core";
import { digestOf } from "./issue-token.ts";

/** Whether a request has one of the live tokens. Compares digests, always with all, so that its duration tells nothing. */
export class TokenCheck {
  readonly #digests: readonly Buffer[];

  constructor(digests: readonly string[]) {
    this.#digests = digests.map((digest) => Buffer.from(digest, "hex"));
  }

  passes({ headers }: Pick<DoorRequest, "headers">): boolean {
    const header = headers["authorization"];
    const given = /^Bearer +([\x21-\x7e]+)$/i.exec(typeof header === "string" ? header : "");
    const digest = Buffer.from(digestOf(given?.[1] ?? ""), "hex");
    const matches = this.#digests.filter((one) => timingSafeEqual(one, digest));
    return given !== null && matches.length > 0;
  }
}
