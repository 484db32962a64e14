/** The first account's, in every test. */
export const email = "ada@parley.example";
export const password = "correct horse battery";
