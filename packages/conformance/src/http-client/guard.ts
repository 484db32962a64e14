import { want } from "../want.ts";
import { loopbackSpellings } from "../transport/guard.ts";
import { HttpApp } from "./http-app.ts";
import type { HttpClientCheck } from "./http-client-trial.ts";

/** A client that is right connects to none of them. */
const privateUrls = [
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://2852039166/",
  "https://[::ffff:169.254.169.254]/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://10.0.0.1/",
  "https://10.1/",
  "https://172.16.0.1/",
  "https://192.168.0.1/",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://[2002:a00:1::]/",
  "http://8.8.8.8/",
  "ftp://8.8.8.8/",
  "https://user:password@8.8.8.8/",
  "file:///etc/passwd",
  "data:,x",
  "",
];

/** Names of the suite, whose addresses are not all public. */
export const privateNames: Readonly<Record<string, readonly string[]>> = {
  "loopback.test": ["127.0.0.1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "private.test": ["10.0.0.1"],
  "metadata.test": ["169.254.169.254"],
  "local.test": ["fd00::1"],
  "mixed.test": ["8.8.8.8", "127.0.0.1"],
  "mixed-again.test": ["2606:4700::1111", "192.168.0.1"],
};

/** The address guard (ruling 20), and the origins that a host allows. */
export function guardRules(check: HttpClientCheck): void {
  check("an address that is not public is a forbidden target, however it is written", (trial) =>
    withCanary(async (port) => {
      for (const spelling of loopbackSpellings) {
        const url = spelling.replace("PORT", String(port));
        want(url, await trial.say(url, { allowOrigins: [] }), "http-forbidden-target");
      }
      for (const url of privateUrls)
        want(url, await trial.say(url, { allowOrigins: [] }), "http-forbidden-target");
    }),
  );

  check("a name with one address that is not public is a forbidden target", (trial) =>
    withCanary(async (port) => {
      for (const host of Object.keys(privateNames)) {
        const url = `https://${host}:${port}/`;
        want(url, await trial.say(url, { allowOrigins: [] }), "http-forbidden-target");
      }
    }),
  );

  check(
    "an allowed origin may be private and without TLS, in every spelling of it",
    async (trial) => {
      const { port, url } = trial.app;
      const named = `http://loopback.test:${port}`;
      want(
        "an address",
        await trial.say(`http://127.1:${port}/`, { allowOrigins: [url] }),
        "200 ok",
      );
      want("a name", await trial.say(named, { allowOrigins: [`${named}/`] }), "200 ok");
      const shouted = { allowOrigins: [named.toUpperCase()] };
      want("in capitals", await trial.say(`${named}/a`, shouted), "200 ok");
    },
  );

  check("an allowed origin allows no other: port, scheme and name must be the same", (trial) =>
    withCanary(async (port) => {
      const { app } = trial;
      for (const allowed of [
        app.url,
        `https://127.0.0.1:${port}`,
        `http://127.0.0.2:${port}`,
        `http://loopback.test:${port}`,
        `http://a.127.0.0.1.test:${port}`,
        "http://127.0.0.1",
      ]) {
        const parts = { allowOrigins: [allowed] };
        want(allowed, await trial.say(`http://127.0.0.1:${port}/`, parts), "http-forbidden-target");
      }
      const https = { allowOrigins: [`http://127.0.0.1:${port}`] };
      want("TLS", await trial.say(`https://127.0.0.1:${port}/`, https), "http-forbidden-target");
    }),
  );

  check("an origin is allowed for one request, not for the next", async (trial) => {
    want("allowed", await trial.say("/"), "200 ok");
    want("no more", await trial.say("/", { allowOrigins: [] }), "http-forbidden-target");
    want("by default", await trial.say("/", { allowOrigins: [] }), "http-forbidden-target");
    want("again", await trial.say("/"), "200 ok");
    want("two arrived", trial.app.requests.length, 2);
  });

  check("what is no origin is refused, so that nobody takes it for one", async (trial) => {
    for (const entry of [
      "127.0.0.1",
      "*",
      "http://*",
      "ftp://a.test",
      "http://a.test/path",
      "http://a:b@c",
    ])
      want(entry, await trial.say("/", { allowOrigins: [entry] }), "http-invalid-request");
  });
}

async function withCanary(during: (port: number) => Promise<void>): Promise<void> {
  const canary = await HttpApp.open();
  try {
    await during(canary.port);
    want("no connection was made", canary.sockets.length, 0);
  } finally {
    await canary.close();
  }
}
