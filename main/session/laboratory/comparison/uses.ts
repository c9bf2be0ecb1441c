/**
 * What an input uses of local memory (LB-11, LB-13): a run of it in which nothing is in the way of any press says that once
 * for all variants, whatever these drop, refuse or delay. The bound of each budget, and the frontier, stand on it.
 */
import type { DeviceProfile, VariantChoice, VariantRow } from '../../../../preload/contract'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import { runScenario } from '../../run/runner'
import type { Scenario, Step } from '../../scenario'
import { boundOf } from '../bound/bound'
import { handlesThere, ReferenceRecorder } from '../bound/recorder'
import type { Capacity, References } from '../bound/references'
import { inRoom, type Noted } from '../bound/room'
import { type FrontierCurves, frontierCurves } from './frontier'
import { varied } from './variants'

/** bytes: more than any run can use */
const ROOM_FOR_ALL = 2 ** 42
/** bytes per second: nothing takes a microsecond */
const AT_ONCE = 2 ** 50

/** What the input uses on one device. */
export interface InputUses {
  /** of each unit, bytes */
  readonly sizes: readonly number[]
  /** of each unit, what it is called */
  readonly names: readonly string[]
  readonly noted: readonly Noted[]
  /** bytes of local memory that the device has */
  readonly segment: number
}

export interface UsesOptions {
  onProgress?: (now: number, until: number) => void
  breathe?: () => Promise<void>
}

/** What a comparison has to know of its input on one device. */
export interface InputFound {
  /** null: the input's own device */
  device: DeviceProfile | null
  curves: FrontierCurves
  /** of each budget that is compared, bytes; null: the input's own */
  bounds: ReadonlyMap<number | null, number>
}

/**
 * @param scenario on the device of which it is asked
 * @param from µs, where what is counted begins: what the input as it is has in place by then costs nothing at its first use
 */
export async function usesOf(
  scenario: Scenario,
  from: number,
  { onProgress, breathe }: UsesOptions = {},
): Promise<InputUses> {
  const pause = breathe === undefined ? {} : { breathe }
  const whole = from + scenario.until
  const share = (before: number) => (now: number) =>
    onProgress?.(whole === 0 ? 0 : Math.round(((before + now) * scenario.until) / whole), scenario.until)
  const there = from === 0 ? NOTHING : await inPlaceAt(scenario, from, { onProgress: share(0), ...pause })
  const follower = new UseRecorder(there)
  const options = { written: false, worstDelays: null, follower, from, onProgress: share(from), ...pause }
  await runScenario(servedAtOnce(scenario), options)
  const { sizes, names } = follower
  return { sizes, names, noted: follower.noted.map(asGiven), segment: scenario.system.localMemory }
}

/** The uses, with the room that there is for them. @param budget bytes, from where it counts; absent: the input's own */
export function usesIn({ sizes, noted, segment }: InputUses, capacity: Capacity, budget?: number): References {
  return { sizes, events: inRoom(noted, { capacity, segment, budget }) }
}

/** The devices of the variants, the input's own first: what the frontier is of. */
export function devicesOf(variants: readonly VariantChoice[]): (DeviceProfile | null)[] {
  return [...new Set([null, ...variants.map(({ profile }) => profile ?? null)])]
}

/**
 * Of the input on a device, what the rows of its variants need: it is run once for all of them.
 * @param from µs, where what is counted begins
 */
export async function inputFound(
  scenario: Scenario,
  from: number,
  device: DeviceProfile | null,
  variants: readonly VariantChoice[],
  options: UsesOptions = {},
): Promise<InputFound> {
  const uses = await usesOf(device === null ? scenario : varied(scenario, { profile: device }), from, options)
  const bounds = new Map<number | null, number>()
  for (const { profile, budget } of variants)
    if ((profile ?? null) === device && !bounds.has(budget ?? null))
      bounds.set(budget ?? null, boundOf(usesIn(uses, 'budget', budget)).bound)
  return { device, curves: frontierCurves(usesIn(uses, 'budget'), scenario.until), bounds }
}

/** The bound of a row, bytes. @throws when nothing was found for its device or budget */
export function boundFor({ profile, budget }: VariantRow['variant'], inputs: readonly InputFound[]): number {
  const bound = inputs.find(({ device }) => device === (profile ?? null))?.bounds.get(budget ?? null)
  if (bound === undefined) throw new Error(`no bound for the device ${profile} and the budget ${budget}`)
  return bound
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * The input on a system that serves each press at once as far as memory goes: nothing is ever evicted, by hand neither, no
 * MakeResident is made to fail, there is room for all, and paging takes no time, nor does filling or what a device takes for
 * each operation. No variant has a part in it: what is evicted behind a policy's back takes the device from one that counts
 * on it, and is nothing to another that had let it go (RS-07); which press the next MakeResident is for, and so which is
 * refused, follows from what a policy has let go of. Budgets are so much higher that none of them bears on anything; what they
 * are is noted all the same.
 */
function servedAtOnce(scenario: Scenario): Scenario {
  const made = varied(scenario, { policy: 'none' })
  const steps = made.steps.map((step): Step => {
    if (step.verb === 'evict') return { ...step, value: { ...step.value, names: [] } }
    // in its place, so that all others keep their numbers
    if (failsMakeResident(step)) return { at: step.at, verb: 'evict', value: { names: [] } }
    return step.verb === 'budget' ? { ...step, value: step.value + ROOM_FOR_ALL } : step
  })
  const budget = made.system.budget + ROOM_FOR_ALL
  const room = { localMemory: 2 * ROOM_FOR_ALL, budget }
  // frames that wait for it would be dropped, and they are input
  const atOnce = { pagingBandwidth: AT_ONCE, fillBandwidth: undefined }
  const driver = { ...made.system.driver, pagingOperation: undefined, pagingBatch: undefined }
  return { ...made, steps, system: { ...made.system, ...room, ...atOnce, driver } }
}

const failsMakeResident = (step: Step): boolean => step.verb === 'inject' && step.value.fault === 'make-resident-fails'

/** What is there at a moment of the input as it is, by name. */
async function inPlaceAt(scenario: Scenario, at: number, options: UsesOptions): Promise<ReadonlySet<string>> {
  const first = scenario.steps.findIndex((step) => step.at >= at)
  const steps = first < 0 ? scenario.steps : scenario.steps.slice(0, first)
  const names = new Set<string>()
  const atEnd = ({ vidmm }: { vidmm: VideoMemoryManager }): void => {
    for (const handle of handlesThere(vidmm)) names.add(vidmm.residency.table.names[handle] as string)
  }
  await runScenario({ ...scenario, steps, until: at }, { written: false, worstDelays: null, atEnd, ...options })
  return names
}

/** The budget without what it was raised by. */
function asGiven(noted: Noted): Noted {
  if (noted.kind !== 'claims') return noted
  const { claims } = noted
  return { ...noted, claims: { ...claims, configured: claims.configured - ROOM_FOR_ALL } }
}

class UseRecorder extends ReferenceRecorder {
  /** @param there names of what is in place when what counts begins */
  constructor(private readonly there: ReadonlySet<string>) {
    super('budget')
  }

  override begins(): void {
    this.beginsWith((_handle, name) => this.there.has(name))
  }
}
