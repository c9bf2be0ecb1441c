/** A periodic trim of which 1 % is cold, and MakeResident with Evict, among 10,000 and 100,000 allocations. */
import { perform } from '../../main/session/verbs/steps'
import { buildWorld } from '../../main/session/world/build'
import type { World } from '../../main/session/world/world'
import type { PolicyName } from '../../preload/contract'
import { type Contender, measure } from './measure'
import { type Row, rateRow, timeRow } from './table'
import { effect, systemWith } from './worlds'

const COUNTS = [10_000, 100_000] as const
const PAIRS = 100_000

export function residency(): Row[] {
  return [...COUNTS.flatMap(trims), ...pairs()]
}

/** `creative-app` looks at every resource at each trim; `fence-lru` at the cold ones only. */
function trims(count: number): Row[] {
  const group = `Periodic trim, 1 % cold of ${count.toLocaleString('en')}`
  const [byList, byWalk] = measure([periodicTrim('fence-lru', count), periodicTrim('creative-app', count)])
  return [timeRow(group, byList, { peers: [byWalk] }), timeRow(group, byWalk)]
}

function periodicTrim(policy: PolicyName, count: number): Contender {
  const cold = count / 100
  const world = buildWorld(systemWith(policy, [effect('Cold', cold, true), effect('Hot', count - cold, true)]))
  return {
    name: `${policy}, one trim`,
    prepare() {
      apply(world, 'Cold')
      // fence-lru evicts what is older than the trim before
      if (policy === 'fence-lru') trim(world)
      apply(world, 'Hot')
    },
    run() {
      const before = world.device.residency.evictCalls
      trim(world)
      const evicted = world.device.residency.evictCalls - before
      if (evicted !== cold) throw new Error(`${policy} evicted ${evicted} allocations instead of ${cold}`)
      return 1
    },
  }
}

function apply(world: World, name: string): void {
  const hr = perform(world, { verb: 'apply', value: name })
  if (hr !== 'S_OK') throw new Error(`${name}: ${hr}`)
  world.sim.advanceTo(world.sim.now + 1_000_000)
}

function trim(world: World): void {
  perform(world, { verb: 'periodicTrim', value: true })
  world.sim.advanceTo(world.sim.now)
}

function pairs(): Row[] {
  const timings = measure([makeResidentAndEvict(10_000), makeResidentAndEvict(100_000)])
  return timings.map((timing) => rateRow('EnqueueMakeResident + Evict, lazily evictable', timing))
}

function makeResidentAndEvict(count: number): Contender {
  const { device, editor } = buildWorld(systemWith('none', [effect('All', count, true)]))
  const resources = editor.effect('All')?.resources ?? []
  for (const resource of resources) device.evict(resource)
  const fence = device.createFence()
  let value = 0
  return {
    name: `one of ${count.toLocaleString('en')} allocations`,
    run() {
      for (let i = 0; i < PAIRS; i++) {
        const resource = resources[(i * 7) % count]
        if (resource === undefined) throw new Error('an allocation is missing')
        device.enqueueMakeResident([resource], 0, fence, ++value)
        device.evict(resource)
      }
      if (fence.completedValue !== value) throw new Error(`the fence is at ${fence.completedValue} instead of ${value}`)
      return PAIRS
    },
  }
}
