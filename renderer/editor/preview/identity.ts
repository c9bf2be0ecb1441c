/**
 * Compares a variant with its general shader on this computer's GPU, once for each: both are drawn from the same
 * pictures with the same constants, and every byte has to be the same (BP-25). Drawn when the Preview has nothing else
 * to draw, read when a fence tells that it is done.
 */

import type { VariantView } from '../../../preload/contract'
import type { PixelDifference } from '../../store/measured'
import { MEASURED_SIZE } from '../../store/measured'
import { usableVariants } from '../../store/variants'
import { createTarget, deleteTarget, type Size, type Target } from './gl'
import { GpuPoll, isSignalled } from './gpu-poll'
import type { PassStep } from './plan'
import { Readback } from './readback'

/** The same draw with the general shader and with a variant. */
export interface Pair {
  general: PassStep
  variant: PassStep & { variant: VariantView }
}

/** ms between looks at whether the GPU is done */
const POLL = 10
/** Sources that are remembered as compared. */
const MOST_KNOWN = 4_096

/** How two pictures differ, as bytes. */
export function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): PixelDifference {
  let bytes = 0
  let worst = 0
  for (let at = 0; at < a.length; at++) {
    const off = Math.abs((a[at] as number) - (b[at] as number))
    if (off === 0) continue
    bytes++
    worst = Math.max(worst, off)
  }
  return { bytes, worst, of: a.length }
}

/** The same draw with a variant: what that does not read any more is bound for it nonetheless, both read the same pictures. */
export function stepWith(step: PassStep): (variant: VariantView) => Pair['variant'] {
  return (variant) => ({ ...step, variant, source: variant.source })
}

/**
 * The first variant of these draws that was not compared yet and matches what is bound.
 * @param general draws with general shaders
 * @param isBuilt whether a source can be drawn with
 */
export function uncomparedPair(
  general: readonly PassStep[],
  compared: ReadonlySet<string>,
  isBuilt: (source: string) => boolean,
): Pair | null {
  for (const step of general) {
    if (!isBuilt(step.source)) continue
    const variant = usableVariants(step.pipeline).find(({ source }) => !compared.has(source) && isBuilt(source))
    if (variant !== undefined) return { general: step, variant: stepWith(step)(variant) }
  }
  return null
}

export class IdentityCheck {
  private readonly compared = new Set<string>()
  private readonly expected: Readback
  private readonly found: Readback
  private target: Target | null = null
  private readonly poll: GpuPoll

  /** @param result called with what a comparison has found */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly result: (pair: Pair, difference: PixelDifference) => void,
  ) {
    this.expected = new Readback(gl)
    this.found = new Readback(gl)
    this.poll = new GpuPoll(gl, POLL)
  }

  get isUnderWay(): boolean {
    return this.poll.isUnderWay
  }

  next(general: readonly PassStep[], isBuilt: (source: string) => boolean): Pair | null {
    return uncomparedPair(general, this.compared, isBuilt)
  }

  /** @param draw draws a step once, into a target of this size, and leaves it bound */
  begin(pair: Pair, draw: (step: PassStep, size: Size, target: Target) => void): void {
    const { gl } = this
    if (this.compared.size >= MOST_KNOWN) this.compared.clear()
    this.compared.add(pair.variant.source)
    const { width, height } = MEASURED_SIZE
    this.target ??= createTarget(gl, width, height)
    draw(pair.general, MEASURED_SIZE, this.target)
    this.expected.begin(width, height)
    draw(pair.variant, MEASURED_SIZE, this.target)
    this.found.begin(width, height)
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    if (done !== null) this.watch(done, pair)
  }

  /** After a lost context: what was under way never ends. */
  forget(): void {
    this.poll.stop()
    this.target = null
    this.expected.dispose()
    this.found.dispose()
    this.compared.clear()
  }

  dispose(): void {
    if (this.target !== null) deleteTarget(this.gl, this.target)
    this.forget()
  }

  private watch(done: WebGLSync, pair: Pair): void {
    const { gl } = this
    this.poll.until(() => {
      if (!isSignalled(gl, done)) return false
      gl.deleteSync(done)
      this.result(pair, differenceOf(this.expected.receive().data, this.found.receive().data))
      return true
    })
  }
}
