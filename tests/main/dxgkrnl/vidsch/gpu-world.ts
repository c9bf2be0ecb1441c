/** Quiet systems for the scheduler's tests: work is submitted by hand, and the trace is read as short sentences. */

import type { Fence } from '../../../../main/d3d12/fence'
import type { Resource } from '../../../../main/d3d12/resource'
import type { Action } from '../../../../main/session/verbs/steps'
import {
  COMPUTE_GRANULARITIES,
  type EngineName,
  GRAPHICS_GRANULARITIES,
  type SubmitSpec,
} from '../../../../preload/contract'
import { MIB, type RecordOf, type TestWorld, worldOf } from '../../support/world'

/** 1 MiB takes 1 ms to page. Saving and restoring take no time unless the driver says so. */
export function gpuWorld(driver: Record<string, unknown> = {}, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { pagingBandwidth: 1000 * MIB, ...system, driver } })
}

/** Both kinds of granularity, coarse to fine, level by level. */
export const LEVELS = GRAPHICS_GRANULARITIES.map((graphics, i) => ({
  graphics,
  compute: COMPUTE_GRANULARITIES[i] as (typeof COMPUTE_GRANULARITIES)[number],
}))

/** In µs; of different sizes, so that sums tell which of them were paid. */
export const SAVES = {
  'dma-buffer': 10,
  primitive: 15,
  triangle: 20,
  pixel: 40,
  dispatch: 15,
  'thread-group': 20,
  thread: 40,
  shader: 100,
}
/** A driver with which a switch costs: 10 µs to save at a packet's end, 7 µs to restore. */
export const COSTS = { contextSave: SAVES, contextRestore: 7 }

/** 8 ms: 4 primitives (or dispatches) of 2000 µs, triangles of 200, pixels of 10, instructions of 2. */
export const GRAPHICS = { draws: 2, primitives: 2, triangles: 10, pixels: 20, instructions: 5 }
export const COMPUTE = { dispatches: 4, threadGroups: 10, threads: 20, instructions: 5 }
export const LENGTH = 8000

/** Submits work now: on the 3D engine at normal priority unless it says otherwise; a named context is a process. */
export function submit(world: TestWorld, spec: Partial<SubmitSpec> & { gpuTime: number }): void {
  const value = { engine: '3d', priority: 'normal', ...spec } as Extract<Action, { verb: 'submit' }>['value']
  const hr = world.do({ verb: 'submit', value })
  if (hr !== 'S_OK') throw new Error(`not submitted: ${hr}`)
}

export function makeResident(world: TestWorld, ...resources: Resource[]): Fence {
  const fence = world.device.createFence()
  const { hr } = world.device.enqueueMakeResident(resources, 0, fence, 1)
  if (hr !== 'S_OK') throw new Error(`not made resident: ${hr}`)
  return fence
}

/** Runs until nothing is left but the cadence of the trim notifications; more than `limit` events are too many. */
export function finish(world: TestWorld, limit = 10_000): void {
  world.vidmm.periodicTrim.configure({ whileActive: false })
  for (let events = 0; world.sim.pending > 0; events++) {
    if (events > limit) throw new Error(`events go on without end at ${world.sim.now} µs`)
    world.sim.runNext()
  }
}

/** Packets of an engine as they left it: "A#1 0–8000 completed", with context and submission fence. */
export function packets(world: TestWorld, engine: EngineName = '3d'): string[] {
  return packetRecords(world, engine).map(
    ({ context, fence, start, end, outcome }) => `${context}#${fence} ${start}–${end} ${outcome}`,
  )
}

export function packetRecords(world: TestWorld, engine?: EngineName): RecordOf<'packet'>[] {
  return world.of('packet').filter((record) => engine === undefined || record.engine === engine)
}

/** Answers to preemption requests: "3332→3340 pixel, save 0, held 1". */
export function preemptions(world: TestWorld): string[] {
  return world
    .of('preempt')
    .map(
      ({ requested, stopped, boundary, save, held }) =>
        `${requested}→${stopped} ${boundary}, save ${save}, held ${held}`,
    )
}
