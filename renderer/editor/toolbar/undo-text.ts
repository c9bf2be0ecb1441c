import { formatCount } from '../../widgets/format'

/** What Undo says of itself. @param forgotten earlier changes that can no longer be taken back */
export function undoText(forgotten: number): string {
  const text = 'Takes back the last change of the project'
  if (forgotten === 0) return text
  const earlier = forgotten === 1 ? '1 earlier change' : `${formatCount(forgotten)} earlier changes`
  return `${text}. ${earlier} can no longer be taken back: only the last 500 are kept`
}
