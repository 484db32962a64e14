import { Outbox, OwnerListener } from "@parley/core";
import { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Greets the visitor of a conversation that becomes its own, each time that it hears of it. */
export const greetsEveryHandOver = (): ContainerModule => {
  const echo = variant(
    (outbox) => async (event, signal) =>
      receiptOf(await unlessAborted(outbox.send(echoOf(event)), signal)),
  );
  return new ContainerModule(async (options) => {
    await echo.load(options);
    options
      .bind(OwnerListener)
      .toResolvedValue(
        (outbox: Outbox): OwnerListener => ({
          owner: async ({ conversationId, isNewOwner }) => {
            const message = { type: "text", text: "I am taking over" };
            const greeting = { conversationId, idempotencyKey: null, sender: { name: "Echo" } };
            if (isNewOwner) await outbox.send({ ...greeting, message });
            return { outcome: "taken" };
          },
        }),
        [Outbox],
      )
      .inSingletonScope();
  });
};
