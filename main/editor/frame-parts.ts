/** The parts of a frame that is under way, each of which ends by itself. Times in µs. */
import type { Continuation } from '../sim/continuation'
import type { DrawnEffect } from './picture'

/** What a frame consists of; it is over when the last of it is, which an effect that waits for memory may be. */
export class FrameParts {
  /** parts that did not complete */
  lost = 0
  /** what the frame shows was decoded, or copied out of a cache; also where nothing lies */
  hasFootage = true
  /** µs that completed */
  gpuTime = 0
  /** whether it was presented, and when, µs */
  present: { readonly completed: boolean; readonly at: number } = { completed: false, at: 0 }
  /** those that have completed, by their place; undefined: there it is none that is drawn */
  readonly effects: (DrawnEffect | undefined)[] = []
  /** its present among them */
  private open = 1

  /** @param over done at the end of the last part */
  constructor(private readonly over: Continuation<[FrameParts]>) {}

  /** There is one more part, of which somebody says when it has ended. */
  add(): void {
    this.open++
  }

  /** @param gpuTime µs */
  ended(completed: boolean, gpuTime: number): void {
    if (completed) this.gpuTime += gpuTime
    else this.lost++
    this.settle()
  }

  /** As `ended`, of what everything else is drawn over. @param gpuTime µs */
  footageEnded(completed: boolean, gpuTime: number): void {
    this.hasFootage &&= completed
    this.ended(completed, gpuTime)
  }

  /** @param gpuTime µs @param at µs */
  presented(completed: boolean, gpuTime: number, at: number): void {
    this.present = { completed, at }
    if (completed) this.gpuTime += gpuTime
    this.settle()
  }

  private settle(): void {
    if (--this.open === 0) this.over.run(this)
  }
}
