/** Marks what a lesson points at, and nothing else; what it looks like is the style sheet's. */
import { useEffect } from 'react'
import type { LessonControl } from '../../../preload/contract'
import { whileSeen } from '../../frame/seen'
import { useStore } from '../../store/store'
import { findLast } from './control'
import { wayNow } from './step'

/** ms between two looks: what is pointed at may come, go and be made anew at any time */
const LOOK_EVERY = 250
const MARK = 'data-pointed'

class Pointer {
  private at: Element | null = null

  /** @param element null: nothing is pointed at */
  point(element: HTMLElement | null): void {
    const isMarked = element?.hasAttribute(MARK) ?? true
    if (element === this.at && isMarked) return
    this.at?.removeAttribute(MARK)
    if (element !== this.at) element?.scrollIntoView({ block: 'center', inline: 'nearest' })
    element?.setAttribute(MARK, '')
    this.at = element
  }
}

/** @param way to the control; null: the step is done, and nothing is pointed at */
export function usePointer(way: readonly LessonControl[] | null): void {
  useEffect(() => {
    if (way === null) return
    const pointer = new Pointer()
    const look = (): void => pointer.point(findLast(wayNow(way, useStore.getState().view)))
    look()
    const stop = whileSeen(LOOK_EVERY, look)
    return () => {
      stop()
      pointer.point(null)
    }
  }, [way])
}
