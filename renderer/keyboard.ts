/** What holds of all keys. */

/** What is a control by itself, whether Tab comes to it or not. */
export const CONTROL = 'a[href], button, input, select, textarea, summary'

/**
 * With Ctrl, Command or Alt a key is another one, the menu's most of the time: what the key alone does is not meant.
 * @returns whether one of those is held
 */
export function isChord({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey
}
