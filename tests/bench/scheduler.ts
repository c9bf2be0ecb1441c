/**
 * The GPU scheduler with the trace on, beside one of objects and closures. An event is what somebody who draws the lanes
 * would see: a submission to a context, the start of a packet on its engine, its end, a preemption request, and the stop
 * that answers it. What goes back to its context and comes again counts as no submission.
 */
import { Priority } from '../../main/dxgkrnl/vidsch/context'
import { buildWorld } from '../../main/session/world/build'
import type { World } from '../../main/session/world/world'
import type { ContextPriority, EngineName, PacketWork } from '../../preload/contract'
import { type Contender, measure } from './measure'
import { type PeerContext, PeerScheduler } from './scheduler-peer'
import { type Row, rateRow } from './table'
import { scenario } from './worlds'

const GROUP = 'GPU scheduler: submissions, starts, ends, preemption requests and stops, trace on'
const TARGET = 1_000_000
const MIB = 1024 * 1024
const WORK: PacketWork = { draws: 4, primitives: 1, triangles: 2, pixels: 1_000_000, instructions: 100 }

/** One stream: so many packets of that length at a time, again and again. */
interface Stream {
  name: string
  engine: EngineName
  priority: ContextPriority
  /** µs */
  length: number
  /** submitted together */
  batch: number
  /** µs between two batches; 0: each packet that ends is followed by another */
  every: number
}

interface Load {
  streams: readonly Stream[]
  /** µs of simulated time in a round */
  span: number
  compositor: boolean
  /** µs between two evictions of a megabyte, each followed by its return; 0: none */
  paging: number
}

const LOADS: Readonly<Record<string, Load>> = {
  'one context, packets of 100 µs': {
    streams: [{ name: 'app', engine: '3d', priority: 'normal', length: 100, batch: 4, every: 0 }],
    span: 8_000_000,
    compositor: false,
    paging: 0,
  },
  '8 contexts of mixed priority, with preemptions': {
    streams: [
      ...[0, 1, 2, 3].map((i) => ({ ...app(`app ${i}`), length: 700 + 100 * i })),
      { name: 'tracking', engine: '3d', priority: 'realtime', length: 50, batch: 1, every: 1_100 },
      { name: 'headset', engine: '3d', priority: 'realtime', length: 120, batch: 2, every: 2_900 },
      { name: 'recorder', engine: '3d', priority: 'high', length: 80, batch: 3, every: 1_700 },
      { name: 'overlay', engine: '3d', priority: 'high', length: 150, batch: 1, every: 3_700 },
    ],
    span: 40_000_000,
    compositor: false,
    paging: 0,
  },
  'with the compositor and paging': {
    streams: [app('app'), { ...app('effects'), engine: 'compute', length: 300 }],
    span: 20_000_000,
    compositor: true,
    paging: 2_000,
  },
}

function app(name: string): Stream {
  return { name, engine: '3d', priority: 'normal', length: 200, batch: 3, every: 0 }
}

export function scheduler(): Row[] {
  return Object.entries(LOADS).flatMap(([name, load]) => {
    const [ours, peer] = measure([simulated(name, load), plain(name, load)], 7)
    return [rateRow(GROUP, ours, { peers: [peer], target: TARGET }), rateRow(GROUP, peer)]
  })
}

function simulated(name: string, load: Load): Contender {
  let world: World
  let events = 0
  return {
    name,
    prepare() {
      world = worldFor(load)
      events = 0
      const { scheduler: kernel } = world
      kernel.observer = {
        left: (_engine, packet, start, outcome) => {
          // a paging packet and a present were submitted as well: ours are counted where they are made
          if (packet.context.device < 0 && outcome === 'completed') events++
          if (outcome === 'completed') events += 2
          else if (start < world.sim.now) events++
        },
        preempted: () => {
          events += 2
        },
      }
      const { device } = world
      for (const stream of load.streams) {
        const context = kernel.createContext(stream.name, device.id, stream.engine, Priority[stream.priority])
        const work = stream.engine === '3d' ? WORK : null
        const finished = stream.every === 0 ? () => submit() : () => {}
        const submit = (): void => {
          events++
          kernel.submit(context, { command: 'work', duration: stream.length, allocations: [], work, finished })
        }
        begin(stream, submit, (delay, callback) => world.sim.schedule(delay, callback))
      }
      if (load.paging > 0) pageIn(world, load.paging)
    },
    run() {
      world.sim.advanceTo(load.span)
      if (events === 0 || world.sim.trace.total === 0) throw new Error('nothing happened')
      return events
    },
  }
}

function begin(stream: Stream, submit: () => void, schedule: (delay: number, callback: () => void) => void): void {
  const batch = (): void => {
    for (let i = 0; i < stream.batch; i++) submit()
    if (stream.every > 0) schedule(stream.every, batch)
  }
  schedule(0, batch)
}

function worldFor({ compositor }: Load): World {
  const system = {
    compositor: { enabled: compositor },
    evictionMode: 'eager',
    pagingBandwidth: '4GiB',
    driver: { queueDepth: 2 },
  }
  return buildWorld(scenario({ system, app: { policy: 'none', effects: [] } }))
}

/** A megabyte leaves, and comes back. */
function pageIn(world: World, every: number): void {
  const { device, sim } = world
  const { resource } = device.createCommittedResource({ dimension: 'buffer', width: MIB }, 0, 'paged')
  if (resource === null) throw new Error('not created')
  const fence = device.createFence()
  let value = 0
  const again = (): void => {
    device.evict(resource)
    sim.schedule(every / 2, () => {
      device.enqueueMakeResident([resource], 0, fence, ++value)
      sim.schedule(every / 2, again)
    })
  }
  sim.schedule(every, again)
}

const PEER_PRIORITIES: Readonly<Record<ContextPriority, number>> = { normal: 0, high: 2, realtime: 3 }

/** The same streams; a megabyte takes as long in both. */
function plain(name: string, load: Load): Contender {
  let peer: PeerScheduler
  return {
    name: `${name}: objects and closures`,
    prepare() {
      peer = new PeerScheduler()
      const engines = { '3d': peer.engine('3d'), compute: peer.engine('compute'), paging: peer.engine('paging') }
      const contextOf = ({ engine, priority, name: own }: Stream): PeerContext =>
        peer.context(own, engines[engine as keyof typeof engines], PEER_PRIORITIES[priority])
      for (const stream of load.streams) {
        const context = contextOf(stream)
        const submit = (): void => peer.submit(context, stream.length, stream.every === 0 ? submit : () => {})
        begin(stream, submit, (delay, callback) => peer.schedule(delay, callback))
      }
      const periodic = (context: PeerContext, every: number, length: number): void => {
        const again = (): void => {
          peer.submit(context, length, () => {})
          peer.schedule(every, again)
        }
        peer.schedule(every, again)
      }
      if (load.compositor) periodic(peer.context('dwm', engines['3d'], PEER_PRIORITIES.high), 16_667, 500)
      if (load.paging > 0) periodic(peer.context('system', engines.paging, 1), load.paging / 2, 245)
    },
    run() {
      peer.advanceTo(load.span)
      if (peer.events === 0 || peer.trace.length === 0) throw new Error('nothing happened')
      return peer.events
    },
  }
}
