/** Resources that work is to use, as they are chosen and typed. Knows no React. */
import { MOST_SUBMITTED } from '../../../preload/contract'
import { formatCount } from '../format'
import { quoted } from '../parse'

/** Resources by their full names: those that are chosen, and what is typed and not added yet, which counts too. */
export interface ChosenText {
  names: readonly string[]
  typed: string
}

/** Whether the app has a resource of this full name. */
export type IsKnown = (name: string) => boolean

export const NO_CHOICE: ChosenText = { names: [], typed: '' }

/** What is wrong with the name that is typed and not added yet; null: nothing, or there is none. */
export function typedProblem(chosen: ChosenText, isKnown: IsKnown): string | null {
  const { typed } = chosen
  if (typed.trim() === '') return null
  if (!isKnown(typed.trim())) return `Found ${quoted(typed)}, expected the full name of a resource, as Memory calls it.`
  if (namesOf(chosen).length <= MOST_SUBMITTED) return null
  return `At most ${formatCount(MOST_SUBMITTED)} resources are used at once: leave one out first.`
}

/** All that are meant, each once. */
export function namesOf({ names, typed }: ChosenText): string[] {
  const last = typed.trim()
  return last === '' || names.includes(last) ? [...names] : [...names, last]
}

/** What is typed is added to what was chosen. */
export function withTyped(chosen: ChosenText): ChosenText {
  return { names: namesOf(chosen), typed: '' }
}
