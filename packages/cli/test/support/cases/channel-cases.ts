import { type CommandCases, noChannel, noGateway, unreachable } from "./command-case.ts";

/** Commands that change or show channels. */
export const channelCases: CommandCases = {
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
    tells: /^parley: id: A channel with this id already exists/m,
  },
  "channels list": {
    works: () => ["channels", "list"],
    says: /^id +chatApiUrl +signed +created +knobs\nshop /m,
    fails: () => ["channels", "list", ...noGateway],
    ...unreachable,
  },
  "channels show": {
    works: ({ channel }) => ["channels", "show", channel],
    says: /^failureShape +final\ntyping +on\nhiddenErrorCodes +none$/m,
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
    says: /has a new channel secret; the old one has ended\.\s+ingressUrl +http/,
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
};
