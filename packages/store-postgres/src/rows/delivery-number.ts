/** `deliveryNumber` in SQL. `lane`: the number of the lane. */
export function deliveryNumberOf(lane: string): string {
  return `case when ${lane} % 4 = 0 then 0::smallint else ${lane} end`;
}
