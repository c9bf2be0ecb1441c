/** Counts as reports say them. */
import { formatCount } from '../../../preload/contract'

/** "1 use", "18,805 uses" */
export function several(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
