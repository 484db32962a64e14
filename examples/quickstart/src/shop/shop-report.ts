/** Messages from the shop's process to its parent. */
export type ShopReport =
  | { readonly type: "listening" }
  | {
      readonly type: "failed";
      /** Of a system error, such as `EADDRINUSE`. */ readonly code: string;
    };
