import { Type } from "typebox";
import { expect, it } from "vitest";
import { ParleyError } from "../../src/errors.ts";
import { gatewayOptions } from "../../src/wiring/gateway-options.ts";
import { readOptions } from "../../src/wiring/read-options.ts";

const closed = { additionalProperties: false } as const;
const Options = Type.Object(
  {
    url: Type.String({ minLength: 1 }),
    retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    ratio: Type.Optional(Type.Number()),
    mode: Type.Optional(Type.Enum(["poll", "push"])),
    loud: Type.Optional(Type.Boolean()),
    paths: Type.Optional(Type.Array(Type.String())),
    limits: Type.Optional(
      Type.Record(Type.String(), Type.Object({ ms: Type.Integer({ minimum: 1 }) }, closed)),
    ),
    login: Type.Optional(Type.Object({ token: Type.String() }, closed)),
    lookup: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "a host name or null" }),
    ),
  },
  closed,
);
const url = "https://desk.example";

const faults: readonly [options: unknown, sentence: string][] = [
  [undefined, "the options must be an object."],
  ["desk", "the options must be an object."],
  [{}, "the option url is missing."],
  [{ url: 7 }, "url must be a string that is not empty."],
  [{ url: "" }, "url must be a string that is not empty."],
  [
    { urll: url },
    "there is no option urll. Options: url, retries, ratio, mode, loud, paths, limits, login, lookup.",
  ],
  [{ url, retries: 10 }, "retries must be a whole number from 0 to 9."],
  [{ url, retries: "3" }, "retries must be a whole number from 0 to 9."],
  [{ url, ratio: "3" }, "ratio must be a number."],
  [{ url, mode: "pull" }, "mode must be one of poll, push."],
  [{ url, loud: 1 }, "loud must be true or false."],
  [{ url, paths: "a" }, "paths must be an array."],
  [{ url, paths: ["a", 1] }, "paths.1 must be a string that is not empty."],
  [{ url, limits: { a: 7 } }, "limits.a must be an object."],
  [
    { url, limits: { "a/b~c": { ms: 0 } } },
    "limits.a/b~c.ms must be a whole number of at least 1.",
  ],
  [{ url, limits: { "a/b": { s: 1 } } }, "there is no option limits.a/b.s. Options: ms."],
  [{ url, limits: { a: {} } }, "the option limits.a.ms is missing."],
  [{ url, login: {} }, "the option login.token is missing."],
  [{ url, login: { token: "t", user: "u" } }, "there is no option login.user. Options: token."],
  [{ url, lookup: 3 }, "lookup must be a host name or null."],
];

it("names the wrong option by its path, and what it must be", () => {
  for (const [options, sentence] of faults)
    expect(() => readOptions("desk", Options, options), JSON.stringify(options)).toThrow(
      expect.objectContaining({ code: "invalid-option", message: `desk: ${sentence}` }) as Error,
    );
});

it("gives the options unchanged, also those that are undefined", () => {
  const options = { url, retries: undefined };
  expect(readOptions("desk", Options, options)).toBe(options);
});

it("never quotes a value, which may be a secret", () => {
  const secret = "sk-live-0815";
  const wrong = { url, mode: secret, login: { token: 5, [secret.slice(0, 0)]: secret } };
  try {
    readOptions("desk", Options, wrong);
    expect.unreachable();
  } catch (error) {
    expect(ParleyError.is(error)).toBe(true);
    expect(String(error)).not.toContain(secret);
  }
});

it("checks the options of the gateway itself", () => {
  expect(() => gatewayOptions({ bounds: { inboundLeases: 0 } })).toThrow(
    "gatewayOptions: bounds.inboundLeases must be a whole number of at least 1.",
  );
  expect(() => gatewayOptions({ openWithinMs: -1 })).toThrow(
    "gatewayOptions: openWithinMs must be a whole number from 1 to 600000.",
  );
});
