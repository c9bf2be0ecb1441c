/** ms after which a letter starts a new word instead of adding to the one being typed */
export const TYPING_PAUSE_MS = 700

/**
 * What has been typed so far, as in a native list: letters in quick succession are one word.
 * @param typed the word before and when its last letter came, ms of a monotonic clock
 */
export function typeAhead(typed: { word: string; at: number }, key: string, now: number): { word: string; at: number } {
  return { word: now - typed.at < TYPING_PAUSE_MS ? typed.word + key : key, at: now }
}

/**
 * The option that starts with what has been typed. A single letter, or the same one again and again, goes to the next
 * such option; a longer word stays on the active one as long as it fits.
 */
export function optionByWord(word: string, active: number, names: readonly string[]): number | null {
  const typed = word.toLowerCase()
  const repeated = [...typed].every((letter) => letter === typed[0])
  const wanted = repeated ? typed.slice(0, 1) : typed
  for (let step = repeated ? 1 : 0; step <= names.length; step++) {
    const index = (active + step) % names.length
    if (names[index]?.toLowerCase().startsWith(wanted)) return index
  }
  return null
}

/**
 * The option that a key moves to, or null for a key that moves to none.
 * @param active index of the option that is active now
 * @param count of the options
 */
export function nextOption(key: string, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, count - 1)
    case 'ArrowUp':
      return Math.max(active - 1, 0)
    case 'Home':
    case 'PageUp':
      return 0
    case 'End':
    case 'PageDown':
      return count - 1
  }
  return null
}
