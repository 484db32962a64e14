/** What the shop's process tells the one that started it. */
export type ShopReport =
  | { readonly type: "listening" }
  | {
      readonly type: "failed";
      /** Of a system error, such as `EADDRINUSE`. */ readonly code: string;
    };
