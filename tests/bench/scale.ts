/**
 * A million tracked allocations: what they take of the main process, what a periodic trim costs, and how many
 * MakeResident and Evict calls there are in a second. The peer keeps an object per allocation in a Map.
 */
import type { Device } from '../../main/d3d12/device'
import { HeapFlag, type Resource } from '../../main/d3d12/resource'
import { LiveSession } from '../../main/session/live-session'
import type { Scenario } from '../../main/session/scenario'
import { perform } from '../../main/session/verbs/steps'
import { buildWorld } from '../../main/session/world/build'
import type { World } from '../../main/session/world/world'
import type { EffectSpec, PolicyName } from '../../preload/contract'
import { type Contender, measure, summary, type Timing } from './measure'
import { TrackedObjects } from './objects'
import { type Row, rateRow, timeRow } from './table'
import { effect, PAGE, systemWith } from './worlds'

const MILLION = 1_000_000
const GiB = 1024 ** 3
/** allocations of an effect: as many as a large one has */
const PER_EFFECT = 5_000
const MOST_BYTES = 200
/** s, at any share of cold ones */
const MOST_TRIM_SECONDS = 0.01
const MOST_SUBMIT_SECONDS = 0.045
const SHARES = [0.01, 0.1, 0.5] as const
const POLICIES = ['fence-lru', 'd3dx12-residency'] as const satisfies readonly PolicyName[]
const LEAST_CALLS = 2_000_000
const ROUNDS = 5

export function scale(): Row[] {
  return [...memory(), ...trims(), ...calls(), ...frames()]
}

/** A system with memory for all of them. */
function system(policy: PolicyName, effects: EffectSpec[]): Scenario {
  const small = systemWith(policy, effects)
  return { ...small, system: { ...small.system, localMemory: 96 * GiB, budget: 80 * GiB } }
}

function named(count: number, index: number): string {
  return `Effect ${Math.floor(index / count)}.r${index % count}`
}

function effectsOf(count: number): EffectSpec[] {
  return Array.from({ length: count / PER_EFFECT }, (_, index) => effect(`Effect ${index}`, PER_EFFECT, true))
}

function memory(): Row[] {
  const group = 'Memory of the main process per allocation, of 1,000,000'
  const kernel = bytesPerAllocation(() => kernelOnly().vidmm)
  const runtime = bytesPerAllocation(() => {
    const { device } = kernelOnly(0)
    return [device, Array.from({ length: MILLION }, (_, index) => committed(device, named(PER_EFFECT, index)))]
  })
  const effects = effectsOf(MILLION)
  const all = bytesPerAllocation(() => buildWorld(system('fence-lru', effects)))
  const description = bytesPerAllocation(() => effectsOf(MILLION))
  const objects = bytesPerAllocation(() => objectsOf(MILLION))
  const peer = (bytes: number): Row['ratios'] => [{ value: objects / bytes, peer: 'less than objects' }]
  return [
    bytesRow(group, 'kernel: table with names, lists, segment', kernel, peer(kernel), MOST_BYTES),
    bytesRow(group, 'kernel and runtime', runtime, peer(runtime), MOST_BYTES),
    bytesRow(group, 'kernel, runtime, app and policy (fence-lru)', all, peer(all), MOST_BYTES),
    bytesRow(group, "the scenario's own description of them, besides", description),
    bytesRow(group, 'objects in a Map, the kernel part alone', objects),
  ]
}

function kernelOnly(count = MILLION): World {
  const world = buildWorld(system('none', []), {}, 0)
  for (let index = 0; index < count; index++) {
    const name = named(PER_EFFECT, index)
    world.vidmm.createAllocation({ device: world.device.id, name, bytes: PAGE, segment: 0, resident: true })
  }
  return world
}

function committed(device: Device, name: string): Resource {
  const { resource } = device.createCommittedResource({ dimension: 'buffer', width: PAGE }, HeapFlag.NONE, name)
  if (resource === null) throw new Error(`${name} was not created`)
  return resource
}

function objectsOf(count: number): TrackedObjects {
  const objects = new TrackedObjects()
  for (let handle = 0; handle < count; handle++) objects.add(handle, named(PER_EFFECT, handle), PAGE, PAGE)
  return objects
}

/** What `build` leaves behind, in the heap and in typed arrays, over a million; needs `node --expose-gc`. */
function bytesPerAllocation(build: () => unknown): number {
  const before = used()
  const built = build()
  const bytes = used() - before
  if (built === undefined) throw new Error('nothing was built')
  return bytes / MILLION
}

function used(): number {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('run node with --expose-gc: memory in use is known only after a collection')
  for (let i = 0; i < 3; i++) gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function bytesRow(group: string, what: string, bytes: number, ratios: Row['ratios'] = [], target?: number): Row {
  const text = (value: number): string => `${value.toFixed(0)} bytes`
  return {
    group,
    what,
    median: text(bytes),
    best: '',
    ratios,
    ...(target === undefined ? {} : { target: { text: `≤ ${text(target)}`, met: bytes <= target } }),
  }
}

/** Each policy's trim, and what it takes to submit all that is not cold, beside the same bookkeeping in objects. */
function trims(): Row[] {
  return SHARES.flatMap((share) => {
    const cold = Math.round(MILLION * share)
    const worlds = POLICIES.map((policy) => new Trimmed(policy, cold))
    const objects = new TrimmedObjects(cold)
    const all = [...worlds, objects]
    const percent = `${share * 100} % cold of 1,000,000`
    const trimmed = measure(
      all.map((one) => one.trim()),
      ROUNDS,
    )
    const submitted = measure(
      all.map((one) => one.submit()),
      ROUNDS,
    )
    const rows = (group: string, timings: readonly Timing[], target: number): Row[] => {
      const peer = timings.at(-1) as Timing
      return timings.map((timing) => timeRow(group, timing, timing === peer ? {} : { peers: [peer], target }))
    }
    return [
      ...rows(`Periodic trim, each eviction traced, ${percent}`, trimmed, MOST_TRIM_SECONDS),
      ...rows(`Submitting ${(MILLION - cold).toLocaleString('en')} of them`, submitted, MOST_SUBMIT_SECONDS),
    ]
  })
}

/** Effects of which one is cold at every trim. */
class Trimmed {
  private readonly world: World

  constructor(
    private readonly policy: PolicyName,
    private readonly cold: number,
  ) {
    this.world = buildWorld(system(policy, [effect('Cold', cold, true), effect('Hot', MILLION - cold, true)]))
  }

  trim(): Contender {
    const { world, policy, cold } = this
    return {
      name: policy,
      prepare: () => {
        apply(world, 'Cold')
        // it evicts what was not used since the trim before
        trim(world)
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

  /** The press alone: what the GPU does then is not its. */
  submit(): Contender {
    const { world } = this
    return {
      name: this.policy,
      prepare: () => apply(world, 'Hot'),
      run() {
        const hr = perform(world, { verb: 'apply', value: 'Hot' })
        if (hr !== 'S_OK') throw new Error(hr)
        return 1
      },
    }
  }
}

class TrimmedObjects {
  private readonly objects = objectsOf(MILLION)
  private readonly coldOnes: readonly number[]
  private readonly hotOnes: readonly number[]
  private fence = 0

  constructor(private readonly cold: number) {
    const range = (first: number, end: number): number[] => Array.from({ length: end - first }, (_, i) => first + i)
    this.coldOnes = range(0, cold)
    this.hotOnes = range(cold, MILLION)
  }

  trim(): Contender {
    const { objects, cold } = this
    return {
      name: 'objects in a Map, all looked at, no trace',
      prepare: () => {
        objects.use(this.coldOnes, ++this.fence)
        objects.use(this.hotOnes, ++this.fence)
      },
      run: () => {
        const evicted = objects.trim(this.fence - 1)
        if (evicted !== cold) throw new Error(`${evicted} objects were evicted instead of ${cold}`)
        return 1
      },
    }
  }

  submit(): Contender {
    return {
      name: 'objects in a Map',
      run: () => {
        this.objects.use(this.hotOnes, ++this.fence)
        return 1
      },
    }
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

const PAIRS = MILLION
/** as an app does it: the allocations of an effect, then those of another one somewhere else */
const byEffect = (pair: number): number => {
  const turn = Math.floor(pair / PER_EFFECT)
  return ((turn * 77) % (MILLION / PER_EFFECT)) * PER_EFFECT + (pair % PER_EFFECT)
}
/** the worst case: neighbours in time are far apart, so that every call waits for memory */
const scattered = (pair: number): number => (pair * 7_919) % MILLION
type Order = (pair: number) => number

function calls(): Row[] {
  const group = 'MakeResident + Evict, lazily evictable, 1,000,000 allocations: calls'
  const kernel = kernelOnly()
  const objects = objectsOf(MILLION)
  for (const handle of objects.byHandle.keys()) objects.evict(handle)
  const [near, runtime, nearObjects, far, farObjects] = measure(
    [
      kernelCalls(kernel, byEffect),
      runtimeCalls(),
      objectCalls(objects, byEffect),
      kernelCalls(kernel, scattered),
      objectCalls(objects, scattered),
    ],
    ROUNDS,
  )
  return [
    rateRow(group, near, { peers: [nearObjects], target: LEAST_CALLS }),
    rateRow(group, runtime, { peers: [nearObjects], target: LEAST_CALLS }),
    rateRow(group, nearObjects),
    rateRow(group, far, { peers: [farObjects] }),
    rateRow(group, farObjects),
  ]
}

const inOrder = (order: Order): string => (order === scattered ? ', each far from the one before' : '')

function kernelCalls({ vidmm }: World, order: Order): Contender {
  const handles = [...vidmm.residency.table.live()]
  for (const handle of handles) vidmm.evict(handle)
  let done = 0
  const count = (): void => {
    done++
  }
  return {
    name: `kernel${inOrder(order)}`,
    run() {
      done = 0
      for (let i = 0; i < PAIRS; i++) {
        const handle = handles[order(i)] as number
        vidmm.makeResident([handle], count)
        vidmm.evict(handle)
      }
      if (done !== PAIRS) throw new Error(`${done} of ${PAIRS} were made resident`)
      return 2 * PAIRS
    },
  }
}

function runtimeCalls(): Contender {
  const { device } = kernelOnly(0)
  const resources = Array.from({ length: MILLION }, (_, index) => committed(device, named(PER_EFFECT, index)))
  for (const resource of resources) device.evict(resource)
  const fence = device.createFence()
  let value = 0
  return {
    name: 'EnqueueMakeResident and Evict of the device, traced',
    run() {
      for (let i = 0; i < PAIRS; i++) {
        const resource = resources[byEffect(i)] as Resource
        device.enqueueMakeResident([resource], 0, fence, ++value)
        device.evict(resource)
      }
      if (fence.completedValue !== value) throw new Error(`the fence is at ${fence.completedValue} instead of ${value}`)
      return 2 * PAIRS
    },
  }
}

function objectCalls(objects: TrackedObjects, order: Order): Contender {
  return {
    name: `objects in a Map, counts only${inOrder(order)}`,
    run() {
      for (let i = 0; i < PAIRS; i++) {
        objects.makeResident(order(i))
        objects.evict(order(i))
      }
      return 2 * PAIRS
    },
  }
}

const FRAMES = 60
/** ms of wall time between two frames */
const INTERVAL = 16

/** A press each frame: an effect of 5,000 is made resident, another one evicted. */
function frames(): Row[] {
  let wall = 0
  const live = new LiveSession({
    scenario: system('submission-lru', effectsOf(MILLION)),
    wallMs: () => wall,
    publish: () => {},
    document: { title: 'bench', path: null, recent: [], theme: 'system' },
  })
  live.publishFrame()
  const seconds: number[] = []
  for (let turn = 0; turn < 2 * FRAMES; turn++) {
    const pressed = live.execute({ kind: 'applyEffect', effect: `Effect ${turn}` })
    if (!pressed.ok) throw new Error(pressed.message)
    wall += INTERVAL
    while (live.pump()) {}
    const start = process.hrtime.bigint()
    live.publishFrame()
    if (turn >= FRAMES) seconds.push(Number(process.hrtime.bigint() - start) / 1e9)
  }
  return [timeRow('Frames, 1,000,000 allocations, 1 % change', summary('building one frame', seconds))]
}
