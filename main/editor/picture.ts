/**
 * What the app has shown: the last picture whose work the simulated GPU has finished, with what it was submitted with.
 * Nothing in the simulation depends on it. Times in µs.
 */
import type { ConstantValues } from '../../preload/contract/specs'

export interface DrawnEffect {
  readonly name: string
  /** as they were when it was submitted */
  readonly constants: ConstantValues
}

/** A moment of footage: of the sample, or of an imported clip. */
export interface PictureFootage {
  readonly media?: string | undefined
  /** µs into it */
  readonly moment: number
}

export interface Picture {
  /** counts the pictures that were shown, from 1 */
  readonly number: number
  /** on the timeline */
  readonly position: number
  /** what is seen there; null: nothing lies there */
  readonly footage: PictureFootage | null
  /** in order, those that the GPU has finished */
  readonly effects: readonly DrawnEffect[]
  /** when it was shown */
  readonly t: number
}

export class Screen {
  private shown: Picture | null = null
  private newest = 0

  /** null: nothing was shown yet */
  get picture(): Picture | null {
    return this.shown
  }

  /**
   * A frame is over. One that a newer frame has overtaken, as it waited for memory, is not shown any more.
   * @param order ordinal of the frame
   * @param t µs
   */
  present(
    order: number,
    seen: Pick<Picture, 'position' | 'footage'>,
    effects: readonly DrawnEffect[],
    t: number,
  ): void {
    if (order < this.newest) return
    this.newest = order
    this.show(seen, effects, t)
  }

  /**
   * The GPU has finished one press of an effect: its result is seen (LB-08), over what was shown.
   * @param place the names of all effects, in the order in which a frame has them
   * @param t µs
   * @returns false: nothing was presented yet, or nothing lies there, so there is nothing that it could be seen on
   */
  pressed(effect: DrawnEffect, place: readonly string[], t: number): boolean {
    if (this.shown === null || this.shown.footage === null) return false
    const others = this.shown.effects.filter(({ name }) => name !== effect.name)
    const all = [...others, effect].sort((a, b) => place.indexOf(a.name) - place.indexOf(b.name))
    this.show(this.shown, all, t)
    return true
  }

  private show(
    { position, footage }: Pick<Picture, 'position' | 'footage'>,
    effects: readonly DrawnEffect[],
    t: number,
  ): void {
    this.shown = { number: (this.shown?.number ?? 0) + 1, position, footage, effects, t }
  }
}
