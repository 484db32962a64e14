import { nobody } from "./nobody.ts";

/** How `parley` is used. */
export type Medium = "pipe" | "terminal";

/** Things of one medium that commands may look at, change and remove. */
export interface Stage {
  readonly medium: Medium;
  /** Ids of channels. */
  readonly channel: string;
  readonly doomed: string;
  readonly conversation: string;
  readonly erasable: string;
  /** Id of a delivery that failed. */
  readonly failed: string;
  /** Id of a job that ended. */
  readonly job: string;
  /** Directory of a backup. */
  readonly backup: string;
}

/** One command that works and one that fails, and what is said then. */
export interface CommandCase {
  readonly works: (stage: Stage) => readonly string[];
  readonly says: RegExp;
  readonly fails: (stage: Stage) => readonly string[];
  readonly code: number;
  readonly tells: RegExp;
}

const noGateway = ["--url", await nobody()] as const;
const unreachable = {
  code: 3,
  tells: /^parley: No gateway answers at http:\S+: the connection was refused\.\nIs it running/m,
} as const;
const noChannel = { code: 4, tells: /^parley: There is no such channel/m } as const;
const noConversation = { code: 4, tells: /^parley: There is no such conversation/m } as const;
const unknownId = "AAAAAAAAAAAAAAAA";
const dead = (id: string) => ["--data", "rejecting/data", "--url", id] as const;

/** Every command but those with tests of their own. @param rejecting address of a gateway with dead letters */
export const commandCases = (
  rejecting: string,
  deadLetter: string,
): Readonly<Record<string, CommandCase>> => ({
  "channels add": {
    works: ({ medium }) => [
      "channels",
      "add",
      `${medium}-new`,
      "https://new.example",
      "--media",
      "lenient",
    ],
    says: /was added\.\s+ingressUrl {2}http.+\/chat\/[\w-]{32}\/\w+-new\s+statusUrl {3}http.+\/status/,
    fails: ({ channel }) => ["channels", "add", channel, "https://new.example"],
    code: 4,
    tells: /^parley: id: A channel with this id exists/m,
  },
  "channels list": {
    works: () => ["channels", "list"],
    says: /^id +chatApiUrl +signed +created +knobs\nshop /m,
    fails: () => ["channels", "list", ...noGateway],
    ...unreachable,
  },
  "channels show": {
    works: ({ channel }) => ["channels", "show", channel],
    says: /^failureShape +final$/m,
    fails: () => ["channels", "show", "nosuch"],
    ...noChannel,
  },
  "channels set": {
    works: ({ channel }) => ["channels", "set", channel, "--hidden-error-codes", "7,8"],
    says: /^hiddenErrorCodes +\[7, 8\]$/m,
    fails: ({ channel }) => ["channels", "set", channel, "--overflow", "drop"],
    code: 2,
    tells: /^error: option '--overflow <value>'.+Allowed choices are truncate, split/m,
  },
  "channels rotate": {
    works: ({ channel }) => ["channels", "rotate", channel, "--now"],
    says: /has new addresses; the old ones have ended\.\s+ingressUrl +http/,
    fails: () => ["channels", "rotate", "nosuch"],
    ...noChannel,
  },
  "channels sign": {
    works: ({ channel }) => ["channels", "sign", channel],
    says: /^signingKey {2}whsec_[\w+/=]+$/m,
    fails: () => ["channels", "sign", "nosuch"],
    ...noChannel,
  },
  "channels unsign": {
    works: ({ channel }) => ["channels", "unsign", channel],
    says: /are not signed any more/,
    fails: () => ["channels", "unsign", "nosuch"],
    ...noChannel,
  },
  "channels remove": {
    works: ({ doomed }) => ["channels", "remove", doomed, "--yes"],
    says: /was removed\./,
    fails: () => ["channels", "remove", "nosuch", "--yes"],
    ...noChannel,
  },
  apply: {
    works: ({ medium }) => ["apply", `${medium}.yaml`],
    says: /^\+ \w+-applied\n {4}chatApiUrl: https:\/\/applied\.example\n[^]+^\w+-applied was added\.$/m,
    fails: () => ["apply", "wrong.yaml"],
    code: 2,
    tells: /^parley: wrong\.yaml:4:5: colour: there is no such setting/m,
  },
  "deliveries list": {
    works: () => ["deliveries", "list"],
    says: /^id +channel +kind +state +attempts +accepted +why\n[\w-]{16}\.\d+ .+ failed /m,
    fails: () => ["deliveries", "list", "--state", "delivered"],
    code: 2,
    tells: /^error: option '--state <state>'/m,
  },
  "deliveries show": {
    works: ({ failed }) => ["deliveries", "show", failed],
    says: /^attempt +started +after +took +outcome +HTTP +what came back\n1 +\S+ +\+0\.000 s +\d+ ms +failure-shape +200 /m,
    fails: () => ["deliveries", "show", `${unknownId}.1`],
    code: 4,
    tells: /^parley: There is no such/m,
  },
  "deliveries retry": {
    works: ({ failed }) => ["deliveries", "retry", failed],
    says: /^It is on its way again: parley deliveries show [\w-]{16}\.\d+$/m,
    fails: () => ["deliveries", "retry", `${unknownId}.1`],
    code: 4,
    tells: /^parley: There is no such/m,
  },
  "dead-letters list": {
    works: () => ["dead-letters", "list", ...dead(rejecting)],
    says: /^id +channel +accepted +why\n[\w-]{16}\.3 +shop .+takes nothing/m,
    fails: () => ["dead-letters", "list", "--limit", "0"],
    code: 2,
    tells: /^error: option '--limit <n>'.+Expected 1 to 200/m,
  },
  "dead-letters redeliver": {
    works: () => ["dead-letters", "redeliver", deadLetter, ...dead(rejecting)],
    says: /^It is offered to the agent app again\.$/m,
    fails: () => ["dead-letters", "redeliver", "nonsense"],
    code: 2,
    tells: /^parley: A dead letter's id is <conversationId>\.<sequence>/m,
  },
  "conversations list": {
    works: ({ channel }) => ["conversations", "list", "--channel", channel],
    says: /^id +channel +latest message +visitor +name\n[\w-]{16} /m,
    fails: () => ["conversations", "list", "--visitor", "42"],
    code: 4,
    tells: /^parley: .*channel/m,
  },
  "conversations show": {
    works: ({ conversation }) => ["conversations", "show", conversation],
    says: /^name +Ada$/m,
    fails: () => ["conversations", "show", unknownId],
    ...noConversation,
  },
  "conversations messages": {
    works: ({ conversation }) => ["conversations", "messages", conversation],
    says: /^1 +\S+ \(.+ ago\) +visitor +delivered +hello there$/m,
    fails: () => ["conversations", "messages", unknownId],
    ...noConversation,
  },
  "conversations export": {
    works: ({ conversation }) => ["conversations", "export", conversation],
    says: /^\{"type":"end","conversations":1,"messages":\d+\}$/m,
    fails: () => ["conversations", "export", unknownId],
    ...noConversation,
  },
  "conversations erase": {
    works: ({ erasable }) => ["conversations", "erase", erasable, "--yes"],
    says: /^1 conversation was erased\.$/m,
    fails: () => ["conversations", "erase", unknownId, "--yes"],
    ...noConversation,
  },
  "visitors erase": {
    works: ({ channel }) => [
      "visitors",
      "erase",
      "--channel",
      channel,
      "--visitor",
      "to-forget",
      "--yes",
    ],
    says: /^1 conversation was erased\.$/m,
    fails: () => ["visitors", "erase", "--channel", "shop"],
    code: 2,
    tells: /^error: required option '--visitor <id>'/m,
  },
  retention: {
    works: () => ["retention", "--older-than", "90d", "--yes"],
    says: /^0 conversations and 0 messages were forgotten\.$/m,
    fails: () => ["retention", "--older-than", "3 months", "--yes"],
    code: 2,
    tells: /^error: option '--older-than <age>'.+Expected an age such as 90d/m,
  },
  backup: {
    works: () => ["backup"],
    says: /^backup +\/\S+\/data\/backups\/\S+\ntaken [^]+^parley\.db +\d/m,
    fails: () => ["backup", ...dead(rejecting)],
    code: 4,
    tells: /^parley: .*no directory for backups/m,
  },
  "backups list": {
    works: () => ["backups", "list"],
    says: /^name +taken +size +path\n\d{4}-/m,
    fails: () => ["backups", "list", ...noGateway],
    ...unreachable,
  },
  restore: {
    works: ({ backup, medium }) => ["restore", backup, "--data", `${medium}-restored`],
    says: /^files +.*parley\.db/m,
    fails: ({ backup }) => ["restore", backup, "--data", "data", "--replace", "--yes"],
    code: 1,
    tells: /^parley: data\/parley\.db is in use by process \d+/m,
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
    says: /^\d+ ok, \d+ warning, 0 fault$/m,
    fails: () => ["doctor", "--channel", "unreachable"],
    code: 1,
    tells: /^fault +receiver-\S+ of unreachable: [^]+^\d+ ok, \d+ warning, [1-9]\d* fault$/m,
  },
  openapi: {
    works: () => ["openapi"],
    says: /^\{"openapi":"3\.1\./m,
    fails: () => ["openapi", ...noGateway],
    ...unreachable,
  },
});
