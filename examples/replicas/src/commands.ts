import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "@parley/quickstart/start-error";
import { askCluster } from "./control/ask-cluster.ts";
import type { StatusShown } from "./control/control-line.ts";

export const usage = `npm run replicas                            starts PostgreSQL, three gateways and a forwarder; Ctrl-C ends all
npm run replicas -- status [--json]         how each node is
npm run replicas -- restart [--program F]   one node after another, to run what is built now, or the program in F
npm run replicas -- replace N               a new node takes the place of node N`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Sends a command to the cluster with this control socket. @throws StartError */
export async function runCommand(words: readonly string[], socketPath: string): Promise<void> {
  const { values, positionals } = parse(words);
  const [command, number, ...more] = positionals;
  const asksForNode = command === "replace";
  if (more.length > 0 || asksForNode !== (number !== undefined)) throw new StartError(usage);
  if (command === "status") return status(socketPath, values.json);
  if (command === "restart") {
    const program =
      values.program === undefined ? "" : `?program=${encodeURIComponent(resolve(values.program))}`;
    return follow(socketPath, `/restart${program}`);
  }
  if (asksForNode) return follow(socketPath, `/replace?node=node-${Number(number)}`);
  throw new StartError(usage);
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { json: { type: "boolean", default: false }, program: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new StartError(usage, error);
  }
}

async function follow(socketPath: string, path: string): Promise<void> {
  for await (const line of askCluster(socketPath, "POST", path)) {
    if (line.type === "told") print(line.text);
  }
}

async function status(socketPath: string, asJson: boolean): Promise<void> {
  for await (const line of askCluster(socketPath, "GET", "/status")) {
    if (line.type !== "status") continue;
    if (asJson) print(JSON.stringify(line.status));
    else for (const row of rowsOf(line.status)) print(row);
  }
}

function rowsOf({ url, nodes }: StatusShown): readonly string[] {
  const rows = nodes.map((node) => {
    const { name, state, underWay, processId, startedAt } = node;
    const facts = [
      name.padEnd(8),
      state.padEnd(9),
      `${underWay} under way`,
      `process ${processId}`,
    ];
    return [...facts, `since ${startedAt}`, node.url].join("  ");
  });
  return [`${url}`, ...rows];
}
