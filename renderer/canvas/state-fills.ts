/** The fills of the residency states that are told apart by a pattern, the same on every canvas (RS-04). */
import { diagonals, type Fill, fillSquare, patternOf } from './hatch'

export interface StateColours {
  evictable: string
  pending: string
  /** what shows through a pattern */
  ground: string
}

export type StateFills = Readonly<Record<'evictable' | 'pending', Fill>>

/** Stripes for evictable, checks for pending; resident is plain, and what is paged out hollow. */
export function stateFills(context: CanvasRenderingContext2D, colours: StateColours): StateFills {
  const evictable = patternOf(context, 8, colours.evictable, (brush) => {
    fillSquare(brush, 8, colours.ground)
    brush.strokeStyle = colours.evictable
    brush.lineWidth = 3
    diagonals(brush, 8)
  })
  const pending = patternOf(context, 6, colours.pending, (brush) => {
    fillSquare(brush, 6, colours.ground)
    brush.fillStyle = colours.pending
    brush.fillRect(0, 0, 3, 3)
    brush.fillRect(3, 3, 3, 3)
  })
  return { evictable, pending }
}
