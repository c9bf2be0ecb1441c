/**
 * Background processing in the whole system: effects are the built-in ones, shaders go through the real compiler; times
 * in µs.
 */
import { expect } from 'vitest'
import type { FrameTime } from '../../../../main/editor/player'
import type { BackgroundMode, ConstantValues, MeasurementsAction, WorkflowName } from '../../../../preload/contract'
import { MIB, MS, type TestWorld, worldOf } from '../../support/world'

export const effect = (name: string, gpuTime: string) => ({ name, gpuTime, resources: [{ name: 'main', size: MIB }] })
export const BLUR = effect('Blur', '4ms')
export const GRAYSCALE = effect('Grayscale', '2ms')
/** decoding and presenting of a frame, beside its effects */
export const DECODE_AND_PRESENT = 3300
export const APP = 2000

export interface Rig extends TestWorld {
  readonly frames: FrameTime[]
}

/** Effects are on the clip already, and nothing is under way. */
export function rigOf(system: Record<string, unknown> = {}, effects = [BLUR]): Rig {
  const frames: FrameTime[] = []
  const options = { system: { developerMode: true, ...system }, app: { effects } }
  const world = worldOf(options, { onFrame: (frame) => frames.push(frame) })
  for (const { name } of effects) world.do({ verb: 'apply', value: name })
  world.wait(100 * MS)
  return Object.assign(world, { frames })
}

/** @returns the frames that were rendered */
export function render(rig: Rig, count: number): FrameTime[] {
  const before = rig.frames.length
  rig.do({ verb: 'frames', value: { count } })
  rig.wait(count * 100 * MS)
  expect(rig.frames).toHaveLength(before + count)
  return rig.frames.slice(before)
}

export function set(rig: Rig, mode: BackgroundMode, action: MeasurementsAction = 'KEEP_ALL', event?: string): string {
  return rig.do({
    verb: 'setBackgroundProcessingMode',
    value: { mode, action, ...(event === undefined ? {} : { event }) },
  })
}

export function start(rig: Rig, name: WorkflowName, maxPasses = 8): void {
  rig.do({ verb: 'workflow', value: { name, maxPasses } })
}

export const variants = (rig: Rig, name: string): ConstantValues[] =>
  rig.device.pipelines.filter((pipeline) => pipeline.effect === name).flatMap((p) => p.variants.map((v) => v.constants))
/** constants that Blur binds */
export function bound({ editor }: Rig): ConstantValues {
  const state = editor.effect('Blur')
  if (state === undefined) throw new Error('Blur is gone')
  return editor.draws.constantsOf(state)
}
export const finished = (rig: Rig) => rig.of('background-task').filter(({ phase }) => phase === 'finish')
export const calls = (rig: Rig) => rig.of('background-mode').map(({ mode, action }) => `${mode} ${action}`)
export const INTRUSIVE = 'ALLOW_INTRUSIVE_MEASUREMENTS'
export const OFF = 'DISABLE_PROFILING_BY_SYSTEM'
