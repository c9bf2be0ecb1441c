/**
 * From the picture that the simulated GPU has shown to what is drawn: its effects with the values that they were submitted
 * with, and nothing that is so only by now. Pure.
 */
import type { PictureView, PipelineView } from '../../../preload/contract'
import { frameAt, framesBefore } from './clip'
import { drawnAlike } from './plan'
import type { Picture } from './renderer'

/** What is drawn, and of which picture. */
export interface Drawable extends Picture {
  /** 0: nothing was shown yet, and only the ground is drawn */
  readonly number: number
  /** µs of the footage: of a video, which may be longer than the sample */
  readonly moment: number
}

/**
 * @param before what was drawn last: of an effect that has been removed since, its PSOs are known there alone
 * @returns `before` itself where nothing looks another way; null: nothing was shown yet
 */
export function drawableOf(
  picture: PictureView | null,
  pipelines: readonly PipelineView[],
  before: Drawable | null,
): Drawable | null {
  if (picture === null) return null
  const stack = picture.effects.map(({ name }) => name)
  const drawn = picture.effects.flatMap(({ name, constants }) => {
    const own = pipelines.filter(({ effect }) => effect === name)
    const known = own.length > 0 ? own : (before?.pipelines.filter(({ effect }) => effect === name) ?? [])
    return known.map((pipeline): PipelineView => ({ ...pipeline, constants: bound(pipeline, constants) }))
  })
  const { footage } = picture
  // null is a gap; what says nothing is the sample
  const moment = footage?.moment ?? picture.position
  const frame = frameAt(moment)
  const media = footage === null ? null : footage?.media
  const isSame =
    before !== null &&
    before.number === picture.number &&
    before.frame === frame &&
    framesBefore(before.moment) === framesBefore(moment) &&
    before.media === media &&
    before.stack.length === stack.length &&
    before.stack.every((name, index) => name === stack[index]) &&
    drawnAlike(stack, drawn, before.pipelines)
  return isSame ? before : { number: picture.number, stack, pipelines: drawn, frame, moment, media }
}

/** What a PSO binds of its effect's values: those that it has. */
function bound({ constants }: PipelineView, values: PipelineView['constants']): PipelineView['constants'] {
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, values[name] ?? value]))
}
