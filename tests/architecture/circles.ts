/** Circles of imports: files that cannot be understood, loaded or tested one before the other. */
import { resolved } from './resolve'
import type { Source } from './source'

/** What each file imports of the others; types too, as they are read together. */
export function dependenciesOf(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ from }) => resolved(path, from, (each) => known.has(each)) ?? []),
    ]),
  )
}

/** Groups of files each of which reaches every other of its group by imports, in the order of names. */
export function circlesOf(dependencies: ReadonlyMap<string, readonly string[]>): string[][] {
  // Tarjan, 1972: strongly connected components
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): void => {
    const at = order.size
    order.set(path, at)
    lowest.set(path, at)
    stack.push(path)
    for (const next of dependencies.get(path) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!))
    }
    if (lowest.get(path) !== at) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1 || dependencies.get(path)?.includes(path)) circles.push(circle.sort())
  }
  for (const path of dependencies.keys()) if (!order.has(path)) visit(path)
  return circles.sort((a, b) => a[0]!.localeCompare(b[0]!))
}
