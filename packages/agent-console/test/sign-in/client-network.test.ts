import { expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { type ConsoleHost, email, password } from "../support/console-host.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const limited = { signInLimit: { attempts: 1, seconds: 60 } };
let guesses = 0;

/** The status for each address behind a proxy, with a wrong password for a new email each time. */
async function statuses(host: ConsoleHost, addresses: readonly string[]): Promise<number[]> {
  const stranger = new ConsoleClient(host.url);
  const seen = [];
  for (const address of addresses) {
    const body = { email: `${(guesses += 1)}@parley.example`, password: "guess" };
    const from = { "x-forwarded-for": address };
    seen.push((await stranger.ask("POST", "/auth/sign-in/email", body, from)).status);
  }
  return seen;
}

const ports = (of: (port: number) => string): string[] =>
  [30_001, 30_002, 30_003, 30_004].map((port) => of(port));

it("wrong passwords of one network are limited, whatever the port that its proxy adds", async () => {
  const { host } = await start(limited);
  const forms = [
    (port: number) => `192.0.2.78:${port}`,
    (port: number) => `[2001:db8:1:2:${port - 30_000}::7]:${port}`,
    (port: number) => `[2001:db8:1:3::7%eth${port - 30_000}]:443`,
    (port: number) => (port % 2 === 0 ? "::ffff:192.0.2.79" : `192.0.2.79:${port}`),
    // Invalid addresses: all of them count for the connection's own address.
    (port: number) => ["unknown", "_hidden", "", `x${port}`][port % 4] ?? "",
  ];
  for (const form of forms) {
    expect([form(1), await statuses(host, ports(form))]).toEqual([form(1), [401, 429, 429, 429]]);
  }
  expect(await statuses(host, ["192.0.2.80:30001", "[2001:db8:1:4::7]:443"])).toEqual([401, 401]);
});

it("sessions show the address without port, as it is usually written", async () => {
  const { host } = await start(limited);
  const addresses = [
    ["192.0.2.7:30001", "192.0.2.7"],
    ["::ffff:192.0.2.8", "192.0.2.8"],
    ["::1", "::1"],
    ["[2001:db8:0:1::7]:443", "2001:db8:0:1::"],
    ["unknown", "127.0.0.1"],
  ] as const;
  const client = new ConsoleClient(host.url);
  for (const [forwarded] of addresses) {
    const from = { "x-forwarded-for": forwarded };
    await client.ask("POST", "/auth/sign-in/email", { email, password }, from);
  }
  const { body } = await client.ask<{ sessions: { address: string }[] }>("GET", "/sessions");
  expect(body.sessions.map(({ address }) => address).sort()).toEqual(
    addresses.map(([, shown]) => shown).sort(),
  );
});
