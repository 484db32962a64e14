import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { useSignedIn } from "../../support/browser/signed-in.ts";
import { describeInbox } from "../../support/inbox-contract.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const stored = useSignedIn();

describeInbox(async (options) => {
  const { directory, cookie } = await stored();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { host, client } = await start({ directory, ...options });
  client.cookie = cookie;
  return { host, client };
});
