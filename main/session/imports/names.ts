/** Names of a captured app as a scenario may have them: none twice, and none that says where on whose machine it ran. */

/** characters */
const LONGEST = 100

/**
 * What is before the last part of a path that begins at a drive, a server or a root: it can have the name of a person. The
 * address of a page is none.
 */
const FOLDERS = /(?:[a-z]:(?!\/\/)[\\/]|(?<![a-z])[a-z]:[\\/]|\\\\|(?<![\w.])\/(?=\w+\/)|~\/)(?:[^\\/:*?"<>|]*[\\/])*/gi

/** Without the folders of paths in it; all else as it is. */
export function shorn(text: string): string {
  return text.replace(FOLDERS, '')
}

/** Without the folders of paths in it, which can have a person's name; empty where nothing is left. */
export function withoutFolders(text: string): string {
  const name = shorn(text.slice(0, 10 * LONGEST)).trim()
  // no character is cut in two
  return [...name].slice(0, LONGEST).join('')
}

export class ScenarioNames {
  readonly #taken: Set<string>

  /** @param reserved what the system itself calls so */
  constructor(...reserved: readonly string[]) {
    this.#taken = new Set(reserved)
  }

  /** @param number an ordinal with which it is told from others of that name */
  take(name: string, number: number): string {
    let own = name
    for (let i = number; this.#taken.has(own); i++) own = `${name} ${i}`
    this.#taken.add(own)
    return own
  }

  /** What had it is gone: another may have it. */
  giveBack(name: string): void {
    this.#taken.delete(name)
  }
}
