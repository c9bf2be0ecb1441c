/**
 * The option that a key makes active, or null for a key that is none of a list's.
 * @param active index of the option that is active now
 * @param names what a letter is compared with: it goes to the next option that starts with it
 */
export function nextOption(key: string, active: number, names: readonly string[]): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, names.length - 1)
    case 'ArrowUp':
      return Math.max(active - 1, 0)
    case 'Home':
    case 'PageUp':
      return 0
    case 'End':
    case 'PageDown':
      return names.length - 1
  }
  if (key.length !== 1) return null
  for (let step = 1; step <= names.length; step++) {
    const index = (active + step) % names.length
    if (names[index]?.toLowerCase().startsWith(key.toLowerCase())) return index
  }
  return null
}
