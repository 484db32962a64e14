import { eventually } from "./eventually.ts";
import type { realGateway } from "./real-gateway.ts";
import { poison } from "./real-gateway.ts";

type Real = Awaited<ReturnType<typeof realGateway>>;

/** Ids that `furnish` created. */
export interface Furniture {
  readonly conversationId: string;
  /** A failed delivery. */
  readonly failed: string;
  /** A successful delivery. */
  readonly delivered: string;
  /** Sequence of the conversation's dead letter. */
  readonly deadLetter: number;
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly kind: string;
  readonly sequence: number;
}

/** A channel, a conversation with a reply, a reply that failed, a dead letter. */
export async function furnish({ api, addChannel, say, reply, receiver }: Real): Promise<Furniture> {
  const random = await addChannel("shop");
  const conversationId = await say("shop", random, 42, "Hello");
  const deliveries = async () => {
    const { json } = await api.send("GET", `/deliveries?conversation=${conversationId}`);
    return (json as { deliveries: readonly Shown[] }).deliveries;
  };
  const settled = (kind: string, state: string) =>
    eventually(async () =>
      (await deliveries()).find((one) => one.kind === kind && one.state === state),
    );
  await reply(conversationId, "Welcome");
  const delivered = await settled("outbound", "delivered");
  receiver.answer = '{"error":{"code":7,"message":"nobody is here"}}';
  await reply(conversationId, "Anybody?");
  const failed = await settled("outbound", "failed");
  receiver.answer = '{"result":"ok"}';
  await say("shop", random, 42, poison);
  const dead = await settled("inbound", "failed");
  return { conversationId, failed: failed.id, delivered: delivered.id, deadLetter: dead.sequence };
}
