import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminClient } from "../../support/admin-client.ts";
import { Endpoint } from "../../support/endpoint.ts";
import { expiredCertificatePath, FaultyReceivers } from "../../support/faulty-receivers.ts";
import { askAdmin } from "../../support/first-conversation.ts";
import { parley } from "../../support/parley.ts";
import { type Planted, plantedReceivers } from "../../support/planted-receivers.ts";
import type { QuickstartProcess } from "../../support/quickstart-process.ts";
import { QuickstartRuns } from "../../support/quickstart-runs.ts";

interface Finding {
  readonly check: string;
  readonly level: "ok" | "warning" | "fault";
  readonly channelId?: string;
  readonly message: string;
  readonly advice?: string;
}

/** A fault of the gateway itself. */
interface PlantedHere extends Planted {
  readonly plant: (data: string) => void;
}

const change = (file: string, sql: string) => (data: string) => {
  const database = new DatabaseSync(join(data, file));
  database.exec(sql);
  database.close();
};
const warning = (check: string, advice: string, plant: PlantedHere["plant"]) =>
  ({ check, level: "warning", advice, plant }) as const;
const atTheStart = () => undefined;

const plantedHere: Readonly<Record<string, PlantedHere>> = {
  "a database that others may read": warning("sqlite-privacy", "chmod 600", (data) =>
    chmodSync(join(data, "parley.db"), 0o644),
  ),
  "a console whose database others may read": warning("console-privacy", "chmod 600", (data) =>
    chmodSync(join(data, "console.db"), 0o644),
  ),
  "a schema that a newer gateway left": warning(
    "sqlite-schema",
    "newer version",
    change("parley.db", "update parley_schema set version = 99"),
  ),
  "no admin who can sign in": {
    ...warning("console-admins", "backup", change("console.db", `update "user" set banned = 1`)),
    level: "fault",
  },
  "a first password that was printed": warning("console-password", "change it", atTheStart),
  "a console that is reached without TLS": warning("console-url", "https address", atTheStart),
};

const runs = new QuickstartRuns();
const receivers = new FaultyReceivers();
let found: readonly Finding[] = [];
let ended: number;

async function diagnosed(quickstart: QuickstartProcess): Promise<readonly Finding[]> {
  const { code, stdout } = await parley(quickstart, "doctor", "--json");
  ended = code;
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings;
}

beforeAll(async () => {
  const data = runs.freshData();
  const quickstart = await runs.start(data, {
    PARLEY_SHOP_PORT: "0",
    PARLEY_AGENT_PASSWORD: "",
    PARLEY_PUBLIC_URL: "http://chat.example",
    NODE_EXTRA_CA_CERTS: expiredCertificatePath,
  });
  const admin = new AdminClient(quickstart.url, data);
  for (const [id, { plant, knobs }] of Object.entries(plantedReceivers)) {
    const chatApiUrl = await plant(receivers);
    const added = await admin.ask("POST", "/channels", { id, chatApiUrl, ...knobs });
    assert.equal(added.status, 201);
  }
  const { pathname } = new URL(quickstart.firstChannel.ingressUrl);
  const message = { type: "photo", file: "https://shop.example/1.jpg", file_name: "1.jpg" };
  const body = JSON.stringify({ sender: { id: 1 }, message });
  const answer = await fetch(quickstart.url + pathname, { method: "POST", body });
  assert.equal(answer.status, 400);
  for (const { plant } of Object.values(plantedHere)) plant(data);
  found = await diagnosed(quickstart);
});

afterAll(async () => {
  receivers.close();
  await runs.end();
});

describe("parley doctor, on a gateway where all of this is wrong at once", () => {
  it.each(Object.entries(plantedReceivers))(
    "finds what is wrong with the receiver %s, and nothing else there",
    (id, { check, level, advice }) => {
      const troubles = found.filter((one) => one.channelId === id && one.level !== "ok");
      expect(troubles).toMatchObject([{ check, level }]);
      expect(troubles[0]?.advice).toContain(advice);
    },
  );

  it.each(Object.entries(plantedHere))("finds %s", (_what, { check, level, advice }) => {
    const [finding, ...others] = found.filter((one) => one.check === check);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ level });
    expect(finding?.advice).toContain(advice);
  });

  it("finds a visitor's client that sends no `file_size`, and names the knob", () => {
    const finding = found.find(({ check }) => check === "quirk-file-size");
    expect(finding).toMatchObject({ level: "warning", channelId: "shop" });
    expect(finding?.advice).toContain("`media: lenient`");
  });

  it("says for everything that is not well what to do, and ends with 1", () => {
    const troubles = found.filter(({ level }) => level !== "ok");
    expect(troubles.filter(({ advice }) => !advice?.endsWith("."))).toEqual([]);
    expect(ended).toBe(1);
  });

  it("finds none of it on a gateway that is well, and tells when its database is locked", async () => {
    const endpoint = await Endpoint.open();
    const well = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
    await askAdmin(well, "PATCH", { chatApiUrl: endpoint.url });
    const troubles = (await diagnosed(well)).filter(({ level }) => level !== "ok");
    const lock = new DatabaseSync(join(well.dataDirectory, "parley.db"));
    lock.exec("begin immediate");
    const store = (await diagnosed(well)).find(({ check }) => check === "store");
    lock.close();
    await endpoint.close();
    expect(store).toMatchObject({ level: "fault" });
    const planted = [...Object.values(plantedReceivers), ...Object.values(plantedHere)];
    const checks = new Set(planted.map(({ check }) => check));
    expect(troubles.filter(({ check }) => checks.has(check))).toEqual([]);
  });
});
