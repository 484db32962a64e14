import {
  type CommandCases,
  noConversation,
  noGateway,
  rejectingAt,
  unknownId,
  unreachable,
} from "./command-case.ts";

/** Commands about messages and visitors. @param rejecting address of a gateway with dead letters */
export const messageCases = (rejecting: string, deadLetter: string): CommandCases => ({
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
    works: () => ["dead-letters", "list", ...rejectingAt(rejecting)],
    says: /^id +channel +accepted +why\n[\w-]{16}\.3 +shop .+takes nothing/m,
    fails: () => ["dead-letters", "list", "--limit", "0"],
    code: 2,
    tells: /^error: option '--limit <n>'.+Expected 1 to 200/m,
  },
  "dead-letters redeliver": {
    works: () => ["dead-letters", "redeliver", deadLetter, ...rejectingAt(rejecting)],
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
  "conversations assign": {
    works: ({ conversation }) =>
      ["conversations", "assign", conversation].concat(
        "--to=default",
        "--assignee=ann",
        "--why=Ann knows her",
      ),
    says: /^It belongs to default, ann now; its fence is 0\.$/m,
    fails: () => ["conversations", "assign", unknownId, "--to", "default"],
    ...noConversation,
  },
  "conversations owners": {
    works: () => ["conversations", "owners"],
    says: /^agent app +assignee +conversations\ndefault +/m,
    fails: () => ["conversations", "owners", ...noGateway],
    ...unreachable,
  },
  "conversations history": {
    works: ({ conversation }) => ["conversations", "history", conversation],
    says: /^when +what +from +to +fence +by +why\n\S+ .*assigned +default +default, ann +0 +admin API +Ann knows her$/m,
    fails: () => ["conversations", "history", unknownId],
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
    says: /^Nothing is that old\.$/m,
    fails: () => ["retention", "--older-than", "3 months", "--yes"],
    code: 2,
    tells: /^error: option '--older-than <age>'.+Expected an age such as 90d/m,
  },
});
