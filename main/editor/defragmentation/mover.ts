/**
 * Moves resources for real while rendering goes on. For each COPY the new placed resource is created, the copy engine
 * copies behind all work submitted so far, and the descriptor is updated (DF-10). What is submitted meanwhile uses the new
 * place and waits for the copy on the GPU, so that nothing written is lost (DF-18). Sizes in bytes.
 */
import type { CommandQueue } from '../../d3d12/command-queue'
import { Fence } from '../../d3d12/fence'
import { Mapping, type PlacedHeap, type PlacedResource } from '../../d3d12/placed-resource'
import type { Block } from '../../d3d12ma/allocation'
import type { Move } from '../../d3d12ma/defragmentation/definitions'
import { type Cpu, type CpuThread, ThreadPriority } from '../../sim/cpu'
import type { Faults } from '../../sim/faults'
import type { Simulation } from '../../sim/simulation'
import { type Sliced, sliceEnds } from '../../sim/slices'
import type { EditorMemory } from '../editor-memory'
import type { Suballocation } from '../suballocation'

export interface ClientMove {
  readonly move: Move
  readonly resource: Suballocation
  readonly name: string
  readonly size: number
  readonly from: PlacedHeap
  readonly fromOffset: number
  readonly fromBlock: Block
  readonly to: PlacedHeap
  readonly toOffset: number
  readonly toBlock: Block
  state: 'planned' | 'copying' | 'copied' | 'done'
  /** why it is ignored though nobody asked for that; null: it is not */
  because: string | null
  /** the resource at the destination */
  made: PlacedResource | null
}

export interface MoverOptions {
  sim: Simulation
  cpu: Cpu
  faults: Faults
  /** of the copy engine within local memory, bytes per second */
  copyBandwidth: number
  memory: () => EditorMemory
  /** all queues of the app that may use what is moved */
  queues: () => readonly CommandQueue[]
  /** memory that a move destroyed is gone */
  destroyed: (resource: Suballocation) => void
  changed: () => void
}

/** bytes per second that a processor copies in UPLOAD and READBACK memory, which the copy engine may not write or read */
export const CPU_BANDWIDTH = 8 * 1024 ** 3

export class Mover {
  /** reaches the value of a pass when what it moves may be used */
  private copied = new Fence()
  private copies = 0
  private copyQueue: CommandQueue | null = null
  /** counts devices: what was under way on an earlier one comes to nothing */
  private life = 0
  private readonly thread: CpuThread

  constructor(private readonly options: MoverOptions) {
    this.thread = options.cpu.createThread('app', ThreadPriority.normal)
  }

  /** The device is gone, and what was under way with it. */
  deviceLost(): void {
    this.life++
    this.copyQueue = null
    this.copied = new Fence()
    this.copies = 0
  }

  /**
   * A list that uses them waits on the GPU for the copies that are under way.
   * @param resources `copiedAt`: the fence value that a copy of it signals
   */
  waitFor(queue: CommandQueue, resources: readonly { readonly copiedAt?: number }[]): void {
    let value = 0
    for (const { copiedAt = 0 } of resources) value = Math.max(value, copiedAt)
    if (value > this.copied.completedValue) queue.wait(this.copied, value, false)
  }

  /** Carries out the COPY moves of a pass. @param ended the GPU and the processor have copied everything */
  *carry(moves: readonly ClientMove[], ended: () => void): Sliced<void> {
    const queue = this.behindEverything()
    const value = ++this.copies
    queue.announce(this.copied, value)
    let done = 0
    for (const one of moves) {
      if (one.move.operation === 'COPY') this.startMove(one, value)
      if (sliceEnds(++done)) yield { done, total: 2 * moves.length }
    }
    const copying = moves.filter(({ move, resource }) => move.operation === 'COPY' && !resource.scratch)
    for (const one of copying) {
      if (one.from.type === 'DEFAULT') this.copyOnGpu(queue, one)
      if (sliceEnds(++done)) yield { done, total: moves.length + copying.length }
    }
    // reached on the GPU only: the processor's copies come after it
    const gpuDone = new Fence()
    queue.signal(gpuDone, 1)
    const { life } = this
    const { cause } = this.options.sim.trace
    gpuDone.setEventOnCompletion(1, () => {
      if (life !== this.life) return
      // the fence tells of the last copy before that copy's own list does
      for (const one of copying) if (one.from.type === 'DEFAULT') this.copyLanded(one)
      this.copyOnCpu(copying, value, cause, ended)
    })
  }

  /** A queue on the copy engine behind all that the app has submitted: what is moved is not written meanwhile. */
  private behindEverything(): CommandQueue {
    const { device } = this.options.memory()
    this.copyQueue ??= device.createCommandQueue('defragmentation', 'copy')
    for (const queue of this.options.queues()) {
      // a fence each: their signals come in any order
      const fence = new Fence()
      queue.signal(fence, 1)
      this.copyQueue.wait(fence, 1, false)
    }
    return this.copyQueue
  }

  /** The new resource, with the references of the old one; from now on it is what lists use. */
  private startMove(one: ClientMove, value: number): void {
    const { faults } = this.options
    const { device } = this.options.memory()
    const { resource, from, to, toOffset, size, name } = one
    if (from.type === 'DEFAULT' && !device.heaps.fitAtOnce([from, to])) {
      one.move.operation = 'IGNORE'
      one.because = `${from.name} and ${to.name} do not fit the memory segment together`
      return
    }
    // both are in place while they are copied (DF-21)
    device.heaps.hold(from)
    device.heaps.hold(to)
    const { hr, resource: made } = device.createPlacedResource(
      to,
      toOffset,
      { SizeInBytes: size, Alignment: one.move.source.alignment },
      name,
      false,
    )
    if (made === null) {
      one.move.operation = 'IGNORE'
      one.because = `the resource at its destination was not created: ${hr}`
      device.heaps.letGo(from)
      device.heaps.letGo(to)
      return
    }
    device.heaps.addReferences(made, resource.references)
    device.residency.layer?.moved(resource.current, made)
    device.setResidencyPriority([made], resource.current.priority)
    one.made = made
    one.state = 'copying'
    one.move.destination.setResource(made)
    resource.current = made
    device.heaps.moves++
    resource.copiedAt = value
    if (faults.take('stale-descriptor') === null) resource.descriptor = made
  }

  private copyOnGpu(queue: CommandQueue, one: ClientMove): void {
    const { copyBandwidth } = this.options
    const { size, name, made, move } = one
    const old = move.source.getResource() as PlacedResource
    if (made === null) return
    queue.executeCommandLists({
      name: `copy ${name}`,
      gpuTime: Math.max(1, Math.round((size * 1e6) / copyBandwidth)),
      resources: [old, made],
      finished: (outcome) => {
        if (outcome === 'completed') this.copyLanded(one)
      },
    })
  }

  /** Its contents are at the destination, too. */
  private copyLanded(one: ClientMove): void {
    const { made, move, state } = one
    if (made === null || state !== 'copying') return
    made.contents = (move.source.getResource() as PlacedResource).contents
    one.state = 'copied'
    this.options.changed()
  }

  private copyOnCpu(copying: readonly ClientMove[], value: number, cause: number, done: () => void): void {
    const { life } = this
    const byCpu = copying.filter(({ from, made }) => from.type !== 'DEFAULT' && made !== null)
    const finished = (): void => {
      if (life !== this.life) return
      for (const one of byCpu) this.copyLanded(one)
      this.copied.signal(value)
      done()
    }
    const bytes = byCpu.reduce((total, { size }) => total + size, 0)
    const { sim } = this.options
    if (bytes === 0) return sim.causedBy(cause, finished)
    this.thread.run(Math.max(1, Math.round((bytes * 1e6) / CPU_BANDWIDTH)), () => sim.causedBy(cause, finished))
  }

  /** What a move leaves to the client: names, references, mappings; its record. */
  settle(one: ClientMove): void {
    const { sim, faults, destroyed } = this.options
    const { device } = this.options.memory()
    const { resource, move, name, size, from, fromOffset, to, toOffset, made, because } = one
    const { operation } = move
    one.state = 'done'
    if (operation === 'DESTROY') destroyed(resource)
    if (operation === 'COPY' && made !== null) {
      device.heaps.letGo(from)
      device.heaps.letGo(to)
      resource.copiedAt = 0
      if (resource.mapping !== null && faults.take('stale-mapping') === null) resource.mapping = new Mapping(made)
    }
    sim.trace.write('defragmentation-move', {
      resource: name,
      bytes: size,
      operation,
      from: from.name,
      fromOffset,
      to: to.name,
      toOffset,
      ...(operation === 'IGNORE' ? { reason: because ?? 'asked for' } : {}),
    })
  }
}
