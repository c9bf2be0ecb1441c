/** What came of an edit of the timeline: its result, or why it cannot be, in words. */
export type MadeOrProblem<T> = { readonly value: T } | { readonly problem: string }

/** @param text goes on after "… was not carried out:" */
export function problem(text: string): { readonly problem: string } {
  return { problem: text }
}

/** Ids that something on the timeline has had: nothing new gets one of them, as Undo and Redo mean what had it. */
export type UsedIds = ReadonlySet<string>

export const NO_IDS: UsedIds = new Set()

/** "name", "name 2", …: the first that is free, which is taken from now on. */
export function freshName(name: string, taken: Set<string>): string {
  let fresh = name
  for (let number = 2; taken.has(fresh); number++) fresh = `${name} ${number}`
  taken.add(fresh)
  return fresh
}
