import type { MemberState } from "./member.ts";

/** What the forwarder's process tells the one that started it. */
export type ForwarderReport =
  | { readonly type: "listening"; readonly port: number }
  | {
      readonly type: "failed";
      /** Of a system error, such as `EADDRINUSE`. */ readonly code: string;
    }
  | { readonly type: "members"; readonly members: readonly MemberState[] };
