import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Attack } from "../attack.ts";
import { type Regression, regressionsDirectory } from "../regression.ts";
import { answeredWith } from "../checks.ts";

/** Sends again what was once answered wrongly, or the one in `file`, by each way in; answers how many there were. */
export async function replay(attack: Attack, file: string | null): Promise<number> {
  const regressions = file === null ? readAll() : [read(file)];
  for (const regression of regressions) {
    for (const way of attack.gateway.ways) {
      attack.gateway.only = way;
      await send(attack, regression);
    }
  }
  attack.gateway.only = null;
  await attack.settle();
  return regressions.length;
}

async function send(attack: Attack, { name, bytes: text, statuses }: Regression): Promise<void> {
  const secrets = [attack.channel(false), attack.channel(true)].map(
    (channel) => channel.channelSecret,
  );
  const [secret = "", loose = ""] = secrets;
  const whole = text.replaceAll("{secret}", secret).replaceAll("{loose}", loose);
  const bytes = Buffer.from(whole, "latin1");
  const body = bodyOf(bytes, [`/chat/${secret}/shop`, `/chat/${loose}/loose`]);
  if (statuses === undefined && body !== null) {
    await attack.probeBody(`replay: ${name}`, body.bytes, body.loose);
    return;
  }
  const check = statuses === undefined ? () => null : answeredWith(...statuses);
  await attack.probe(`replay: ${name}`, bytes, check);
}

/** The body of a message whose framing is right: of it the rulings say exactly what must come. */
function bodyOf(bytes: Buffer, paths: readonly string[]): { bytes: Buffer; loose: boolean } | null {
  const end = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.toString("latin1", 0, end);
  const place = paths.findIndex((path) => head.startsWith(`POST ${path} HTTP/1.1\r\n`));
  const isWhole = head.includes(`\r\nContent-Length: ${bytes.length - end}\r\n`);
  return place === -1 || !isWhole ? null : { bytes: bytes.subarray(end), loose: place === 1 };
}

function readAll(): Regression[] {
  if (!existsSync(regressionsDirectory)) return [];
  const files = readdirSync(regressionsDirectory).filter((name) => name.endsWith(".json"));
  return files.toSorted().map((name) => read(join(regressionsDirectory, name)));
}

function read(file: string): Regression {
  return JSON.parse(readFileSync(file, "utf8")) as Regression;
}
