import { ParleyError } from "@parley/core";
import { describe, expect, it } from "vitest";
import {
  type DocumentObject,
  faultsOf,
  operationsIn,
  type LocatedOperation,
} from "./support/document.ts";
import { failingPorts } from "./support/fake-ports.ts";
import { neverEnding, refusing, unreadableBackups } from "./support/faulty-gateways.ts";
import { furnish } from "./support/furniture.ts";
import { realGateway } from "./support/real-gateway.ts";
import { type AdminAnswer, serve } from "./support/served.ts";

type Served = Awaited<ReturnType<typeof serve>>;

/** The operation's path with ids that do not exist. */
const pathTo = ({ path }: LocatedOperation) => path.replaceAll(/\{[a-zA-Z]+\}/g, "1");

/** A valid request, except for the ids. */
const queries: Readonly<Record<string, string>> = {
  listDeliveries: "?state=failed",
  runDoctor: "?channel=nobody",
};
const bodies: Readonly<Record<string, object>> = {
  addChannel: { id: "new", chatApiUrl: "https://shop.test/" },
  changeChannel: { media: "lenient" },
  eraseVisitor: { channel: "shop", visitor: "v1" },
  startRetention: { olderThanDays: 1 },
  changeOwner: { fence: 0, to: { backend: "default" } },
};
const ask = (served: Served, placed: LocatedOperation): Promise<AdminAnswer> => {
  const id = placed.operation.operationId;
  return served.send(placed.method, pathTo(placed) + (queries[id] ?? ""), bodies[id]);
};

describe("every refusal that the document names for an operation", () => {
  it("is answered by it, in the documented shape, and no other", async () => {
    const real = await realGateway();
    const document = (await real.api.send("GET", "/openapi.json")).json as DocumentObject;
    const operations = operationsIn(document);
    const provoked = new Set<string>();
    const faults: unknown[] = [];
    const note = (id: string, answer: AdminAnswer) => {
      const { code } = (answer.json as { error: { code: number } }).error;
      expect(answer.status).toBe(Math.floor(code / 100));
      faults.push(...faultsOf(document, id, answer).map((fault) => [id, fault]));
      provoked.add(`${id} ${code}`);
    };
    const provokeAll = async (
      chosen: (placed: LocatedOperation) => boolean,
      request: (placed: LocatedOperation) => Promise<AdminAnswer>,
    ) => {
      for (const placed of operations.filter(chosen))
        note(placed.operation.operationId, await request(placed));
    };
    const readsBody = (placed: LocatedOperation) => "413" in placed.operation.responses;
    const says = (status: number) => (placed: LocatedOperation) =>
      status in placed.operation.responses;
    const { api } = real;
    const always = () => true;

    await provokeAll(always, (placed) => api.raw(placed.method, pathTo(placed)));
    await provokeAll(always, (placed) => api.send(placed.method, `${pathTo(placed)}?nobody=1`));
    await provokeAll(readsBody, (placed) =>
      api.sendText(placed.method, pathTo(placed), `"${"x".repeat(70_000)}"`),
    );
    await provokeAll(readsBody, (placed) =>
      api.sendText(placed.method, pathTo(placed), "x", { "content-encoding": "gzip" }),
    );
    await provokeAll(says(404), (placed) => ask(api, placed));

    const guessed = await serve(real.gateway);
    const guess = { headers: { authorization: "Bearer guess" } };
    for (let count = 0; count < 20; count += 1) await guessed.raw("GET", "/status", guess);
    await provokeAll(always, (placed) => guessed.raw(placed.method, pathTo(placed), guess));

    const broken = await serve(failingPorts(new TypeError("inside")));
    await provokeAll(says(500), (placed) =>
      placed.operation.operationId === "listBackups"
        ? unreadableBackups(real)
        : ask(broken, placed),
    );
    const gone = new ParleyError("store-failed", "no disk", { retryable: true });
    const storeless = await serve(failingPorts(gone));
    await provokeAll(
      (placed) => /50302/.test(placed.operation.responses["503"]?.description ?? ""),
      (placed) => ask(storeless, placed),
    );

    const { conversationId, failed, delivered } = await furnish(real);
    const owner = `/conversations/${conversationId}/owner`;
    const [stranger, late] = [
      { fence: 0, to: { backend: "x" } },
      { fence: 7, to: { backend: null } },
    ];
    note("changeOwner", await api.send("POST", owner, stranger));
    note("changeOwner", await api.send("POST", owner, late));
    for (const name of ["earlierNode", "overloaded"] as const)
      note(
        "changeOwner",
        await refusing(real, name).then((one) => one.send("POST", owner, bodies["changeOwner"])),
      );
    note("changeChannel", await api.send("PATCH", "/channels/shop", { nobody: 1 }));
    note("addChannel", await api.send("POST", "/channels", { id: "shop" }));
    note(
      "addChannel",
      await api.send("POST", "/channels", { ...bodies["addChannel"], id: "shop" }),
    );
    note("retryDelivery", await api.send("POST", `/deliveries/${delivered}/retry`));
    await api.send("DELETE", "/channels/shop");
    note("retryDelivery", await api.send("POST", `/deliveries/${failed}/retry`));
    for (const name of ["laneFull", "overloaded"] as const)
      note(
        "retryDelivery",
        await refusing(real, name).then((one) => one.send("POST", "/deliveries/x.1/retry")),
      );
    const conflicting = await refusing(real, "conflict");
    for (const [id, method, path] of [
      ["changeChannel", "PATCH", "/channels/x"],
      ["rotateChannel", "POST", "/channels/x/rotate"],
      ["signChannel", "POST", "/channels/x/signing"],
      ["unsignChannel", "DELETE", "/channels/x/signing"],
    ] as const)
      note(id, await conflicting.send(method, path, {}));
    const full = await refusing(real, "tooManyCount");
    for (const [id, path] of [
      ["rotateChannel", "/channels/x/rotate"],
      ["signChannel", "/channels/x/signing"],
    ] as const)
      note(id, await full.send("POST", path, {}));

    const bare = await serve(real.gateway);
    note("startBackup", await bare.send("POST", "/backups"));
    note("listBackups", await bare.send("GET", "/backups"));
    const busy = await neverEnding(real);
    const stopped = await serve(real.gateway, {
      backupDirectory: real.backupDirectory,
      stopping: AbortSignal.abort(),
    });
    for (const [id, path] of [
      ["startBackup", "/backups"],
      ["startRetention", "/retention"],
    ] as const) {
      const body = bodies[id] ?? {};
      expect(await busy.send("POST", path, body)).toMatchObject({ status: 202 });
      note(id, await busy.send("POST", path, body));
      note(id, await stopped.send("POST", path, body));
    }

    expect(faults).toEqual([]);
    const documented = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ description }) =>
        [...description.matchAll(/\b(\d{5}):/g)].map(
          ([, code]) => `${operation.operationId} ${code}`,
        ),
      ),
    );
    expect([...provoked].toSorted()).toEqual(documented.toSorted());
  });
});
