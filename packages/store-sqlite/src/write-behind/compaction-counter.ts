/** Whether a file is to be compacted: 0 or nothing, or the number of the reason. */
export const isOwed = "select value from counters where name = 'erased'";
export const nothingOwed = "update counters set value = 0 where name = 'erased'";
export const owe = `insert into counters (name, value) values ('erased', ?)
  on conflict (name) do update set value = max(value, excluded.value)`;
