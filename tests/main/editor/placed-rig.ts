/** Worlds whose app places its memory in a small pool "P", and short ways to say what a defragmentation is to do. */
import type { Suballocation } from '../../../main/editor/suballocation'
import type { DefragmentationCall, DefragmentStep } from '../../../main/session/scenario/format/types'
import { type Draft, MIB, type TestWorld, worldOf } from '../support/world'

/** Blocks of 4 MiB. */
const POOL = { name: 'P', blockSize: '4MiB' }

const DESC: DefragmentStep = {
  algorithm: 'full',
  maxBytesPerPass: 0,
  maxAllocationsPerPass: 0,
  pool: 'P',
  timePerFrame: 0,
  bytesPerFrame: 0,
  evicted: 'skip',
  ignore: [],
  destroy: [],
}

/** The copy engine copies 1 MiB in 1 ms, so that a test can look in between. */
const SLOW = { copyBandwidth: 1000 * MIB }

/** @param more `app.pools` beside "P" */
export function placedWorld(
  draft: Draft = {},
  { pools = [], ...app }: { pools?: object[]; [field: string]: unknown } = {},
) {
  return worldOf({
    ...draft,
    system: { ...SLOW, ...draft.system },
    app: { allocation: 'placed', pools: [POOL, ...pools], pool: 'P', ...app },
  })
}

/** An effect with one resource "r", placed in "P". */
export function effect(name: string, size: string | number = '1MiB', more: object = {}) {
  return { name, gpuTime: '1ms', resources: [{ name: 'r', size, ...more }] }
}

export function allocate(world: TestWorld, name: string, mib: number, more: object = {}): Suballocation {
  const hr = world.do({ verb: 'allocate', value: { name, size: mib * MIB, pool: 'P', ...more } })
  if (hr !== 'S_OK') throw new Error(`${name} was not allocated: ${hr}`)
  return found(world, name)
}

export function found(world: TestWorld, name: string): Suballocation {
  const resource = world.editor.memory.find(name)
  if (resource === undefined) throw new Error(`there is no ${name}`)
  return resource
}

export function free(world: TestWorld, ...names: string[]): void {
  for (const name of names) {
    const hr = world.do({ verb: 'free', value: { name } })
    if (hr !== 'S_OK') throw new Error(`${name} was not freed: ${hr}`)
  }
}

export function begin(world: TestWorld, desc: Partial<DefragmentStep> = {}): string {
  return world.do({ verb: 'defragmentation', value: { call: 'begin', desc: { ...DESC, ...desc } } })
}

export function call(world: TestWorld, name: Exclude<DefragmentationCall['call'], 'begin' | 'operation'>): string {
  return world.do({ verb: 'defragmentation', value: { call: name } })
}

/** Runs to the end. */
export function defragment(world: TestWorld, desc: Partial<DefragmentStep> = {}): string {
  return world.do({ verb: 'defragment', value: { ...DESC, ...desc } })
}

/** "pool block n @ offset in MiB" */
export function placeOf(world: TestWorld, name: string): string {
  const { allocation } = found(world, name)
  return `${allocation.getHeap()?.name} @ ${allocation.getOffset() / MIB}`
}

export function names(world: TestWorld): string[] {
  return [...world.editor.memory.all].map(({ name }) => name)
}

/** Names whose contents are not what was written last (DF-18). */
export function lost(world: TestWorld): string[] {
  return [...world.editor.memory.all].filter(({ intact }) => !intact).map(({ name }) => name)
}

export function rules(world: TestWorld): string[] {
  return world.of('finding').map(({ rule }) => rule)
}
