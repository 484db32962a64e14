/** The first account in all tests. */
export const email = "ada@parley.example";
export const password = "correct horse battery";
