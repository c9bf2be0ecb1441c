/** A moment of the wall clock as short as it can be told: the time alone is today's. */

/**
 * @param at ms since 1970
 * @param now ms since 1970
 * @param locale the person's, unless given
 */
export function momentText(at: number, now: number, locale?: string): string {
  const time = new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time
  const date = new Date(at).toLocaleDateString(locale, { year: 'numeric', month: 'long', day: 'numeric' })
  return `${date}, ${time}`
}
