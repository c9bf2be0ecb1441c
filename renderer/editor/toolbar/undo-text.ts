import { formatCount } from '../../widgets/format'

/**
 * What Undo says of itself.
 * @param name what it takes back, "Blur radius"; null: nothing
 * @param forgotten earlier changes that can no longer be taken back
 */
export function undoText(name: string | null, forgotten: number): string {
  const text = name === null ? 'Takes back the last change of the project' : `Undo ${name}`
  if (forgotten === 0) return text
  const earlier = forgotten === 1 ? '1 earlier change' : `${formatCount(forgotten)} earlier changes`
  return `${text}. ${earlier} can no longer be taken back: only the last 500 are kept`
}

/** @param name what Redo does again; null: nothing */
export function redoText(name: string | null): string {
  return name === null ? 'Makes the change again that was taken back' : `Redo ${name}`
}
