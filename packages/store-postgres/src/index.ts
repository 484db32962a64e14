export const storePostgres = 1;
