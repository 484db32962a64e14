/** Whether a compaction is pending: 0 or no row, or the number of its reason. */
export const findPending = "select value from counters where name = 'erased'";
export const clearPending = "update counters set value = 0 where name = 'erased'";
export const request = `insert into counters (name, value) values ('erased', ?)
  on conflict (name) do update set value = max(value, excluded.value)`;
