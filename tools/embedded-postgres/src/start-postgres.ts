export const startPostgres = 1;
