import type { MemberState } from "./member.ts";

/** Messages from the forwarder's process to its parent. */
export type ForwarderReport =
  | { readonly type: "listening"; readonly port: number }
  | {
      readonly type: "failed";
      /** Of a system error, such as `EADDRINUSE`. */ readonly code: string;
    }
  | { readonly type: "members"; readonly members: readonly MemberState[] };
