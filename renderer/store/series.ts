/** Lists that only grow, of which the newest items are kept. Knows neither React nor the store. */

/** A list that only grows at its end: the array is shared between versions, its holder is new after each change. */
export interface Series<T> {
  readonly items: readonly T[]
  /** items that are no longer kept, from the front to stay within the bound */
  readonly forgotten: number
}

/**
 * With what has come at the end. The series given must not be used any more: its array is written in place.
 * @param bound items that are kept at least; a quarter more at most
 * @returns the same one where nothing was added
 */
export function appended<T>(series: Series<T>, added: readonly T[] | undefined, bound: number): Series<T> {
  if (added === undefined || added.length === 0) return series
  const items = series.items as T[]
  for (const item of added) items.push(item)
  return bounded(items, series.forgotten, bound)
}

/**
 * As `appended`, where an item that comes again with its id takes the place of the one before. Ids grow in order, so an
 * item that was sent before is near the end.
 */
export function upserted<T extends { id: number }>(
  series: Series<T>,
  changed: readonly T[] | undefined,
  bound: number,
): Series<T> {
  if (changed === undefined || changed.length === 0) return series
  const items = series.items as T[]
  for (const item of changed) {
    let at = items.length - 1
    while (at >= 0 && items[at]!.id > item.id) at--
    if (items[at]?.id === item.id) items[at] = item
    else items.splice(at + 1, 0, item)
  }
  return bounded(items, series.forgotten, bound)
}

/** Drops a quarter of the bound at once when it is exceeded by that much, so that the cost is spread. */
function bounded<T>(items: T[], forgotten: number, bound: number): Series<T> {
  const slack = bound / 4
  if (items.length <= bound + slack) return { items, forgotten }
  const kept = items.slice(items.length - bound)
  return { items: kept, forgotten: forgotten + items.length - bound }
}
