/** A command queue: a context on an engine; the direct one's fence values are the "context fence" (TN-17). */
import type { EngineName, PacketKind } from '../../preload/contract/names'
import type { ConstantValues, PacketWork } from '../../preload/contract/specs'
import { defaultWork } from '../drivers/kmd/preemption'
import type { Context, Priority } from '../dxgkrnl/vidsch/context'
import type { Scheduler } from '../dxgkrnl/vidsch/scheduler'
import { packetOf } from '../dxgkrnl/vidsch/stand'
import { kept, type Then } from '../sim/continuation'
import type { ListOutcome, ListOwner, SubmittedWork } from './command-list'
import type { Fence } from './fence'
import type { HeapHandle } from './heap-type'
import { failed, type HResultName } from './hresult'
import type { PipelineState, RecordedDraw } from './pipeline-state'
import type { Resource } from './resource'

export interface CommandList {
  /** what it does, for messages */
  name: string
  /** GPU time in µs */
  gpuTime: number
  resources: readonly Resource[]
  /** `ownHeaps` of them, where somebody knows: they are not looked at one by one then */
  heaps?: readonly HeapHandle[] | undefined
  /** it carries the fence of the list before it, which used the same by the same descriptors: those are not told of again (DF-10) */
  carries?: true
  /** what it draws with; the general shaders take `gpuTime`, variants a share of it (BP-26, BP-31) */
  draws?: readonly { pipeline: PipelineState; constants: ConstantValues }[]
  /** inner structure [what the engine's work usually has] */
  work?: PacketWork | undefined
  kind?: PacketKind
  /** SubmitFlags */
  flags?: number
  /** the driver's split points (GP-17) */
  parts?: readonly { gpuTime: number; resources: readonly Resource[] }[]
  /** signal on submit (GP-21) */
  signal?: { fence: Fence; value: number }
  disablePreemption?: boolean
  /** whose work it is (LB-08) */
  owner?: ListOwner | undefined
  finished?: Then<[ListOutcome]>
}

/** What a queue has of its device. */
export interface QueueDevice {
  readonly id: number
  /** null: it is there */
  readonly removed: object | null
  readonly heaps: {
    /** S_OK, or why what the list uses cannot be */
    checkDescriptors(list: string, resources: readonly Resource[]): HResultName
  }
}

export class CommandQueue {
  private readonly context: Context

  constructor(
    private readonly device: QueueDevice,
    private readonly scheduler: Scheduler,
    name: string,
    readonly engine: EngineName = '3d',
    priority?: Priority,
  ) {
    this.context = scheduler.createContext(name, device.id, engine, priority, device.removed !== null)
  }

  /** Fence value of the last submission, 0 before the first. */
  get lastSubmitted(): number {
    return this.context.submitted
  }

  /** Fence value of the last submission that has completed, 0 before the first. */
  get lastCompleted(): number {
    return this.context.completed
  }

  /** Memory of its context, which every packet on it needs in place (GP-14); null: the driver wants none. */
  get contextAllocation(): HeapHandle | null {
    return this.context.allocation
  }

  /** Calls back when the context fence has reached `fence`; at once when it has. @param fence context fence value */
  whenCompleted(fence: number, callback: Then): void {
    this.context.progress.whenReached(fence, callback)
  }

  /**
   * What completes with this fence value, for those who wait for it (LB-08); null: it has, or there is no such thing.
   * @param fence context fence value
   */
  workOf(fence: number): SubmittedWork | null {
    return packetOf(this.scheduler, this.context, fence)
  }

  /**
   * The GPU waits; the CPU goes on.
   * @param value fence value
   * @param paging the fence is signalled by the paging queue
   */
  wait(fence: Fence, value: number, paging: boolean): void {
    this.scheduler.wait(this.context, fence.monitored, value, paging)
  }

  /** The fence gets the value when everything submitted before has completed. @param value fence value */
  signal(fence: Fence, value: number): void {
    this.scheduler.signal(this.context, fence.monitored, value)
  }

  /**
   * The CPU is going to signal the value when this queue's work has ended: said for those who ask why somebody waits
   * (LB-08).
   * @param value fence value
   */
  announce(fence: Fence, value: number): void {
    fence.monitored.expect(value, this.context)
  }

  /** A wait instruction in the hardware queue: the engine itself waits (GP-22). @param value fence value */
  waitInHardware(fence: Fence, value: number): void {
    const until = { fence: fence.monitored, value }
    this.scheduler.submit(this.context, { command: 'wait', duration: 0, allocations: [], until })
  }

  /** @returns S_OK with the context fence value as `fence` and µs as `gpuTime` · DXGI_ERROR_DEVICE_REMOVED */
  executeCommandLists(list: CommandList): { hr: HResultName; fence: number; gpuTime: number } {
    if (this.device.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', fence: 0, gpuTime: 0 }
    const { heaps, carries } = list
    const isChecked = heaps !== undefined || carries === true
    if (!isChecked && failed(this.device.heaps.checkDescriptors(list.name, list.resources)))
      return { hr: 'DXGI_ERROR_DEVICE_REMOVED', fence: 0, gpuTime: 0 }
    const draws = recorded(list.draws)
    const gpuTime = Math.round(list.gpuTime * meanFactor(draws))
    const { parts, signal } = list
    // every field is there, so that all requests are alike: a long run makes millions
    const fence = this.scheduler.submit(this.context, {
      command: list.name,
      duration: gpuTime,
      allocations: heaps ?? handlesOf(list.resources),
      areDistinct: heaps !== undefined,
      work: list.work ?? defaultWork(this.engine),
      kind: list.kind,
      flags: list.flags,
      parts: parts?.map((part) => ({ duration: part.gpuTime, allocations: handlesOf(part.resources) })),
      signal: signal && { fence: signal.fence.monitored, value: signal.value },
      disablePreemption: list.disablePreemption,
      owner: list.owner,
      executed: executing(draws),
      finished: list.finished,
    })
    return { hr: 'S_OK', fence, gpuTime }
  }
}

const NO_DRAWS: readonly RecordedDraw[] = []

/** What the driver makes of the draws; those that it cannot record are left out. */
function recorded(draws: CommandList['draws']): readonly RecordedDraw[] {
  if (draws === undefined || draws.length === 0) return NO_DRAWS
  const made: RecordedDraw[] = []
  for (const { pipeline, constants } of draws) {
    const draw = pipeline.record(constants)
    if (draw !== null) made.push(draw)
  }
  return made
}

/** The driver looks at draws when the GPU has finished them, before any fence tells of it (BP-22). */
function executing(draws: readonly RecordedDraw[]): Then | undefined {
  if (draws.length === 0) return undefined
  return kept({ draws }, ({ draws }) => {
    for (const draw of draws) draw.finished()
  })
}

/** Of each resource its heap's: the kernel takes each once, however often it is named. */
function handlesOf(resources: readonly Resource[]): number[] {
  const handles: number[] = []
  for (const { handle } of resources) handles.push(handle)
  return handles
}

/** By the weight of what each draw's general shader costs; 1 without draws. */
function meanFactor(draws: readonly RecordedDraw[]): number {
  let weights = 0
  let weighted = 0
  for (const { factor, operations } of draws) {
    weights += operations
    weighted += factor * operations
  }
  return weights === 0 ? 1 : weighted / weights
}
