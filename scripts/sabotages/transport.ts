import type { Sabotage } from "../contract/sabotage.ts";

const guard = "packages/transport-undici/src/target-guard.ts";
const connection = "packages/transport-undici/src/connection.ts";
const dial = "packages/transport-undici/src/dial.ts";
const transport = "packages/transport-undici/src/undici-transport.ts";

/** Outbound HTTP (§4.3, §4.5, §5, rulings 13 to 15 and 20). */
export const transportSabotages: readonly Sabotage[] = [
  {
    id: "http-to-anybody",
    file: guard,
    find: 'return target.secure && (kind === "public" || listed);',
    replace: 'return kind === "public" || listed;',
  },
  {
    id: "http-looked-up",
    file: guard,
    find: "return target?.secure || rules.allowInsecureLoopback ? target : null;",
    replace: "return target;",
  },
  {
    id: "private-permitted",
    file: "packages/transport-undici/src/address.ts",
    find: 'if (range !== "unicast" || address.toString() === hostAgent) {',
    replace: 'if (range === "multicast") {',
  },
  {
    id: "connected-unchecked",
    file: dial,
    find: "if (remoteAddress !== undefined && request.permitsAddress(remoteAddress)) return plain;",
    replace: 'if (remoteAddress !== "") return plain;',
  },
  {
    id: "allow-list-ignored",
    file: guard,
    find: 'return target.secure && (kind === "public" || listed);',
    replace: 'return target.secure && kind === "public";',
  },
  {
    id: "loopback-always",
    file: guard,
    find: 'if (kind === "loopback" && rules.allowInsecureLoopback) {',
    replace: 'if (kind === "loopback") {',
  },
  {
    id: "loopback-never",
    file: guard,
    find: 'if (kind === "loopback" && rules.allowInsecureLoopback) {',
    replace: 'if (kind === "loopback" && !rules.allowInsecureLoopback) {',
  },
  {
    id: "proxy-obeyed",
    file: dial,
    find: "port: target.port,",
    replace: 'port: Number(process.env["http_proxy"]?.split(":")[2] ?? target.port),',
  },
  {
    id: "redirect-followed",
    file: transport,
    find: "return await this.#postInSlot(target, request);",
    replace: `const first = await this.#postInSlot(target, request);
      const moved = first.kind === "response" && first.status === 307;
      return moved ? await this.#postInSlot({ ...target, path: "/elsewhere" }, request) : first;`,
  },
  {
    id: "content-type-plain",
    file: connection,
    find: '"content-type": "application/json"',
    replace: '"content-type": "text/plain"',
  },
  {
    id: "credentials-sent",
    file: connection,
    find: '"user-agent": "parley"',
    replace: '"user-agent": "parley", authorization: "Bearer x"',
  },
  {
    id: "never-chunked",
    file: connection,
    find: 'request.transfer === "chunked" ? chunked(bytes) : bytes;',
    replace: "bytes;",
  },
  {
    id: "always-chunked",
    file: connection,
    find: 'request.transfer === "chunked" ? chunked(bytes) : bytes;',
    replace: "chunked(bytes);",
  },
  {
    id: "unreadable-as-unreachable",
    file: transport,
    find: 'broken: "unreadable-answer",',
    replace: 'broken: "unreachable",',
  },
  {
    id: "body-drips-on",
    file: transport,
    find: 'request.signal.addEventListener("abort", abort, { once: true });',
    replace: "",
  },
];
