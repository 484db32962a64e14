import { measureIngress } from "./cases/ingress.ts";
for (const { key, value, rounds } of await measureIngress({ rounds: 3, messages: 20_000 }))
  console.log(key.name, value, rounds);
