/** What is wrong with a project on another device, by the names that the app shows of its parts, not by their places in a file. */
import { APP_SETTING_LABELS, DEVICE_PROFILE_LABEL, DEVICE_SETTINGS } from '../../../preload/contract'
import { type Problem, problemsToText, shownLines } from '../scenario'

/** Settings as the window calls them. */
const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(DEVICE_SETTINGS).map(([name, { label }]) => [name, label])),
  profile: DEVICE_PROFILE_LABEL,
  budget: 'Budget',
}

/** Of the app; elsewhere in a file the same words mean other things. */
const APP_LABELS: Readonly<Record<string, string>> = APP_SETTING_LABELS

/** How problems are told. @param what they are of @param file what they were found in, as a scenario file has it */
export type ProblemsText = (problems: readonly Problem[], what: 'device' | 'project', file: unknown) => string

/** By their places, for who has the file. */
export const byPlaces: ProblemsText = (problems, what) => problemsToText(problems, what).trim()

/**
 * One line per problem: `Blur.main, size: found 3GiB; expected at most Local memory (2GiB)`.
 */
export const byNames: ProblemsText = (problems, _what, file) => {
  const lines = problems.map(({ path, found, expected, hint }) => {
    const place = placeIn(file, path)
    const before = place === '' ? '' : `${place}: `
    const said = path.startsWith('app.') ? (text: string): string => inWords(inAppWords(text)) : inWords
    return `${before}found ${found}; expected ${said(expected)}${hint === undefined ? '' : `; ${said(hint)}`}`
  })
  return shownLines(lines).join('\n')
}

/** `app.effects[0].resources[1].size` → `Blur.main, size`; `steps[2].inject.adapter` → `step 3, inject, adapter` */
function placeIn(file: unknown, path: string): string {
  const setting = settingAt(path)
  if (setting !== null) return setting
  const isOfApp = path.startsWith('app.')
  const names: string[] = []
  const words: string[] = []
  let at = file
  let list = ''
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    at = at === null || typeof at !== 'object' ? undefined : Reflect.get(at, key ?? index ?? '')
    if (index !== undefined) {
      const name = at === null || typeof at !== 'object' ? undefined : Reflect.get(at, 'name')
      if (typeof name === 'string') names.push(name)
      else words.push(`${list === 'steps' ? 'step' : list} ${Number(index) + 1}`)
    } else if (Array.isArray(at)) list = key ?? ''
    else if (key !== undefined && key !== 'app' && key !== 'system')
      words.push((isOfApp ? APP_LABELS : LABELS)[key] ?? key)
  }
  return [...(names.length === 0 ? [] : [names.join('.')]), ...words].join(', ')
}

/** `system.driver.contextSave["dma-buffer"]` → `system.driver.contextSave.dma-buffer` */
const plain = (text: string): string => text.replace(/(?<=\w)\["([\w-]+)"\]/g, '.$1')

/** `system.displays[1].refreshRate` → `Displays 2`; null: it is none of a device's settings */
function settingAt(path: string): string | null {
  const [, place = '', index] = /^system\.([^[]+)(?:\[(\d+)\])?/.exec(plain(path)) ?? []
  if (!Object.hasOwn(LABELS, place)) return null
  return index === undefined ? (LABELS[place] as string) : `${LABELS[place]} ${Number(index) + 1}`
}

/** `system.localMemory` → `Local memory` */
function inWords(text: string): string {
  return plain(text).replace(/\bsystem\.([\w-]+(?:\.[\w-]+)*)/g, (_, place: string) =>
    Object.hasOwn(LABELS, place) ? (LABELS[place] as string) : place,
  )
}

/** `at most "maxBlocks" (2)` → `at most Most blocks (2)`; what else stands in quotes are names that a person gave */
function inAppWords(text: string): string {
  return text.replace(/^at most "(\w+)"/, (all, key: string) =>
    Object.hasOwn(APP_LABELS, key) ? `at most ${APP_LABELS[key]}` : all,
  )
}
