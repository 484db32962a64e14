/** Keys are kept as long as their deliveries, which are looked for by the first of them. */
export const keysByFirst = `
create index idempotency_keys_by_first on idempotency_keys (conversation, first);
`;
