/** Where the rules of each suite are written down: what a failure names beside the rule itself. */
export const sources = Object.freeze({
  agentBackend: "docs/ports.md#agentbackend",
  channelStore: "docs/ports.md#channelstore",
  conversationStore: "docs/ports.md#conversationstore",
  deadLetterStore: "docs/ports.md#deadletterstore",
  deliveryStore: "docs/ports.md#deliverystore",
  gateway: "docs/rulings.md",
  ingress: "docs/ports.md#ingress",
  messageStore: "docs/ports.md#messagestore",
  quirks: "docs/doctor.md#quirks-of-integrating-systems",
  queueLessons: "docs/ports.md#what-other-queues-broke-on",
  retentionStore: "docs/ports.md#retentionstore",
  severalNodes: "docs/ports.md#several-nodes-on-one-store",
  signals: "docs/ports.md#signals",
  transport: "docs/ports.md#transport",
  transportWire: "docs/ports.md#transport-on-the-wire",
  typingListener: "docs/ports.md#typinglistener",
});
