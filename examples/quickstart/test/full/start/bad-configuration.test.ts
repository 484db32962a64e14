import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { QuickstartRuns } from "../../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

describe.concurrent("bad configuration ends with one clear sentence", () => {
  it.each([
    ["PARLEY_PORT", "http", "PARLEY_PORT must be a port number from 0 to 65535."],
    [
      "PARLEY_ALLOW_TARGETS",
      "10.0.0.0/8, a b",
      '"a b" is neither a host, host:port, IP address nor CIDR block.',
    ],
    ["PARLEY_TRUST_PROXY", "somewhere", "PARLEY_TRUST_PROXY must be a number of proxies"],
    ["PARLEY_HOST", "203.0.113.1", "PARLEY_HOST must be an address or name of this machine"],
    ["PARLEY_AGENT_EMAIL", "nobody", "email must be an email address"],
  ])("%s=%s", async (name, value, sentence) => {
    const said = await runs.refused(runs.freshData(), { [name]: value });
    expect(said.trimEnd().split("\n")).toEqual([expect.stringContaining(sentence)]);
  });

  it("a data directory that cannot be made", async () => {
    const file = join(runs.path, "a-file");
    writeFileSync(file, "");
    const said = await runs.refused(join(file, "data"));
    expect(said).toBe(
      `The data directory ${file}/data cannot be made or written (ENOTDIR): set PARLEY_DATA to a directory that is writable for this user.\n`,
    );
  });

  it("a data directory where nobody can make one", async () => {
    const said = await runs.refused("/proc/parley/data");
    expect(said).toContain("The data directory /proc/parley/data cannot be made or written (");
  });

  it("a port that is in use, and nothing is left running", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    const data = runs.freshData();
    try {
      const gatewayPort = await runs.refused(data, { PARLEY_PORT: port });
      expect(gatewayPort).toContain(`Port ${port} on 127.0.0.1 is in use by another process`);
      const shopPort = await runs.refused(data, { PARLEY_SHOP_PORT: port });
      expect(shopPort).toContain("choose the shop's port with PARLEY_SHOP_PORT");
    } finally {
      taken.close();
    }
    await runs.start(data, { PARLEY_PORT: port });
  });

  it("data that another gateway uses, and that one runs on", async () => {
    const data = runs.freshData();
    const first = await runs.start(data);
    expect(await runs.refused(data)).toContain("is in use by process");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it("data that is damaged", async () => {
    const data = runs.freshData();
    mkdirSync(data);
    writeFileSync(
      join(data, "parley.db"),
      "this is no database, and long enough to be seen as none",
    );
    expect(await runs.refused(data)).toContain("is damaged or is not an SQLite database");
  });

  it("tells each thing that is wrong, one sentence each", async () => {
    const said = await runs.refused(runs.freshData(), { PARLEY_PORT: "x", PARLEY_PUBLIC_URL: "y" });
    expect(said.trimEnd().split("\n")).toHaveLength(2);
  });
});
