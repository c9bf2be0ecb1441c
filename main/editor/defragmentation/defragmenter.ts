/**
 * The client of defragmentation: begins it, has the moves of each pass carried out, calls EndPass when the GPU has finished
 * with them, and goes on within its budget per frame (DF-05 to DF-13, DF-22). Times in µs, sizes in bytes.
 */
import type { DefragmentationAlgorithm, EvictedMoves, MoveOperation } from '../../../preload/contract/names'
import type { CommandQueue } from '../../d3d12/command-queue'
import type { HResultName } from '../../d3d12/hresult'
import { failed } from '../../d3d12/hresult'
import type { PlacedHeap } from '../../d3d12/placed-resource'
import type { Allocation, Block } from '../../d3d12ma/allocation'
import { beginDefragmentation } from '../../d3d12ma/defragmentation/begin'
import type { DefragmentationContext } from '../../d3d12ma/defragmentation/context'
import { flagOf, type Move, type Skipping } from '../../d3d12ma/defragmentation/definitions'
import { measure } from '../../d3d12ma/measures'
import type { Pool } from '../../d3d12ma/pool'
import { inOneGo, type Sliced } from '../../sim/slices'
import type { EditorMemory } from '../editor-memory'
import type { Suballocation } from '../suballocation'
import { bytesPerPass, type PassLimits, untilNextPass } from './frame-budget'
import { type ClientMove, Mover, type MoverOptions } from './mover'

export interface DefragmenterDesc extends PassLimits {
  algorithm: DefragmentationAlgorithm
  maxAllocationsPerPass: number
  /** a custom pool by name; undefined: all default pools */
  pool?: string | undefined
  /** DF-21 */
  evicted: EvictedMoves
  /** names whose moves are ignored, or whose memory is destroyed instead */
  ignore: readonly string[]
  destroy: readonly string[]
}

export interface DefragmenterOptions extends MoverOptions {
  /** EndPass is about to destroy it: the last moment in which work that uses it can be submitted */
  destroying: (resource: Suballocation) => void
  /** display frames per second */
  refreshRate: number
}

export interface CurvePoint {
  pass: number
  t: number
  fragmentation: number
  blocks: number
  bytesMoved: number
  heapsFreed: number
}

export type DefragmenterState = 'idle' | 'begun' | 'pass' | 'copying' | 'done' | 'failed'

const NOTHING: DefragmenterDesc = {
  algorithm: 'balanced',
  maxBytesPerPass: 0,
  maxAllocationsPerPass: 0,
  timePerFrame: 0,
  bytesPerFrame: 0,
  evicted: 'skip',
  ignore: [],
  destroy: [],
}

export class Defragmenter {
  state: DefragmenterState = 'idle'
  /** passes follow one another by themselves */
  running = false
  desc: DefragmenterDesc = NOTHING
  passes = 0
  /** of the pass that waits or is carried out, else of the last one */
  moves: readonly ClientMove[] = []
  readonly stats = { bytesMoved: 0, bytesFreed: 0, allocationsMoved: 0, heapsFreed: 0 }
  /** of all processes since the start of the run */
  readonly totals = { bytesMoved: 0, allocationsMoved: 0, heapsFreed: 0, passes: 0, ended: 0 }
  curve: CurvePoint[] = []
  message: string | null = null
  /** it is why a call was refused */
  refused = false
  private context: DefragmentationContext | null = null
  private pools: readonly Pool[] = []
  private endRequested = false
  /** counts processes: what an earlier one has scheduled comes to nothing */
  private process = 0
  private readonly mover: Mover

  constructor(private readonly options: DefragmenterOptions) {
    this.mover = new Mover(options)
  }

  /** Between BeginDefragmentation and the release of its context (DF-05). */
  get isActive(): boolean {
    return this.context !== null
  }

  /** The device is removed, or is being replaced: what was under way is gone with it. */
  deviceLost(): void {
    this.mover.deviceLost()
    this.moves = []
    if (this.context !== null) this.finish('failed', 'The device is gone, and with it what was being moved.')
  }

  /** @see Mover.waitFor */
  waitFor(queue: CommandQueue, resources: readonly Suballocation[]): void {
    this.mover.waitFor(queue, resources)
  }

  /**
   * BeginDefragmentation.
   * @returns S_OK · E_INVALIDARG (no such pool, impossible limits) · E_NOINTERFACE (DF-07) · DXGI_ERROR_INVALID_CALL:
   * a process is under way · DXGI_ERROR_DEVICE_REMOVED
   */
  begin(desc: DefragmenterDesc): HResultName {
    const { sim, copyBandwidth } = this.options
    const memory = this.options.memory()
    if (memory.device.removed !== null) return this.refuse('DXGI_ERROR_DEVICE_REMOVED', 'the device is removed')
    if (this.context !== null)
      return this.refuse('DXGI_ERROR_INVALID_CALL', 'a defragmentation is under way: end it first')
    const pool = desc.pool === undefined ? null : memory.pool(desc.pool)
    if (pool === undefined) return this.refuse('E_INVALIDARG', `there is no pool ${desc.pool}`)
    const { hr, context } = beginDefragmentation(
      memory.allocator,
      {
        flags: flagOf(desc.algorithm),
        maxBytesPerPass: bytesPerPass(desc, pool === null ? memory.allocator.defaults : [pool], copyBandwidth),
        maxAllocationsPerPass: desc.maxAllocationsPerPass,
        skip: new Skips(memory, desc.evicted),
      },
      pool,
    )
    sim.trace.write('defragmentation', {
      phase: 'begin',
      algorithm: desc.algorithm,
      pool: desc.pool ?? 'default',
      result: hr,
    })
    if (context === null) return this.refuse(hr, `${desc.pool ?? 'the default pools'} cannot be defragmented`)
    this.process++
    this.desc = desc
    this.context = context
    this.pools = context.pools
    this.state = 'begun'
    this.passes = 0
    this.moves = []
    this.endRequested = false
    Object.assign(this.stats, { bytesMoved: 0, bytesFreed: 0, allocationsMoved: 0, heapsFreed: 0 })
    this.curve = []
    this.addPoint()
    this.say(`BeginDefragmentation: ${hr}`)
    return 'S_OK'
  }

  /**
   * BeginPass: the moves wait for `endPass`.
   * @returns S_FALSE with moves · S_OK: none, the process has ended · what BeginPass returned
   */
  beginPass(): HResultName {
    const { context } = this
    if (context === null) return this.refuse('DXGI_ERROR_INVALID_CALL', 'BeginPass needs BeginDefragmentation first')
    if (this.state !== 'begun')
      return this.refuse('DXGI_ERROR_INVALID_CALL', 'a pass is under way: EndPass comes first')
    // memory that the processor copies may have come since
    context.limitPasses(bytesPerPass(this.desc, this.pools, this.options.copyBandwidth))
    const { hr, moves } = context.beginPass()
    if (failed(hr)) {
      this.running = false
      return this.refuse(hr, 'BeginPass could not reserve its destinations')
    }
    this.moves = moves.map((move) => this.planned(move))
    if (hr === 'S_OK') {
      this.passEnded(hr)
      return hr
    }
    this.state = 'pass'
    for (const one of this.moves) this.choose(one)
    this.say(`BeginPass: ${hr}, ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`)
    return hr
  }

  /** @param index of the move in the pass that waits. @returns E_INVALIDARG when there is none */
  setOperation(index: number, operation: MoveOperation): HResultName {
    const one = this.moves[index]
    if (this.state !== 'pass' || one === undefined)
      return this.refuse('E_INVALIDARG', `there is no move ${index} that waits`)
    one.move.operation = operation
    one.because = null
    this.options.changed()
    return 'S_OK'
  }

  /** Creates, copies, and calls EndPass when the GPU has finished. @returns E_PENDING: it is under way */
  *endPass(): Sliced<HResultName> {
    if (this.state !== 'pass') return this.refuse('DXGI_ERROR_INVALID_CALL', 'EndPass needs a pass that waits')
    for (const one of this.moves) if (one.move.operation === 'COPY') this.skipEvicted(one)
    this.state = 'copying'
    this.say('Copying')
    const { process } = this
    yield* this.mover.carry(this.moves, () => {
      if (process === this.process) this.endCopiedPass()
    })
    return 'E_PENDING'
  }

  /**
   * Passes follow one another to the end, also after a call of `end` that waits for the pass which is carried out.
   * @returns S_OK: they do, or nothing was left to move · what BeginPass returned · DXGI_ERROR_INVALID_CALL: none was
   * begun
   */
  *run(): Sliced<HResultName> {
    if (this.context === null)
      return this.refuse('DXGI_ERROR_INVALID_CALL', 'there is nothing to run: BeginDefragmentation comes first')
    this.running = true
    // what was asked for last holds: a release that waits for the pass is taken back
    this.endRequested = false
    if (this.state === 'copying') this.say('Copying')
    else this.options.changed()
    const hr = this.state === 'begun' ? yield* this.next() : 'S_OK'
    if (this.state === 'pass') yield* this.endPass()
    return failed(hr) ? hr : 'S_OK'
  }

  /**
   * The context is released: what waits is cancelled, what is copied is finished first.
   * @returns S_OK · DXGI_ERROR_INVALID_CALL: none is under way
   */
  end(): HResultName {
    if (this.context === null) return this.refuse('DXGI_ERROR_INVALID_CALL', 'no defragmentation is under way')
    this.running = false
    if (this.state === 'copying') {
      this.endRequested = true
      this.say('Ends with this pass')
    } else {
      this.moves = []
      this.finish('done', 'The context was released.')
    }
    return 'S_OK'
  }

  /** BeginPass, and its moves carried out. @returns what BeginPass returned */
  private *next(): Sliced<HResultName> {
    const hr = this.beginPass()
    if (hr === 'S_FALSE') yield* this.endPass()
    return hr
  }

  private planned(move: Move): ClientMove {
    const { source, destination } = move
    const resource = this.options.memory().of(source) as Suballocation
    return {
      move,
      resource,
      name: resource.name,
      size: source.size,
      from: source.getHeap() as PlacedHeap,
      fromOffset: source.getOffset(),
      fromBlock: source.block as Block,
      to: destination.getHeap() as PlacedHeap,
      toOffset: destination.getOffset(),
      toBlock: destination.block as Block,
      state: 'planned',
      because: null,
      made: null,
    }
  }

  /** What the user asked for by name; and what left memory since the plan was made (DF-21). */
  private choose(one: ClientMove): void {
    if (this.desc.ignore.includes(one.name)) one.move.operation = 'IGNORE'
    else if (this.desc.destroy.includes(one.name)) one.move.operation = 'DESTROY'
    else this.skipEvicted(one)
  }

  private skipEvicted(one: ClientMove): void {
    if (this.desc.evicted !== 'skip' || isResident(this.options.memory(), one.resource)) return
    one.move.operation = 'IGNORE'
    one.because = 'its heap is not resident'
  }

  /** EndPass, once everything is copied. */
  private endCopiedPass(): void {
    const { context } = this
    if (context === null) return
    for (const { move, resource } of this.moves) if (move.operation === 'DESTROY') this.options.destroying(resource)
    const before = context.getStats()
    const hr = context.endPass()
    const after = context.getStats()
    for (const one of this.moves) this.mover.settle(one)
    this.stats.bytesMoved = after.BytesMoved
    this.stats.bytesFreed = after.BytesFreed
    this.stats.allocationsMoved = after.AllocationsMoved
    this.stats.heapsFreed = after.HeapsFreed
    this.totals.bytesMoved += after.BytesMoved - before.BytesMoved
    this.totals.allocationsMoved += after.AllocationsMoved - before.AllocationsMoved
    this.totals.heapsFreed += after.HeapsFreed - before.HeapsFreed
    this.passEnded(hr, after.BytesMoved - before.BytesMoved, after.HeapsFreed - before.HeapsFreed)
  }

  /** After EndPass, or a BeginPass without moves. */
  private passEnded(hr: HResultName, bytesMoved = 0, heapsFreed = 0): void {
    const { sim } = this.options
    const { moves } = this
    this.passes++
    this.totals.passes++
    const count = (operation: MoveOperation): number => moves.filter(({ move }) => move.operation === operation).length
    sim.trace.write('defragmentation-pass', {
      pass: this.passes,
      moves: moves.length,
      bytesMoved,
      heapsFreed,
      result: hr,
      ignored: count('IGNORE'),
      destroyed: count('DESTROY'),
    })
    this.addPoint()
    this.state = 'begun'
    if (hr === 'S_OK') {
      const left = moves.length === 0 ? 'BeginPass: S_OK, nothing is left to move' : 'EndPass: S_OK, nothing was moved'
      return this.finish('done', left)
    }
    this.say(`EndPass: ${hr}, another pass should follow`)
    if (this.endRequested) return this.finish('done', 'The context was released.')
    if (this.running) this.scheduleNext()
  }

  /** With a budget per frame one pass a display frame, otherwise at once. */
  private scheduleNext(): void {
    const { sim, refreshRate } = this.options
    const { process } = this
    sim.scheduleAs(sim.trace.cause, untilNextPass(this.desc, sim.now, refreshRate), () => {
      if (process !== this.process || !this.running || this.state !== 'begun') return
      const hr = inOneGo(this.next())
      const message = `defragmentation does not go on: ${this.message}`
      if (failed(hr)) this.options.memory().device.debug.report({ rule: 'DF-08', message })
    })
  }

  private finish(state: 'done' | 'failed', message: string): void {
    const { sim } = this.options
    this.context?.release()
    this.context = null
    // they belong to a device that may be replaced
    this.pools = []
    this.running = false
    this.state = state
    this.process++
    if (state === 'done') this.totals.ended++
    sim.trace.write('defragmentation', {
      phase: 'end',
      algorithm: this.desc.algorithm,
      pool: this.desc.pool ?? 'default',
      result: state === 'done' ? 'S_OK' : 'DXGI_ERROR_DEVICE_REMOVED',
    })
    this.say(message)
  }

  private addPoint(): void {
    const { sim } = this.options
    const { fragmentation, blocks } = measure(this.pools)
    const { bytesMoved, heapsFreed } = this.stats
    this.curve.push({ pass: this.passes, t: sim.now, fragmentation, blocks, bytesMoved, heapsFreed })
  }

  private refuse(hr: HResultName, because: string): HResultName {
    this.say(`${hr}: ${because}`, true)
    return hr
  }

  private say(message: string, refused = false): void {
    Object.assign(this, { message, refused })
    this.options.changed()
  }
}

function isResident({ device }: EditorMemory, { handle }: Suballocation): boolean {
  return device.heaps.isListed(handle)
}

/** What no resource of the app lies in, and evicted memory where its moves are not wanted (DF-21). */
class Skips implements Skipping {
  constructor(
    private readonly memory: EditorMemory,
    private readonly evicted: EvictedMoves,
  ) {}

  skips(allocation: Allocation): boolean {
    const resource = this.memory.of(allocation)
    if (resource === undefined) return true
    return this.evicted === 'skip' && !isResident(this.memory, resource)
  }
}
