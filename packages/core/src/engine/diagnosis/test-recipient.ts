/** The invented visitor of every test message. */
export const testRecipient = "parley-doctor";
