/**
 * How the app's work reaches the GPU: its queues, the passes of an effect, and what placed resources need: descriptors,
 * waits for moves that are under way, and the note of what was written (DF-10, DF-18). Times in µs.
 */
import type { ContextPriority, EngineName } from '../../preload/contract/names'
import type { ConstantValues, EffectSpec } from '../../preload/contract/specs'
import type { ListOutcome, ListOwner } from '../d3d12/command-list'
import type { CommandList, CommandQueue } from '../d3d12/command-queue'
import type { Device } from '../d3d12/device'
import { Fence } from '../d3d12/fence'
import { failed, type HResultName } from '../d3d12/hresult'
import type { PipelineState } from '../d3d12/pipeline-state'
import type { PlacedResource } from '../d3d12/placed-resource'
import type { Resource } from '../d3d12/resource'
import { goOnWith, kept, type Then } from '../sim/continuation'
import type { Defragmenter } from './defragmentation/defragmenter'
import type { EditorMemory } from './editor-memory'
import { boundBy, Suballocation } from './suballocation'

interface BoundDraw {
  pipeline: PipelineState
  constants: ConstantValues
}

interface Executed {
  hr: HResultName
  /** context fence */
  fence: number
  gpuTime: number
}

export class EffectWork {
  /** GPU time that was submitted so far */
  submittedTime = 0
  /** the app's queues for passes on other engines, made when they are first needed */
  private readonly others = new Map<string, CommandQueue>()
  /** passes on different engines wait for each other with it */
  private readonly crossing = new Fence()
  private crossings = 0

  constructor(
    private device: Device,
    private queue: CommandQueue,
    private readonly memory: () => EditorMemory,
    private readonly defragmenter: Defragmenter,
  ) {}

  moveTo(device: Device, queue: CommandQueue): void {
    this.device = device
    this.queue = queue
    this.others.clear()
  }

  /** The app's queue on an engine; the direct one is for '3d' at normal priority. */
  queueOn(engine: EngineName, priority: ContextPriority = 'normal'): CommandQueue {
    if (engine === '3d' && priority === 'normal') return this.queue
    const key = priority === 'normal' ? engine : `${engine} ${priority}`
    const known = this.others.get(key)
    if (known !== undefined) return known
    const made = this.device.createCommandQueue(priority === 'normal' ? 'app' : `app (${priority})`, engine, priority)
    this.others.set(key, made)
    return made
  }

  /** All that the app has, the direct one first. */
  get queues(): readonly CommandQueue[] {
    return [this.queue, ...this.others.values()]
  }

  /**
   * A list of the app's: by its descriptors, after moves of what it uses, and what it wrote is noted when it has.
   * @returns as executeCommandLists
   */
  execute(queue: CommandQueue, list: CommandList): Executed {
    if (list.heaps !== undefined) return this.count(queue.executeCommandLists(list))
    const placed = list.resources.filter((resource) => resource instanceof Suballocation)
    if (placed.length === 0) return this.count(queue.executeCommandLists(list))
    this.defragmenter.waitFor(queue, placed)
    const bound = { ...list, resources: boundBy(list.resources) }
    if (list.parts !== undefined)
      bound.parts = list.parts.map((part) => ({ ...part, resources: boundBy(part.resources) }))
    bound.finished = this.noting(placed, list.name, list.finished)
    return this.count(queue.executeCommandLists(bound))
  }

  /**
   * Each pass on its engine, after the one before; the direct queue carries the last one's fence.
   * @param draws in the order of the effect's shaders
   * @param owner whose work it is (LB-08)
   * @param heaps handles, `ownHeaps` of the resources, where somebody knows
   */
  run(
    { name, gpuTime, passes }: EffectSpec,
    resources: readonly Resource[],
    draws: readonly BoundDraw[],
    finished: Then<[ListOutcome]>,
    owner?: ListOwner,
    heaps?: readonly number[],
  ): Executed {
    const { queue } = this
    if (passes === undefined || passes.length === 0)
      return this.execute(queue, { name, gpuTime, resources, heaps, draws, finished, owner })
    const drawing = passes.filter(({ engine }) => engine !== 'copy')
    for (const [index, pass] of passes.entries()) {
      // a copy draws nothing
      const own = pass.engine === 'copy' ? [] : shareOf(draws, drawing.indexOf(pass), drawing.length)
      const list = { name, gpuTime: pass.gpuTime, resources, heaps, work: pass.work, draws: own, owner }
      if (pass.engine === '3d') {
        const last = index === passes.length - 1
        const executed = this.execute(queue, last ? { ...list, finished } : list)
        if (last || failed(executed.hr)) return executed
        continue
      }
      const executed = this.cross(this.queueOn(pass.engine), list)
      if (failed(executed.hr)) return executed
    }
    return this.execute(queue, { name, gpuTime: 0, resources, heaps, carries: true, finished, owner })
  }

  /**
   * One list in a context of its own or on another engine, as a pass of an effect is; the direct queue carries its fence.
   * @param context undefined: the app's own on that engine
   */
  runIn(engine: EngineName, context: string | undefined, list: CommandList): Executed {
    const queue = context === undefined ? this.queueOn(engine) : this.contextOn(engine, context)
    if (queue === this.queue) return this.execute(queue, list)
    const { finished, ...work } = list
    const executed = this.cross(queue, work)
    if (failed(executed.hr)) return executed
    const { name, resources, owner } = list
    return this.execute(this.queue, {
      name,
      gpuTime: 0,
      resources,
      carries: true,
      owner,
      ...(finished === undefined ? {} : { finished }),
    })
  }

  /** After what the direct queue has been given so far, and before what it is given next. */
  private cross(other: CommandQueue, list: CommandList): Executed {
    const { queue, crossing } = this
    queue.signal(crossing, ++this.crossings)
    other.wait(crossing, this.crossings, false)
    const executed = this.execute(other, list)
    if (failed(executed.hr)) return executed
    other.signal(crossing, ++this.crossings)
    queue.wait(crossing, this.crossings, false)
    return executed
  }

  private contextOn(engine: EngineName, context: string): CommandQueue {
    const key = `${engine} in ${context}`
    const made = this.others.get(key) ?? this.device.createCommandQueue(context, engine)
    this.others.set(key, made)
    return made
  }

  /** The GPU writes to what a list uses, but for memory that only the CPU may write (UPLOAD). */
  private noting(
    placed: readonly Suballocation[],
    writer: string,
    finished: CommandList['finished'],
  ): Then<[ListOutcome]> {
    const targets = placed
      .filter(({ allocation }) => allocation.heapType !== 'UPLOAD')
      .map((resource): [Suballocation, PlacedResource] => [resource, resource.descriptor])
    const memory = this.memory()
    return kept({ targets, memory, writer, finished }, (noted, outcome: ListOutcome) => {
      if (outcome === 'completed')
        for (const [resource, to] of noted.targets) noted.memory.written(resource, to, noted.writer)
      goOnWith(noted.finished, outcome)
    })
  }

  private count(executed: Executed): Executed {
    this.submittedTime += executed.gpuTime
    return executed
  }
}

/**
 * What one of several passes draws with: shaders follow each other as passes do. Where there are more shaders than passes
 * each pass has the next few; where there are fewer, passes that follow each other share one.
 */
function shareOf(draws: readonly BoundDraw[], pass: number, passes: number): readonly BoundDraw[] {
  const first = Math.floor((pass * draws.length) / passes)
  const end = Math.floor(((pass + 1) * draws.length) / passes)
  return draws.slice(first, Math.max(end, first + 1))
}
