import { type CommandCases, noGateway, nowhere, rejectingAt, unreachable } from "./command-case.ts";

const loopback = "--allow-insecure-loopback";

/** Commands about the gateway as a whole. @param rejecting address of a gateway without backups */
export const gatewayCases = (rejecting: string): CommandCases => ({
  backup: {
    works: () => ["backup"],
    says: /^backup +\/\S+\/data\/backups\/\S+\ntaken [^]+^parley\.db +\d/m,
    fails: () => ["backup", ...rejectingAt(rejecting)],
    code: 4,
    tells: /^parley: .*No backup directory is configured/m,
  },
  "backups list": {
    works: () => ["backups", "list"],
    says: /^name +taken +size +path\n\d{4}-/m,
    fails: () => ["backups", "list", ...noGateway],
    ...unreachable,
  },
  restore: {
    works: ({ backup, medium }) => ["restore", backup, "--data", `${medium}-restored`],
    says: /^directory +\S+-restored\ntaken [^]+^files +.*parley\.db/m,
    fails: ({ backup }) => ["restore", backup, "--data", "data", "--replace", "--yes"],
    code: 1,
    tells: /^parley: data\/parley\.db is in use by process \d+/m,
  },
  repair: {
    works: ({ stopped }) => ["repair", "--data", stopped, "--check"],
    says: /^Everything agrees with the messages\.$/m,
    fails: () => ["repair", "--data", "data"],
    code: 1,
    tells: /^parley: .*data\/parley\.db is in use by process \d+/m,
  },
  migrate: {
    works: ({ stopped, databaseUrl, medium }) =>
      `migrate --from sqlite:${stopped} --to ${databaseUrl} --schema ${medium} --console-schema ${medium}_console`.split(
        " ",
      ),
    says: /^conversations +\d+ +[0-9a-f]{64}$[^]+^console: user +1 +[0-9a-f]{64}$[^]+^\d+ entries moved; both sides are the same\.$/m,
    fails: ({ databaseUrl }) => ["migrate", "--from", "sqlite:data", "--to", databaseUrl],
    code: 1,
    tells: /^parley: \/.*\/data\/parley\.db is in use by process \d+/m,
  },
  "jobs list": {
    works: () => ["jobs", "list"],
    says: /^id +kind +state +started +done +why\n/m,
    fails: () => ["jobs", "list", ...noGateway],
    ...unreachable,
  },
  "jobs watch": {
    works: ({ job }) => ["jobs", "watch", job],
    says: /^The backup is done\.$/m,
    fails: () => ["jobs", "watch", "nosuch"],
    code: 4,
    tells: /^parley: There is no such/m,
  },
  status: {
    works: () => ["status"],
    says: /^ready +yes$/m,
    fails: () => ["status", ...noGateway],
    ...unreachable,
  },
  doctor: {
    works: () => ["doctor", "--no-probe"],
    says: /^\d+ ok, (?:1 warning|\d+ warnings), 0 faults$/m,
    fails: () => ["doctor", "--channel", "unreachable"],
    code: 1,
    finds: true,
    tells:
      /^fault +receiver-\S+ of unreachable: [^]+^\d+ ok, (?:1 warning|\d+ warnings), (?:1 fault|[2-9] faults)$/m,
  },
  openapi: {
    works: () => ["openapi"],
    says: /^\{"openapi":"3\.1\./m,
    fails: () => ["openapi", ...noGateway],
    ...unreachable,
  },
  "receiver check": {
    works: ({ receiverUrl }) => ["receiver", "check", receiverUrl, loopback],
    says: /^passed +type-photo +Both were acknowledged\.$[^]+^\d{2} passed, 0 warned, 0 failed, 4 skipped in \d+\.\d s\.$/m,
    fails: () => ["receiver", "check", nowhere, loopback],
    code: 1,
    finds: true,
    tells: /^failed +target +[^]+^0 passed, 0 warned, 1 failed, \d+ skipped in \d+\.\d s\.$/m,
  },
  "adapter check": {
    works: () => ["adapter", "check", "./my-app"],
    says: /^ports +AgentBackend, Door$[^]+^3 passed, 0 failed in \d+\.\d s\.$/m,
    fails: () => ["adapter", "check", "./no-app"],
    code: 2,
    tells: /^parley: .*no-app has no package\.json\./m,
  },
  "simulate-visitors": {
    works: ({ ingressUrl }) => [
      "simulate-visitors",
      ingressUrl,
      "--rate",
      "20",
      "--seconds",
      "0.5",
    ],
    says: /^After \d+\.\d s:\nsent +10\naccepted +10\nrefused +0\nlost +0$/m,
    fails: ({ ingressUrl }) => ["simulate-visitors", `${ingressUrl}-unknown`],
    code: 4,
    tells: /^parley: There is no channel at this URL: its status is HTTP 404/m,
  },
});
