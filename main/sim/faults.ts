/** Faults that a scenario injects: the next matching call, or the next `count`, fails in that way (SC-14). */

/**
 * Every fault that there is. The scenario format takes its names from here, and what asks for one can ask for these only. The
 * page has them from its contract, which cannot know of this layer: tests/architecture/twins.test.ts holds the two to be the same.
 */
export const FAULTS = [
  'register-out-of-memory',
  'callback-throws',
  'allocation-fails',
  /** MakeResident or EnqueueMakeResident returns E_OUTOFMEMORY (PL-45) */
  'make-resident-fails',
  'build-paging-buffer-fails',
  'engine-reset-fails',
  /** BeginPass cannot reserve a destination (DF-08) */
  'reserve-fails',
  /** the client forgets to update the descriptors of a moved resource (DF-10), or its mapping (DF-15) */
  'stale-descriptor',
  'stale-mapping',
  'callback-takes',
  'hang',
  /** the driver accesses a GPU VA after NotifyIoMmuUnmap has returned (AN-04) */
  'touches-after-unmap',
  /** the driver leaves bound what was bound before a split (GP-19) */
  'leaks-bindings',
  /** the driver changes a split buffer that is broadcast (GP-20) */
  'changes-split-buffer',
  /** a background task fails at its end, as it is called, or as it is cancelled (BP-21) */
  'background-task-throws',
  'background-task-callback-throws',
  'background-task-cancel-throws',
  /** QueueProcessingWorkCb fails: neither callback nor cancel is invoked (BP-21) */
  'queue-processing-work-fails',
  /** a call into a driver throws */
  'driver-call-throws',
] as const
export type FaultName = (typeof FAULTS)[number]

/** Notifications that a driver builds paging buffers for. */
export const NOTIFICATIONS = ['NotifyEviction', 'NotifyIoMmuUnmap'] as const
/** Calls of drivers that can be made to throw, by the names of their entry points. */
export const DRIVER_CALLS = ['SetBackgroundProcessingMode', 'CreateAllocation', 'BuildPagingBuffer'] as const
export type DriverCall = (typeof DRIVER_CALLS)[number]
/** How building a paging buffer fails: for lack of room, or for another reason (AN-16). */
export const BUILD_RESULTS = ['fails', 'no-room'] as const
export type BuildResult = (typeof BUILD_RESULTS)[number]

/** What a call concerns; of a fault: what calls it matches, what it leaves out is any. */
export interface FaultTarget {
  readonly engine?: string | undefined
  readonly notify?: (typeof NOTIFICATIONS)[number] | undefined
  /** from 0 */
  readonly chunk?: number | undefined
  /** physical adapter index, from 0 */
  readonly adapter?: number | undefined
  readonly call?: DriverCall | undefined
}

/** What a fault says beside how often: two that say the same are alike. */
export interface FaultDetails extends FaultTarget {
  /** µs; of a hang absent: it never ends by itself */
  readonly duration?: number | undefined
  readonly result?: BuildResult | undefined
}

/** Injected, and not met by as many calls yet. */
export interface WaitingFault extends FaultDetails {
  readonly fault: FaultName
  readonly count: number
}

/** `left` calls in a row that fail alike. A count costs no memory, however large a scenario makes it. */
interface Planned {
  left: number
  readonly duration: number
  readonly target: FaultTarget
  readonly result: BuildResult | undefined
}

export interface TakenFault {
  /** µs */
  duration: number
  /** where the fault says how */
  result?: BuildResult
}

/** What a driver throws because a scenario made it; anything else that is thrown is a mistake of the emulator's own. */
export class InjectedFault extends Error {
  constructor(what: string) {
    super(`injected fault ${what}`)
  }
}

export class Faults {
  private readonly planned = new Map<FaultName, Planned[]>()
  /** another one waits, or one has been met or taken back */
  changed: () => void = () => {}

  /** How many calls are still to fail, of those that are alike together; in the order of FAULTS, then as they were injected. */
  get waiting(): WaitingFault[] {
    return FAULTS.flatMap((fault) => {
      const alike: Planned[] = []
      for (const planned of this.planned.get(fault) ?? []) {
        const index = alike.findIndex((one) => isAlike(one, planned))
        const before = alike[index]
        if (before === undefined) alike.push(planned)
        else alike[index] = { ...before, left: before.left + planned.left }
      }
      return alike.map((one) => ({ fault, count: one.left, ...detailsOf(fault, one) }))
    })
  }

  /**
   * @param duration µs, for faults that take time
   * @param target only calls that this holds for match
   */
  inject(name: FaultName, count = 1, duration = 0, target: FaultTarget = {}, result?: BuildResult): void {
    const waiting = this.planned.get(name) ?? []
    waiting.push({ left: count, duration, target, result })
    this.planned.set(name, waiting)
    this.changed()
  }

  /**
   * What waits and is alike fails no call any more.
   * @param duration µs, as it was injected
   */
  takeBack(name: FaultName, duration = 0, target: FaultTarget = {}, result?: BuildResult): void {
    const waiting = this.planned.get(name) ?? []
    const asked = { left: 0, duration, target, result }
    this.planned.set(
      name,
      waiting.filter((one) => !isAlike(one, asked)),
    )
    this.changed()
  }

  /**
   * Uses up one planned fault, the first that matches.
   * @param concerns what this call concerns
   * @param named faults that do not say this do not match
   * @returns null when the call is to succeed
   */
  take(name: FaultName, concerns: FaultTarget = {}, named?: keyof FaultTarget): TakenFault | null {
    const waiting = this.planned.get(name)
    if (waiting === undefined || waiting.length === 0) return null
    const next = waiting.find(
      ({ target }) => (named === undefined || target[named] !== undefined) && matches(target, concerns),
    )
    if (next === undefined) return null
    if (--next.left === 0) waiting.splice(waiting.indexOf(next), 1)
    this.changed()
    const { duration, result } = next
    return { duration, ...(result === undefined ? {} : { result }) }
  }

  /** @throws InjectedFault where one is planned for this call */
  throwIfPlanned(name: FaultName, concerns: FaultTarget = {}): void {
    if (this.take(name, concerns) === null) return
    throw new InjectedFault(concerns.call === undefined ? name : `${name} (${concerns.call})`)
  }
}

const DETAILS = ['duration', 'result', 'engine', 'notify', 'chunk', 'adapter', 'call'] as const

/** Whether two of one name say the same beside how often. */
export function sayTheSame(one: FaultDetails, other: FaultDetails): boolean {
  return DETAILS.every((detail) => one[detail] === other[detail])
}

const isAlike = (one: Planned, other: Planned): boolean =>
  sayTheSame({ ...one, ...one.target }, { ...other, ...other.target })

/** Of these no time at all is said, too. */
const TAKE_TIME: ReadonlySet<FaultName> = new Set(['callback-takes', 'hang'])

/** What is said, without what is not. */
function detailsOf(fault: FaultName, { duration, target, result }: Planned): FaultDetails {
  const said = Object.entries(target).filter(([, value]) => value !== undefined)
  const takes = TAKE_TIME.has(fault) && Number.isFinite(duration)
  return {
    ...Object.fromEntries(said),
    ...(takes ? { duration } : {}),
    ...(result === undefined ? {} : { result }),
  }
}

function matches(target: FaultTarget, concerns: FaultTarget): boolean {
  const { engine, notify, chunk, adapter, call } = target
  return (
    (engine === undefined || engine === concerns.engine) &&
    (notify === undefined || notify === concerns.notify) &&
    (chunk === undefined || chunk === concerns.chunk) &&
    (adapter === undefined || adapter === concerns.adapter) &&
    (call === undefined || call === concerns.call)
  )
}
