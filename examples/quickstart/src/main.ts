import { type Host, startHost } from "./host.ts";
import { readSettings } from "./settings.ts";
import { sentenceOf } from "./start-error.ts";

/** Draining takes at most 10 s; what is stored is safe even if closing never ends. */
const patienceMs = 9_800;

const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const reading = readSettings(process.env);
for (const warning of reading.warnings) tell(`warning: ${warning}`);
if (!reading.ok) {
  for (const problem of reading.problems) tell(problem);
  process.exit(1);
}
const { settings } = reading;
if (settings.allowInsecureLoopback) {
  tell(
    "PARLEY_INSECURE_LOOPBACK is on, as for a developer's machine: agent messages may go to http:// addresses of this machine.",
  );
}

const starting = startHost(settings);
let stopping = false;

// One signal may come twice, from the terminal's process group and from npm: the second one changes nothing.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void starting.then(stop, () => undefined);
  });
}

try {
  const host = await starting;
  const lines = stopping ? [] : [...host.welcome, `parley ready ${host.url}`];
  for (const line of lines) process.stdout.write(`${line}\n`);
} catch (error) {
  tell(sentenceOf(error));
  process.exit(1);
}

async function stop(host: Host): Promise<void> {
  setTimeout(() => {
    tell("Closing took too long and was cut short; everything that was accepted is stored.");
    process.exit(1);
  }, patienceMs).unref();
  await host.stop();
  process.exit(0);
}
