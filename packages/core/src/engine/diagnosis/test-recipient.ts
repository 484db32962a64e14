/** Who the test message is about, in every run: no visitor of any shop. */
export const testRecipient = "parley-doctor";
