import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import type { NodeOptions, NodeReady } from "./parley-node.ts";
import { startDurablePostgres } from "./postgres.ts";
import type { StackOptions, StackReady } from "./stack.ts";

/** Parley on PostgreSQL, with a number of nodes. */
export interface ParleyPostgresOptions extends StackOptions {
  readonly nodes: number;
}

const { nodes: count, receiverPort } = optionsOf<ParleyPostgresOptions>();
const postgres = await startDurablePostgres();
const entry = moduleBeside("./parley-node", import.meta.url);
const nodes: Child<NodeReady>[] = [];
for (let index = 0; index < count; index += 1) {
  const port = nodes[0]?.ready.port ?? 0;
  const { connectionString } = postgres;
  const options: NodeOptions = { connectionString, receiverPort, port };
  nodes.push(await Child.start<NodeReady>(entry, options));
}

serveParent({
  ready: readyOf(nodes),
  answer: async () => {},
  stop: async () => {
    for (const node of nodes) await node.stop();
    await postgres.stop();
  },
});

function readyOf([first]: readonly Child<NodeReady>[]): StackReady {
  if (first === undefined) throw new Error("there is no node");
  const { port, visitorPath } = first.ready;
  if (visitorPath === null) throw new Error("the first node has made no channel");
  // Only the node that received a visitor's event knows the conversation, so an agent's message must go to it.
  return { port, visitorPath, agentPath: count === 1 ? "/agent" : null, pids: [process.pid] };
}
