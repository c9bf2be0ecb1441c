/** Names of a captured app as a scenario may have them: none twice, and none that says where on whose machine it ran. */

/** characters */
const LONGEST = 100

/** What is before the last part of a path that begins at a drive, a server or a root: it can have the name of a person. */
const FOLDERS = /(?:[a-z]:[\\/]|\\\\|(?<![\w.])\/(?=\w+\/)|~\/)(?:[^\\/:*?"<>|]*[\\/])*/gi

/** Without the folders of paths in it, which can have a person's name; empty where nothing is left. */
export function withoutFolders(text: string): string {
  const name = text
    .slice(0, 10 * LONGEST)
    .replace(FOLDERS, '')
    .trim()
  // no character is cut in two
  return [...name].slice(0, LONGEST).join('')
}

export class Names {
  readonly #taken = new Set<string>()

  /** @param number with which it is told from others of that name */
  take(name: string, number: number): string {
    let own = name
    for (let i = number; this.#taken.has(own); i++) own = `${name} ${i}`
    this.#taken.add(own)
    return own
  }
}
