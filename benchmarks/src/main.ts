import { measureIngress } from "./cases/ingress.ts";

const { figures } = await measureIngress({ rounds: 3, messages: 20_000 });
for (const { key, value } of figures) process.stdout.write(`${key.name} ${value}\n`);
