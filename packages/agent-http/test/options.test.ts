import { expect, it } from "vitest";
import { agentHttp, type AgentHttpOptions, issueToken } from "../src/index.ts";
import { readAgentHttpOptions } from "../src/agent-http-options.ts";
import { TokenCheck } from "../src/tokens/token-check.ts";

const { digest } = issueToken();
const secret = `whsec_${"a".repeat(32)}`;
const push = { url: "https://app.example/events", secrets: [secret] };
const wrong = (options: object) => options as AgentHttpOptions;

const mistakes: readonly (readonly [AgentHttpOptions, string])[] = [
  [wrong({}), "the option tokenDigests is missing."],
  [{ tokenDigests: [] }, "tokenDigests must be one or two digests of tokens."],
  [
    { tokenDigests: [digest, digest, digest] },
    "tokenDigests must be one or two digests of tokens.",
  ],
  [
    { tokenDigests: ["secret token"] },
    "tokenDigests.0 must be a SHA-256 digest in lower-case hex.",
  ],
  [wrong({ tokenDigests: [digest], token: "x" }), "there is no option token."],
  [
    { tokenDigests: [digest], push: { ...push, url: "ftp://x" } },
    "push.url must be an http(s) URL without a query.",
  ],
  [
    { tokenDigests: [digest], push: { ...push, url: `${push.url}?a` } },
    "push.url must be an http(s) URL without a query.",
  ],
  [
    { tokenDigests: [digest], push: { ...push, secrets: ["short"] } },
    "push.secrets.0 must be `whsec_` and base64 of at least 24 bytes.",
  ],
  [
    { tokenDigests: [digest], push: { ...push, rejects: [500] } },
    "push.rejects.0 must be a whole number from 400 to 499.",
  ],
  [
    { tokenDigests: [digest], mediaHeaders: { "https://x.example/path": {} } },
    "mediaHeaders must be an object of headers by origin, such as https://files.desk.example.",
  ],
  ...["Bearer x\n", "Bearer x\r\nhost: y", "Bearer €"].map(
    (authorization) =>
      [
        { tokenDigests: [digest], mediaHeaders: { "https://x.example": { authorization } } },
        "mediaHeaders has a header that cannot be sent: a line break at the end of a token, for example.",
      ] as const,
  ),
  [
    { tokenDigests: [digest], mediaHeaders: { "https://x.example": { "a b": "c" } } },
    "mediaHeaders has a header that cannot be sent: a line break at the end of a token, for example.",
  ],
];

it.each(mistakes)("%j: %s", (options, sentence) => {
  const message = expect.stringContaining(`agentHttp: ${sentence}`) as string;
  expect(() => agentHttp(options)).toThrow(
    expect.objectContaining({ code: "invalid-option", message }) as Error,
  );
});

it("an origin that is none is refused, with its place", () => {
  const allowOrigins = ["http://desk.internal:3000", "desk.internal"];
  const message = expect.stringContaining("allowOrigins.1 must be an origin") as string;
  expect(() => agentHttp({ tokenDigests: [digest], allowOrigins })).toThrow(
    expect.objectContaining({ code: "invalid-option", message }) as Error,
  );
});

it("no error quotes a token or a key", () => {
  const options = { tokenDigests: ["secret-0815"], push: { ...push, secrets: ["secret-0815"] } };
  expect(() => agentHttp(options)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("0815") as string }) as Error,
  );
});

it.each([
  ["are not given", {}],
  ["are undefined", { rejects: undefined }],
])("when statuses that refuse for good %s, they are 410 and 422", (_what, more) => {
  const options = wrong({ tokenDigests: [digest], push: { ...push, ...more } });
  expect(readAgentHttpOptions(options).push).toEqual({ ...push, rejects: [410, 422] });
});

it("a token is long, and its digest is what the gateway is given", () => {
  const [one, other] = [issueToken(), issueToken()];
  expect(one.token).toMatch(/^agent_[A-Za-z0-9_-]{43}$/);
  expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(other.token).not.toBe(one.token);
});

it("two tokens are live while the app changes its token, and no third", () => {
  const [one, two, three] = [issueToken(), issueToken(), issueToken()];
  const check = new TokenCheck([one.digest, two.digest]);
  const passes = (authorization: string) => check.passes({ headers: { authorization } });
  expect([one, two, three].map(({ token }) => passes(`Bearer ${token}`))).toEqual([
    true,
    true,
    false,
  ]);
  expect(passes(`bearer ${one.token}`)).toBe(true);
  for (const text of [
    "",
    "Bearer",
    "Bearer ",
    one.token,
    `Basic ${one.token}`,
    `Bearer ${one.digest}`,
    `Bearer ${one.token} x`,
  ])
    expect([text, passes(text)]).toEqual([text, false]);
});
