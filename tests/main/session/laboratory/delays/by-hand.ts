/** What chains that are worked by hand are compared with: what each segment is, from when to when, in µs, and what it names. */
import { expect } from 'vitest'
import type { ChainSegment, Delay } from '../../../../../main/session/laboratory/delays/types'
import { traceLine } from '../../../../../main/sim/trace-lines'
import type { Line } from '../../../../golden/reading'
import { type Draft, MS, type TestWorld, worldOf } from '../../../support/world'
import { delayProblems, knownOf } from './problems'

export const SIZE = '64MiB'
/** 64 MiB over the bandwidth of 4 GiB/s: 1/64 s */
export const TRANSFER = 15_625
export const PAGING = { pagingBandwidth: '4GiB' }

export const effect = (name: string, gpuTime: string, resources: Record<string, unknown>[] = []) => ({
  name,
  gpuTime,
  resources,
})

/** What a segment names, in short. */
function named(segment: ChainSegment): string {
  switch (segment.kind) {
    case 'page-in':
      return segment.resource
    case 'page-out':
      return `${segment.resource} for ${segment.for}`
    case 'paging-queue':
      return `${segment.resource} ${segment.direction}${segment.for === null ? '' : ` for ${segment.for}`}`
    case 'preemption':
    case 'preempted':
      return `for ${segment.request?.context}: ${segment.request?.reason}`
    case 'policy-wait':
      return segment.callback === null
        ? `${segment.policy}: ${segment.packet?.command ?? 'its MakeResident'}`
        : `${segment.policy}: callback ${segment.callback.cookie}, notification ${segment.callback.notification}`
    case 'vertical-blank':
      return `display ${segment.display}`
    default:
      return segment.packet === null
        ? 'processor'
        : `${segment.packet.command} of ${segment.packet.context} on ${segment.packet.engine}`
  }
}

export const shortly = ({ segments }: Delay): [string, number, number, string][] =>
  segments.map((segment) => [segment.kind, segment.start, segment.end, named(segment)])

/** A world that has run, of which all delays are sound. */
export function ran(draft: Draft, actions: (world: TestWorld) => void, until = 5_000 * MS): TestWorld {
  const world = worldOf(draft)
  actions(world)
  world.wait(until - world.sim.now)
  const lines = world.records.map((record) => JSON.parse(traceLine(record)) as Line)
  expect(delayProblems(world.delays.worst, world.delays.totals, lines, knownOf(world))).toEqual([])
  return world
}

export const only = (world: TestWorld, name: string, begin: number): Delay => {
  const found = world.delays.worst.filter((delay) => delay.name === name && delay.begin === begin)
  expect(found).toHaveLength(1)
  return found[0] as Delay
}
