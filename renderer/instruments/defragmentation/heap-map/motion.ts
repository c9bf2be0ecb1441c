/** Which moves are seen going from source to destination, and how far they are. Pure; times in ms of wall time. */
import type { MoveView } from '../../../../preload/contract'

/** A move glides for so long. */
export const GLIDE = 650
/** More would be a flicker, and slow. */
const MOST = 240

export interface Motion {
  move: MoveView
  /** index in RANGE_KINDS of what moves */
  kind: number
  since: number
}

/** The same move in each frame that brings it. */
function keyOf({ allocation, from, fromOffset, to, toOffset }: MoveView): string {
  return `${allocation} ${from} ${fromOffset} ${to} ${toOffset}`
}

export class Motions {
  private gliding = new Map<string, Motion>()
  /** of the moves that were brought last: those whose glide began or which were done before anyone looked */
  private seen = new Set<string>()
  private first = true

  /** Takes the moves of a frame. @param kindOf what a move's range is, as long as its source exists */
  update(moves: readonly MoveView[], kindOf: (move: MoveView) => number, now: number): void {
    const seen = new Set<string>()
    for (const move of moves) {
      if (move.state === 'planned' || move.operation !== 'COPY') continue
      const key = keyOf(move)
      seen.add(key)
      const isOld = this.seen.has(key) || (this.first && move.state === 'done')
      if (!isOld && this.gliding.size < MOST) this.gliding.set(key, { move, kind: kindOf(move), since: now })
    }
    this.seen = seen
    this.first = false
  }

  /** Those that are under way at a moment, with how far they are: 0 at the source, 1 at the destination. */
  at(now: number): { motion: Motion; progress: number }[] {
    const found: { motion: Motion; progress: number }[] = []
    for (const [key, motion] of this.gliding) {
      const progress = (now - motion.since) / GLIDE
      if (progress >= 1) this.gliding.delete(key)
      else found.push({ motion, progress: eased(progress) })
    }
    return found
  }

  clear(): void {
    this.gliding.clear()
  }
}

/** Slow at both ends. */
function eased(share: number): number {
  const t = Math.min(1, Math.max(0, share))
  return t * t * (3 - 2 * t)
}
