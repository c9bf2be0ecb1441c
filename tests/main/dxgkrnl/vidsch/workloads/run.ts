/** One random workload on the real scheduler, to its end, and what must have become of each of its packets. */
import type { CommandQueue } from '../../../../../main/d3d12/command-queue'
import type { Scenario } from '../../../../../main/session/scenario'
import { quiet, type RecordOf, scenarioOf, type TestWorld, worldOn } from '../../../support/world'
import { effectFor, isDoomed, type Program, type SubmitValue } from './program'

/** Every packet that was submitted, and what whoever waits for it has seen. */
interface Watched {
  queue: CommandQueue
  context: string
  engine: string
  fence: number
  gpuTime: number
  released: number
  /** can never run */
  doomed: boolean
}

export interface Outcome {
  world: TestWorld
  watched: Watched[]
  program: Program
  /** of each of them */
  fates: Fate[]
  /** as they left the engines, in order */
  packets: RecordOf<'packet'>[]
}

/** What becomes of a packet; `either`: its device is removed for another one's sake, before its turn or after it. */
export type Fate = 'runs' | 'never' | 'either'

/** The scenario of a program's system and app, before anything is submitted. */
export function scenarioFor({ system }: Pick<Program, 'system'>): Scenario {
  return scenarioOf(quiet({ system, app: { effects: [effectFor(system)] } }))
}

/** Runs a program to its end; after each event the values of all fences are looked at (GP-13). */
export function run(program: Program, world = worldOn(scenarioFor(program))): Outcome {
  const { ofApp, steps } = program
  const { sim } = world
  const watched: Watched[] = []
  const own = new Map<string, CommandQueue>()
  const made = world.editor.effects.flatMap(({ resources }) => resources)
  const values = new Map<CommandQueue, number>()
  const look = (): void => {
    for (const [queue, before] of values) {
      const { lastCompleted } = queue
      if (lastCompleted < before) throw new Error(`a fence went from ${before} back to ${lastCompleted}`)
      values.set(queue, lastCompleted)
    }
  }
  const runTo = (time: number): void => {
    for (let events = 0; sim.nextEventTime <= time && sim.pending > 0; look()) {
      if (++events > 20_000) throw new Error(`events go on without end at ${sim.now} µs`)
      sim.runNext()
    }
  }
  const queueFor = (context: string, { engine, priority: chosen }: SubmitValue): CommandQueue => {
    // a process whose device was removed has another from here on
    if (!ofApp) return world.processes.queue(context, engine, chosen) as CommandQueue
    const queue = own.get(context) ?? world.device.createCommandQueue(context, engine, chosen)
    own.set(context, queue)
    return queue
  }
  let at = 0
  for (const { after, action } of steps) {
    at += after
    runTo(at)
    sim.advanceTo(at)
    if (action.verb !== 'submit') {
      world.do(action)
      continue
    }
    // nothing more can be submitted, and a context would be made for nothing
    if (ofApp && world.device.removed !== null) break
    const { context: name, engine, gpuTime, work, resources = [] } = action.value
    const context = name as string
    const queue = queueFor(context, action.value)
    const fence = queue.lastSubmitted + 1
    if (ofApp) {
      const used = made.filter(({ name }) => resources.includes(name))
      queue.executeCommandLists({ name: context, gpuTime, resources: used, work })
    } else world.do(action)
    if (queue.lastSubmitted !== fence) throw new Error(`"${context}" was not submitted`)
    const doomed = isDoomed(program, resources)
    const entry = { queue, context, engine, fence, gpuTime, doomed, released: 0 }
    if (!values.has(queue)) values.set(queue, 0)
    watched.push(entry)
    queue.whenCompleted(entry.fence, () => void entry.released++)
    look()
  }
  world.do({ verb: 'system', value: { compositor: { enabled: false } } })
  const fates = fatesOf(program, watched)
  const removals = removalsOf({ program, watched })
  const isOver = (): boolean => {
    if (!world.vidmm.paging.idle || world.scheduler.isBusy) return false
    if (removals > 0 && world.of('device-removed').length < removals) return false
    return fates.every((fate, i) => fate !== 'runs' || isReleased(watched[i]))
  }
  // the system's own cadence goes on for ever
  for (let events = 0; !isOver(); look()) {
    if (++events > 20_000) throw new Error(`work goes on without end at ${sim.now} µs`)
    sim.runNext()
  }
  runTo(sim.now + 1_000_000) // nothing comes after it
  return { program, world, watched, fates, packets: world.of('packet') }
}

const isReleased = (entry: Watched | undefined): boolean => (entry?.released ?? 0) > 0

/** A packet that can never run takes its device with it, and what its context has behind it (RS-07). */
function fatesOf({ ofApp }: Program, watched: readonly Watched[]): Fate[] {
  const any = watched.some(({ doomed }) => doomed)
  return watched.map(({ queue, fence }) => {
    const ends = watched.some((other) => other.doomed && other.queue === queue && other.fence <= fence)
    if (ends) return 'never'
    // of the device that is removed: whether it came to its turn before, or only stood in the hardware queue, is not known
    const lost = ofApp ? any : watched.some((other) => other.doomed && other.queue === queue)
    return lost ? 'either' : 'runs'
  })
}

/** Devices that must be removed: each process has its own, and another after each removal. */
export function removalsOf({ program, watched }: Pick<Outcome, 'program' | 'watched'>): number {
  const queues = new Set(watched.filter(({ doomed }) => doomed).map(({ queue }) => queue))
  return program.ofApp ? Math.min(1, queues.size) : queues.size
}

/** Contexts of devices that are removed. */
export function contextsLost({ watched, fates }: Outcome): ReadonlySet<string> {
  return new Set(watched.filter((_, i) => fates[i] !== 'runs').map(({ context }) => context))
}
