/** What is wrong with a command for the simulated system, in words. */
import { describe, expect, it } from 'vitest'
import {
  notifyProblem,
  otherProcessProblem,
  placedName,
  resourceName,
  resourceProblem,
  submitProblem,
} from '../../../../main/session/commands/system-problem'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { TrimFlag } from '../../../../preload/contract'
import { MIB, scenario } from '../live-rig'

const effects = [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }]
const systemOf = (file: Record<string, unknown> = {}) =>
  WatchedSystem.of(scenario({ ...file, app: { effects, ...(file.app as object) } }))

describe('another process', () => {
  it('uses at most what the local segment has', () => {
    const system = systemOf({ system: { localMemory: '64MiB', budget: '64MiB' } })
    const of = (bytes: number) => otherProcessProblem({ kind: 'setOtherProcess', bytes }, system)
    expect([of(64 * MIB), of(64 * MIB + 1)]).toEqual([
      null,
      `The other process would use ${64 * MIB + 1} bytes; the local segment has ${64 * MIB}. Use that or less.`,
    ])
  })
})

describe('a name of the system’s own', () => {
  const system = systemOf()

  it('is no other process’s: the app’s memory is what it makes resident [RS-09]', () => {
    const of = (name: string) => otherProcessProblem({ kind: 'setOtherProcess', bytes: 1, name }, system)
    expect([of('app'), of('dwm'), of('game')]).toEqual([
      '"app" is the app, whose memory is what it makes resident. Name another process.',
      null,
      null,
    ])
  })

  it('is no context of work by hand, but the app’s [GP-09]', () => {
    const of = (context: string) => submitProblem({ engine: '3d', gpuTime: 1, context }, system)
    expect([of('dwm'), of('app'), of('game')]).toEqual([
      '"dwm" is the compositor, which presents by itself. Give the context another name.',
      null,
      null,
    ])
  })
})

describe('a resource', () => {
  const system = systemOf({ app: { allocation: 'placed' } })
  const { names } = system.world.vidmm.residency.table
  const instead = 'has the priorities'

  it('is known by its handle, as long as it is there', () => {
    const heap = names.findIndex((name) => name !== '' && system.world.editor.find(name) === undefined)
    expect(resourceName(names.length + 7, system)).toBe('')
    expect(resourceProblem(names.length + 7, instead, system)).toBe(
      `There is no allocation ${names.length + 7} any more.`,
    )
    expect(resourceName(heap, system)).toBe(names[heap])
    expect(resourceProblem(heap, instead, system)).toBe(
      `${names[heap]} is no resource of the app: what is placed in a heap has the priorities. Choose one of these.`,
    )
  })

  it('of the app’s own is no problem', () => {
    const committed = systemOf()
    const handle = committed.world.vidmm.residency.table.names.indexOf('A.r')
    expect(resourceProblem(handle, instead, committed)).toBeNull()
  })

  it('that is placed is known by its number in the allocator', () => {
    const [placed] = system.world.editor.memory.all
    expect(placed?.name).toBe('A.r')
    expect(placedName(placed?.allocation.serial as number, system)).toBe('A.r')
    expect(placedName(1_000_000, system)).toBeNull()
  })
})

describe('work', () => {
  it('names only resources that are there, as a whole and in its parts', () => {
    const system = systemOf()
    const work = { engine: '3d' as const, priority: 'normal' as const, gpuTime: 5 }
    const part = (...resources: string[]) => ({ gpuTime: 5, resources })
    expect(submitProblem({ ...work, resources: ['A.r'], parts: [part('A.r')] }, system)).toBeNull()
    expect(submitProblem(work, system)).toBeNull()
    expect(submitProblem({ ...work, resources: ['A.r', 'A.x'] }, system)).toBe(
      'There is no resource "A.x" that the work could use.',
    )
    expect(submitProblem({ ...work, parts: [part('A.r'), part('B.y')] }, system)).toBe(
      'There is no resource "B.y" that the work could use.',
    )
  })
})

describe('a notification [TN-03]', () => {
  const { PERIODIC_TRIM, RESTART_PERIODIC_TRIM, TRIM_TO_BUDGET } = TrimFlag
  const of = (flags: number, bytes = 0) => notifyProblem({ kind: 'notify', flags, bytes })

  it('begins no period anew that it ends', () => {
    expect(of(PERIODIC_TRIM | RESTART_PERIODIC_TRIM | TRIM_TO_BUDGET, 5)).toMatch(/never set together \(TN-03\)/)
    expect([of(PERIODIC_TRIM), of(RESTART_PERIODIC_TRIM)]).toEqual([null, null])
  })

  it('has bytes only with TRIM_TO_BUDGET, which may have none', () => {
    expect(of(PERIODIC_TRIM, 1)).toBe(
      '1 bytes to trim need the flag TRIM_TO_BUDGET (TN-03). Set it, or leave the bytes at 0.',
    )
    expect([of(TRIM_TO_BUDGET), of(TRIM_TO_BUDGET | PERIODIC_TRIM, 1)]).toEqual([null, null])
  })
})
