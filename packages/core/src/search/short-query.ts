/** How many of the newest visitors are searched when no word of a query has three characters. */
export const visitorsSearched = 1_000;
/** The same for messages. */
export const messagesSearched = 2_000;
