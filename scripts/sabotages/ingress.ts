import type { Sabotage } from "../contract/sabotage.ts";

const file = "packages/ingress-node/src/ingress-handler.ts";
const answer = "packages/ingress-node/src/answer.ts";
const body = "packages/ingress-node/src/request-body.ts";
const route = "packages/ingress-node/src/route.ts";
const exchanges = "packages/ingress-node/src/connections/exchanges.ts";
const enter = "const entering = this.#admit(exchange, route);";

/** The two endpoints over HTTP (§4.1, §4.2, rulings 1 to 5), and their connections (rulings 3 and 21). */
export const ingressSabotages: readonly Sabotage[] = [
  {
    id: "strangers-told-apart",
    file,
    find: "if (pass === null) return await this.#refuseStranger(exchange);",
    replace: 'if (pass === null) return sendRefusal(response, refuse("unknownChannel"));',
  },
  {
    id: "stranger-400",
    file: "packages/core/src/protocol/refusal-table.ts",
    find: "notFound: row(40401,",
    replace: "notFound: row(40091,",
  },
  {
    id: "path-turned-round",
    file: route,
    find: "const [, channelSecret, channelId, tail] =",
    replace: "const [, channelId, channelSecret, tail] =",
  },
  {
    id: "status-elsewhere",
    file: route,
    find: "(\\/status)?",
    replace: "(\\/state)?",
  },
  {
    id: "slash-refused",
    file: route,
    find: "\\/?$/",
    replace: "$/",
  },
  {
    id: "slashes-accepted",
    file: route,
    find: "\\/?$/",
    replace: "\\/*$/",
  },
  {
    id: "method-after-secret",
    file,
    find: "if (barred !== null) return",
    replace: "if ((await this.#admit(exchange, route)) !== undefined && barred !== null) return",
  },
  {
    id: "method-without-allow",
    file,
    find: "{ allow: allowedMethods[endpoint] }",
    replace: "{}",
  },
  {
    id: "body-before-secret",
    file,
    find: enter,
    replace: `if (Number(request.headers["content-length"]) > messageLimit.bytes) return refuseBody(request, response, messageLimit.refusal);\n  ${enter}`,
  },
  {
    id: "channel-limit-for-strangers",
    file,
    find: enter,
    replace: `await this.#limits.channel?.(\`key-of-\${route.names?.channelId}\`);\n  ${enter}`,
  },
  {
    id: "address-limit-for-all",
    file,
    find: enter,
    replace: `const early = (await this.#limits.stranger?.(this.#options.clientAddress(request))) ?? null;\n  if (early !== null) return sendRefusal(response, early);\n  ${enter}`,
  },
  {
    id: "status-cached",
    file: answer,
    find: '"Cache-Control": "no-store",',
    replace: '"Cache-Control": "max-age=60",',
  },
  {
    id: "status-wrapped",
    file,
    find: "sendAnswer(response, 200, String(await this.#inbox.status(pass)));",
    replace:
      "sendAnswer(response, 200, JSON.stringify({ status: await this.#inbox.status(pass) }));",
  },
  {
    id: "success-202",
    file: answer,
    find: "sendAnswer(response, 200, ok);",
    replace: "sendAnswer(response, 202, ok);",
  },
  {
    id: "answered-before-inbox",
    file,
    find: "const answer = await this.#inbox.accept(pass, body.bytes, this.#contextOf(request));",
    replace:
      "void this.#inbox.accept(pass, body.bytes, this.#contextOf(request));\n    const answer = { accepted: true, warnings: [] } as Awaited<ReturnType<Inbox['accept']>>;",
  },
  {
    id: "warnings-unsaid",
    file,
    find: '{ result: "ok", warnings }',
    replace: '{ result: "ok" }',
  },
  {
    id: "content-type-wanted",
    file: body,
    find: 'const encoding = headers["content-encoding"]',
    replace:
      'if (headers["content-type"] !== "application/json") return refuse("contentEncoding");\n  const encoding = headers["content-encoding"]',
  },
  {
    id: "body-65k",
    file: body,
    find: "bodyLimit(64 * 1_024)",
    replace: "bodyLimit(65 * 1_024)",
  },
  {
    id: "encoding-overlooked",
    file: body,
    find: 'if (encoding !== "" && encoding !== "identity") {',
    replace: 'if (encoding === "never") {',
  },
  {
    id: "retry-after-unsaid",
    file: answer,
    find: 'retryAfterSeconds !== undefined && { "Retry-After"',
    replace: 'retryAfterSeconds === -1 && { "Retry-After"',
  },
  {
    id: "unanswered-unbounded",
    file: exchanges,
    find: "if (unfinished.size > maxUnanswered) socket.destroy();",
    replace: "",
  },
  {
    id: "unread-unbounded",
    file: "packages/ingress-node/src/connections/harden-server.ts",
    find: "server.timeout = bounds.stalledTimeoutMs ?? 30_000;",
    replace: "server.timeout = 0;",
  },
  {
    id: "processed-behind-closing",
    file: "packages/ingress-node/src/connections/answer-order.ts",
    find: "if (socket === null) return new",
    replace: "if (socket === undefined) return new",
  },
  {
    id: "half-closed-unanswered",
    file: exchanges,
    find: "if (isKeptAfterHalfClose(next)) next",
    replace: "if (isKeptAfterHalfClose(socket as never)) next",
  },
];
