import { once } from "node:events";
import { want } from "../want.ts";
import { type IngressCheck, type IngressTrial, wantRefusal } from "./ingress-trial.ts";
import { readAnswers, type WireAnswer } from "./raw-client.ts";

const strangers: readonly (readonly [string, string])[] = [
  ["wrong", "shop"],
  ["SECRET", "nobody"],
  ["wrong", "nobody"],
  ["SECRET", "sh.op"],
  ["SECRET", "x".repeat(65)],
  ["SECRET", "sh%2Fop"],
  ["SECRET", "shop%00"],
  ["SECRET", "SHOP"],
  ["SECRET%20", "shop"],
  ["SECRET", "%"],
  ["%E0%A4%A", "shop"],
  ["SECRET", "%FF"],
  ["__proto__", "__proto__"],
];

const otherMethods = ["PUT", "DELETE", "PATCH", "OPTIONS"] as const;

/** Which paths exist (§4.1, ruling 1). */
export function addressRules(check: IngressCheck): void {
  for (const availability of [0, 1] as const) {
    check(
      `the status is the one character ${availability}, JSON that nobody keeps`,
      async (trial) => {
        trial.inbox.availability = async () => availability;
        const { status, headers, body } = await trial.client.send("GET", trial.statusPath);
        want("200", status, 200);
        want("nothing but the number", body, String(availability));
        want("as JSON", String(headers["content-type"]).split(";")[0], "application/json");
        want("kept by nobody", [headers["cache-control"], headers.etag], ["no-store", undefined]);
      },
    );
  }

  check("HEAD of the status is GET without the body", async (trial) => {
    const head = `HEAD ${trial.statusPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const text = await trial.client.untilClosed(head);
    want("200", text.startsWith("HTTP/1.1 200 "), true);
    want("nothing after the head", text.endsWith("\r\n\r\n"), true);
    want("and only one", text.split("\r\n\r\n").length, 2);
  });

  check("a query string and percent-encoding are taken for what they are", async (trial) => {
    const { client, statusPath, inbox } = trial;
    const encoded = statusPath.replace("/shop/", "/sh%6Fp/");
    want("with a query", (await client.send("GET", `${statusPath}?t=1`)).status, 200);
    want("with a name encoded", (await client.send("GET", encoded)).status, 200);
    want("both are the same channel", new Set(inbox.entered.map(String)).size, 1);
  });

  check("one slash at the end of either address changes nothing", async (trial) => {
    const { client, statusPath, messagePath, inbox } = trial;
    want("behind status", (await client.send("GET", `${statusPath}/`)).status, 200);
    want(
      "behind the channel's id",
      (await client.send("POST", `${messagePath}/`, "{}")).status,
      200,
    );
    want("with a query", (await client.send("POST", `${messagePath}/?t=1`, "{}")).status, 200);
    want("the same channel", new Set(inbox.entered.map(String)).size, 1);
    want("two messages", inbox.bodies, ["{}", "{}"]);
  });

  check("the inbox is asked with both names decoded", async (trial) => {
    const answer = await trial.client.send("POST", `${trial.base}/a%2Fb/c%20d`, "{}");
    wantRefusal("it knows no such channel", answer, 404);
    want("once: channel id, channel secret", trial.inbox.entered, [["c d", "a/b"]]);
  });

  check("whatever is unknown is answered alike, to the last byte", async (trial) => {
    const answers = await answersToStrangers(trial);
    const [first] = answers.values();
    wantRefusal("404", first, 404);
    for (const [request, answer] of answers) {
      want("one answer for all", { request, ...answer }, { request, ...first });
    }
  });

  check("a pass is good for one request, unless the inbox renews it", async (trial) => {
    await overOneConnection(trial, async (ask) => {
      const { statusPath, inbox } = trial;
      want("while there is one", [await ask(statusPath), await ask(statusPath)], [200, 200]);
      inbox.isThere = false;
      want("over the same connection, once there is none", await ask(statusPath), 404);
    });
  });

  check("a pass is renewed for the address that it was given for alone", async (trial) => {
    trial.inbox.renews = true;
    await overOneConnection(trial, async (ask) => {
      const { base, statusPath, inbox } = trial;
      want("that address", [await ask(statusPath), await ask(statusPath)], [200, 200]);
      const others = ["/wrong/shop", `/${inbox.secret}/nobody`, `/${inbox.secret}x/shop`];
      for (const other of others)
        want(`over the same connection, ${other}`, await ask(`${base}${other}/status`), 404);
      want("and that address again", await ask(statusPath), 200);
    });
  });

  check("what is refused repeats nothing of what was asked for", async (trial) => {
    const path = `${trial.base}/canary-random/canary-channel`;
    for (const [method, to] of [
      ["GET", `${path}/status`],
      ["POST", path],
      ["PUT", path],
    ] as const) {
      const answer = await trial.client.send(method, to);
      want("no word of it", JSON.stringify(answer).includes("canary"), false);
    }
  });

  check(
    "405 is decided by the shape of the path alone, and says what is allowed",
    async (trial) => {
      const wrong = `${trial.base}/wrong/nobody`;
      for (const message of [trial.messagePath, wrong]) {
        await wantNotAllowed(trial, "GET", `${message}/`, ["POST"]);
        await wantNotAllowed(trial, "POST", `${message}/status/`, ["GET", "HEAD"]);
        for (const method of [...otherMethods, "GET"]) {
          await wantNotAllowed(trial, method, message, ["POST"]);
        }
        for (const method of [...otherMethods, "POST"]) {
          await wantNotAllowed(trial, method, `${message}/status`, ["GET", "HEAD"]);
        }
      }
      want("nobody was asked", trial.inbox.entered, []);
    },
  );
}

/** `ask`: returns the status of the answer to a GET. */
async function overOneConnection(
  { client }: IngressTrial,
  use: (ask: (path: string) => Promise<number | undefined>) => Promise<void>,
): Promise<void> {
  const socket = client.open();
  let [came, asked] = ["", 0];
  socket.on("data", (chunk: Buffer) => (came += chunk.toString("latin1")));
  try {
    // Head and body may arrive separately, and the connection may close.
    await use(async (path) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      asked += 1;
      while (readAnswers(came).length < asked && !socket.closed)
        await Promise.race([once(socket, "data"), once(socket, "close")]);
      return readAnswers(came)[asked - 1]?.status;
    });
  } finally {
    socket.destroy();
  }
}

async function wantNotAllowed(
  trial: IngressTrial,
  method: string,
  path: string,
  allowed: readonly string[],
): Promise<void> {
  const answer = await trial.client.send(method, path);
  wantRefusal(`${method} ${path}`, answer, 405);
  want("Allow", String(answer.headers.allow).split(", "), allowed);
}

async function answersToStrangers(trial: IngressTrial): Promise<Map<string, WireAnswer>> {
  const { base, client, inbox } = trial;
  const answers = new Map<string, WireAnswer>();
  const ask = async (method: string, path: string, body = "", headers: string[] = []) => {
    const name = `${method} ${path} ${body.length} ${String(headers)}`;
    answers.set(name, await client.send(method, base + path, body, headers));
  };
  for (const [random, channel] of strangers) {
    const path = `/${random.replace("SECRET", inbox.secret)}/${channel}`;
    await ask("GET", `${path}/status`);
    await ask("POST", path, '{"sender":{"id":"1"}}');
    await ask("POST", path, "x".repeat(70_000));
    await ask("POST", path, "x", ["Content-Encoding: gzip"]);
  }
  for (const path of ["/", `/${inbox.secret}`, `/${inbox.secret}/`, `${inbox.path}/x`]) {
    for (const method of ["GET", "PUT"]) await ask(method, path);
  }
  for (const path of [`${inbox.path}//`, `${inbox.path}/status//`, `/${inbox.secret}//shop`]) {
    await ask("GET", path);
  }
  return answers;
}
