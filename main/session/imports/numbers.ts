/** Counts and sizes as reports say them. */

/** 18805 → "18,805" */
export function countedText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 use", "18,805 uses" */
export function several(count: number, one: string, many = `${one}s`): string {
  return `${countedText(count)} ${count === 1 ? one : many}`
}
