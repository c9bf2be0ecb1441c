/** Real simulated systems for tests, from a scenario as a file would have it, with their trace at hand. */
import { Device } from '../../../main/d3d12/device'
import { HeapFlag, type Resource } from '../../../main/d3d12/resource'
import type { TrimNotificationCallback } from '../../../main/d3d12/trim-notification'
import type { ResidencyState } from '../../../main/dxgkrnl/vidmm/residency'
import { runScenario } from '../../../main/session/run/runner'
import type { Summary } from '../../../main/session/run/summary'
import { type Scenario, validateScenario } from '../../../main/session/scenario'
import { type Action, perform } from '../../../main/session/verbs/steps'
import { buildWorld, type WorldHooks } from '../../../main/session/world/build'
import type { World } from '../../../main/session/world/world'
import type { TraceRecord, TraceType } from '../../../main/sim/trace-records'
import { SAVE_POINTS } from '../../../preload/contract'

export const KIB = 1024
export const MIB = 1024 * KIB
export const MS = 1000
export const S = 1_000_000

/** A scenario file's content, without what has a default. */
export interface Draft {
  system?: Record<string, unknown>
  app?: Record<string, unknown>
  steps?: Record<string, unknown>[]
  until?: string | number
  seed?: number
  name?: string
}

export function scenarioOf(draft: Draft): Scenario {
  const result = validateScenario({ trimline: 1, ...draft })
  if (!result.ok) throw new Error(`not a scenario: ${JSON.stringify(result.problems)}`)
  return result.scenario
}

export type RecordOf<K extends TraceType> = Extract<TraceRecord, { type: K }>

/** Records of some types, in order. */
export function ofType<K extends TraceType>(records: readonly TraceRecord[], ...types: K[]): RecordOf<K>[] {
  return records.filter((record): record is RecordOf<K> => (types as string[]).includes(record.type))
}

/** What the app's own work left on the engines, in order: no paging, no context switches, no work of others. */
export function appPackets({ records }: { readonly records: readonly TraceRecord[] }): RecordOf<'packet'>[] {
  return ofType(records, 'packet').filter(({ kind, context }) => kind === 'standard' && context === 'app')
}

export interface TestWorld extends World {
  /** every record from the first */
  readonly records: TraceRecord[]
  /** carries an action out, then everything that is due at this moment */
  do(action: Action): string
  /** runs on for so many µs */
  wait(duration: number): void
  of<K extends TraceType>(...types: K[]): RecordOf<K>[]
}

const FREE_SWITCHES = {
  contextRestore: 0,
  contextSave: Object.fromEntries(SAVE_POINTS.map((point) => [point, 0])),
}

/**
 * The system of tests that are not about scheduling: nothing but the app's work on the engines, no timeouts, and context
 * switches that take no time.
 */
export function quietSystem(system: Record<string, unknown> = {}): Record<string, unknown> {
  const driver = { ...FREE_SWITCHES, ...(system.driver as Record<string, unknown> | undefined) }
  return { compositor: { enabled: false }, tdr: { level: 'off' }, ...system, driver }
}

/** The draft with a quiet system, and an app of no effects and no policy, unless it says otherwise. */
export function quiet(draft: Draft): Draft {
  return { ...draft, system: quietSystem(draft.system), app: { policy: 'none', effects: [], ...draft.app } }
}

export function worldOf(draft: Draft = {}, hooks: WorldHooks = {}): TestWorld {
  return worldOn(scenarioOf(quiet(draft)), hooks)
}

/** @param scenario is not changed: more than one world can be of it */
export function worldOn(scenario: Scenario, hooks: WorldHooks = {}): TestWorld {
  const records: TraceRecord[] = []
  const writer = (record: TraceRecord): void => void records.push(record)
  const world = buildWorld(scenario, { ...hooks, writer }, 0)
  const wait = (duration: number): void => void world.sim.advanceTo(world.sim.now + duration)
  return Object.assign(world, {
    records,
    do: (action: Action) => {
      const result = perform(world, action)
      wait(0)
      return result
    },
    wait,
    of: <K extends TraceType>(...types: K[]) => ofType(records, ...types),
  })
}

export interface Run {
  records: TraceRecord[]
  /** the trace file's text */
  text: string
  summary: Summary
  of<K extends TraceType>(...types: K[]): RecordOf<K>[]
}

/** Runs a whole scenario on a quiet system as the command line does, and reads the trace that it writes. */
export async function runOf(draft: Draft): Promise<Run> {
  return runAsWritten({ ...draft, system: quietSystem(draft.system) })
}

/** As runOf, with the system as the draft has it: the compositor, timeouts and switches are the format's defaults. */
export async function runAsWritten(draft: Draft): Promise<Run> {
  let text = ''
  const { summary } = await runScenario(scenarioOf(draft), { sink: (chunk) => (text += chunk) })
  const [, ...lines] = text.trimEnd().split('\n')
  const records = lines.map((line) => JSON.parse(line) as TraceRecord)
  return { records, text, summary, of: (...types) => ofType(records, ...types) }
}

/** A committed buffer of the world's device. */
export function create(world: World, name: string, bytes: number, resident = true): Resource {
  const flags = resident ? HeapFlag.NONE : HeapFlag.CREATE_NOT_RESIDENT
  const { hr, resource } = world.device.createCommittedResource({ dimension: 'buffer', width: bytes }, flags, name)
  if (resource === null) throw new Error(`${name} could not be created: ${hr}`)
  return resource
}

export function stateOf(world: World, resource: Resource): ResidencyState {
  return world.vidmm.residency.state(resource.handle)
}

/** Registers with the device; the cookie starts as 77, so that it shows who writes it. */
export function register(
  device: Device,
  pfnCallback: TrimNotificationCallback | null,
  pContext: unknown = null,
): { hr: string; cookie: number } {
  const data = { pfnCallback, pContext, CallbackCookie: 77 }
  const hr = device.registerTrimNotificationCallback(data)
  return { hr, cookie: data.CallbackCookie }
}

/** Another device on the same adapter. */
export function anotherDevice(world: World, trimNotifications = true): Device {
  const { sim, vidmm, scheduler, faults, background } = world
  return new Device({ name: 'other', sim, vidmm, scheduler, faults, trimNotifications, background })
}
