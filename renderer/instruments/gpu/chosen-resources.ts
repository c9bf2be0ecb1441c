/** The resources that GPU work can use, by their full names: what a form suggests, and whether there is one. */
import { type AllocationColumns, fullName } from '../../store/allocations'

/** names that are suggested at once: a list of more is no help */
const MOST_SUGGESTED = 50

/** Names in which all that is typed occurs, in order of creation, without those that are chosen. */
export function suggested(columns: AllocationColumns, typed: string, chosen: readonly string[]): string[] {
  const text = typed.trim().toLowerCase()
  const found = new Set<string>()
  for (const id of columns.ids) {
    const name = fullName(columns, id)
    if (name.toLowerCase().includes(text) && !chosen.includes(name)) found.add(name)
    if (found.size === MOST_SUGGESTED) break
  }
  return [...found]
}

export function isResource(columns: AllocationColumns, name: string): boolean {
  return columns.ids.some((id) => fullName(columns, id) === name)
}
