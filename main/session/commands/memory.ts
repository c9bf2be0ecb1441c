/** Commands of a person that concern placed memory, its defragmentation, and dumps (DF). */
import type {
  AllocateSpec,
  CommandResult,
  DefragmentationComparisonView,
  DumpView,
  SessionCommand,
} from '../../../preload/contract'
import { dumpText } from '../document/dump-text'
import { withUniqueNames } from '../dump/layout'
import { type DefragmentationTrial, trialOf } from '../laboratory/defragmentation-comparison'
import type { DefragmentationCall, LayoutStep } from '../scenario'
import { allocateProblem, freeProblem, layoutProblem, poolProblem, takenNames } from '../verbs/memory-problems'
import type { Action } from '../verbs/steps'
import { type Acting, OK, type RunningComparison, refusal } from './acting'

type DefragmentationKind =
  | 'beginDefragmentation'
  | 'beginPass'
  | 'setMoveOperation'
  | 'endPass'
  | 'runDefragmentation'
  | 'endDefragmentation'

type MemoryKind =
  | 'setProject'
  | 'setAllocation'
  | 'allocate'
  | 'free'
  | 'setMovable'
  | DefragmentationKind
  | 'compareDefragmentation'
  | 'cancelDefragmentationComparison'
  | 'useDump'
  | 'closeDump'

export type MemoryCommand = Extract<SessionCommand, { kind: MemoryKind }>
type DefragmentationCommand = Extract<SessionCommand, { kind: DefragmentationKind }>

/** Runs every algorithm on a state of the heaps; calls back as it goes on. */
export type StartDefragmentationComparison = (
  trial: DefragmentationTrial,
  watch: (comparison: DefragmentationComparisonView) => void,
) => RunningComparison

/** A dump that was read: to be shown, and to begin with. */
export interface OpenedDump {
  view: DumpView
  layout: LayoutStep
}

const KINDS: ReadonlySet<SessionCommand['kind']> = new Set<MemoryKind>([
  'setProject',
  'setAllocation',
  'allocate',
  'free',
  'setMovable',
  'beginDefragmentation',
  'beginPass',
  'setMoveOperation',
  'endPass',
  'runDefragmentation',
  'endDefragmentation',
  'compareDefragmentation',
  'cancelDefragmentationComparison',
  'useDump',
  'closeDump',
])

/** Whether it is one of those that MemoryCommands carries out. */
export function isMemoryCommand(command: SessionCommand): command is MemoryCommand {
  return KINDS.has(command.kind)
}

export class MemoryCommands {
  private comparing: RunningComparison | null = null
  private dump: OpenedDump | null = null

  constructor(
    private readonly acting: Acting,
    private readonly startComparison: StartDefragmentationComparison | undefined,
  ) {}

  execute(command: MemoryCommand): CommandResult {
    switch (command.kind) {
      case 'setProject': {
        const { width, height } = command
        this.acting.running.log.changedParts.add('offers')
        return this.saved(this.act({ verb: 'project', value: { width, height } }, 'The resolution was not changed'))
      }
      case 'setAllocation':
        return this.saved(this.act({ verb: 'allocation', value: command.mode }, 'The effects were not made anew'))
      case 'allocate': {
        const { kind: _, ...value } = command
        return this.allocate(value)
      }
      case 'free': {
        const { kind: _, ...value } = command
        return (
          problem(freeProblem(value, this.acting.running.world)) ??
          this.act({ verb: 'free', value }, `"${value.name}" was not freed`)
        )
      }
      case 'setMovable':
        return this.setMovable(command.allocation, command.movable)
      case 'compareDefragmentation':
        return this.compare(command.maxBytesPerPass ?? 0, command.maxAllocationsPerPass ?? 0)
      case 'cancelDefragmentationComparison':
        if (this.comparing === null) return refusal('No comparison is running.')
        this.comparing.cancel()
        return OK
      case 'useDump':
        return this.useDump()
      case 'closeDump':
        if (this.dump === null) return refusal('No dump is open.')
        this.showDump(null)
        return OK
      default:
        return this.defragment(command)
    }
  }

  /** The simulation has started anew: what is open stays open. */
  restarted(): void {
    this.comparing?.cancel()
    this.acting.running.heapLog.setDump(this.dump?.view ?? null)
  }

  showDump(dump: OpenedDump | null): void {
    this.dump = dump
    this.acting.running.heapLog.setDump(dump?.view ?? null)
  }

  /** The allocator's state as the D3D12MA JSON dump (DF-23). */
  dumpText(): string {
    return dumpText(this.acting.running.world)
  }

  private act(action: Action, whenFailed: string): CommandResult {
    return this.acting.act(action, whenFailed)
  }

  private saved(result: CommandResult): CommandResult {
    if (result.ok) this.acting.touch()
    return result
  }

  /** Why it failed is told apart: too scattered, or really too little (DF-03). */
  private allocate(value: AllocateSpec): CommandResult {
    const { world } = this.acting.running
    const refused = problem(allocateProblem(value, world))
    if (refused !== null) return refused
    const { memory } = world.editor
    const before = memory.failures.last
    const result = this.act({ verb: 'allocate', value }, `"${value.name}" was not allocated`)
    const { last } = memory.failures
    return result.ok || last === null || last === before ? result : { ...result, message: `${last}.` }
  }

  private setMovable(id: number, movable: boolean): CommandResult {
    const { memory } = this.acting.running.world.editor
    for (const { allocation, name } of memory.all)
      if (allocation.serial === id)
        return this.act({ verb: 'movable', value: { name, movable } }, `${name} was not marked`)
    return refusal(`There is no allocation ${id} any more.`)
  }

  private defragment(command: DefragmentationCommand): CommandResult {
    const { world } = this.acting.running
    const refused = command.kind === 'beginDefragmentation' ? problem(poolProblem(command.pool, world)) : null
    if (refused !== null) return refused
    const { defragmenter } = world.editor
    const result = this.act({ verb: 'defragmentation', value: callOf(command) }, 'Defragmentation')
    return result.ok || defragmenter.message === null ? result : { ...result, message: `${defragmenter.message}.` }
  }

  private compare(maxBytesPerPass: number, maxAllocationsPerPass: number): CommandResult {
    if (this.comparing !== null) return refusal('A comparison is running already. Cancel it first.')
    if (this.startComparison === undefined) return refusal('Comparisons are not available here.')
    const { heapLog, world } = this.acting.running
    const trial = trialOf(world.editor.memory, maxBytesPerPass, maxAllocationsPerPass)
    if (trial.pools.every(({ blocks }) => blocks.length === 0))
      return refusal('There are no heaps to compare on yet. Import a clip or allocate something first.')
    this.comparing = this.startComparison(trial, (comparison) => {
      if (comparison.state !== 'running') this.comparing = null
      heapLog.setComparison(comparison)
    })
    return OK
  }

  /** Recorded with the names that its allocations get, so that later steps can name them (SC-12). */
  private useDump(): CommandResult {
    if (this.dump === null) return refusal('No dump is open. Open one first.')
    const { layout, view } = this.dump
    const { world } = this.acting.running
    const refused = problem(layoutProblem(layout, world))
    if (refused !== null) return refused
    const value = withUniqueNames(layout, takenNames(world))
    return this.act({ verb: 'layout', value }, `${view.title} was not taken over`)
  }
}

/** null: there is none */
function problem(found: string | null): CommandResult | null {
  return found === null ? null : refusal(found)
}

function callOf(command: DefragmentationCommand): DefragmentationCall {
  switch (command.kind) {
    case 'beginDefragmentation': {
      const { algorithm, maxBytesPerPass, maxAllocationsPerPass, pool, timePerFrame, bytesPerFrame, evicted } = command
      return {
        call: 'begin',
        desc: {
          algorithm: algorithm ?? 'balanced',
          maxBytesPerPass: maxBytesPerPass ?? 0,
          maxAllocationsPerPass: maxAllocationsPerPass ?? 0,
          ...(pool === undefined ? {} : { pool }),
          timePerFrame: timePerFrame ?? 0,
          bytesPerFrame: bytesPerFrame ?? 0,
          evicted: evicted ?? 'skip',
          ignore: [],
          destroy: [],
        },
      }
    }
    case 'beginPass':
    case 'endPass':
      return { call: command.kind }
    case 'setMoveOperation':
      return { call: 'operation', move: command.move, operation: command.operation }
    case 'runDefragmentation':
      return { call: 'run' }
    case 'endDefragmentation':
      return { call: 'end' }
  }
}
