/** What a process holds of local memory, against its budget (RS-08, RS-09). Pure. */
import type { ProcessView } from '../../../../preload/contract'
import { formatBytes } from '../../../widgets/format'

/** Bytes; `held` + `evictable` are what it holds, `lacking` is what it uses but has not got. */
export interface ProcessParts {
  held: number
  evictable: number
  lacking: number
  /** bytes above the budget, 0 when within it */
  over: number
}

export function processParts({ usage, committed, evictable, budget }: ProcessView): ProcessParts {
  const held = Math.max(0, committed - evictable)
  return { held, evictable, lacking: Math.max(0, usage - held), over: Math.max(0, usage - budget) }
}

/** What all bars are drawn to, so that they can be compared: the segment, or more where someone wants more. */
export function processScale(processes: readonly ProcessView[], segmentSize: number): number {
  let scale = segmentSize
  for (const process of processes) {
    const { held, evictable, lacking } = processParts(process)
    scale = Math.max(scale, held + evictable + lacking)
  }
  return scale
}

/** The bar in words. @param own it is the app, of which also the evictable part is known */
export function processSentence(process: ProcessView, own: boolean): string {
  const { over, lacking } = processParts(process)
  const parts = [
    `committed ${formatBytes(process.committed)}`,
    `usage ${formatBytes(process.usage)}`,
    ...(own ? [`evictable ${formatBytes(process.evictable)}`] : []),
    ...(lacking > 0 ? [`of which it lacks ${formatBytes(lacking)}`] : []),
    `budget ${formatBytes(process.budget)}`,
    ...(over > 0 ? [`${formatBytes(over)} over it`] : []),
  ]
  return `${process.name}, in the ${process.foreground ? 'foreground' : 'background'}: ${parts.join(', ')}.`
}
