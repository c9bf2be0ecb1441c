/** A live session on a wall clock that a test turns by hand, and what a window would make of its frames. */

import type { StartTasks } from '../../../main/session/laboratory/tasks'
import { LiveSession } from '../../../main/session/live-session'
import { type Scenario, validateScenario } from '../../../main/session/scenario'
import { traceLine } from '../../../main/sim/trace-lines'
import type { TraceRecord } from '../../../main/sim/trace-records'
import type { CommandResult, Frame, SessionCommand } from '../../../preload/contract'
import { fullName } from '../../../renderer/store/allocations'
import { applyFrame, emptyState, type InterfaceState } from '../../../renderer/store/model'
import { SystemTraces } from '../support/system-traces'

export const MIB = 1024 * 1024

/** A scenario file's content with every default filled in. */
export function scenario(file: Record<string, unknown> = {}): Scenario {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

export class LiveRig {
  readonly session: LiveSession
  readonly frames: Frame[] = []
  private readonly traces = new SystemTraces((record) => JSON.parse(traceLine(record)) as TraceRecord)
  /** ms that one look at the wall clock takes: work that is not free */
  costOfLook = 0
  private wall = 1_000
  /** ms that looks have taken */
  private looked = 0
  private view = emptyState()

  constructor(
    readonly scenario: Scenario,
    comparisons: { startTasks?: StartTasks } = {},
    /** events between two; null: none are made, and the whole trace of what is shown is there */
    checkpointsEvery: number | null = null,
  ) {
    this.session = new LiveSession({
      ...comparisons,
      scenario,
      wallMs: () => {
        const seen = this.wall + this.looked
        this.looked += this.costOfLook
        return seen
      },
      publish: (frame) => {
        this.frames.push(frame)
        this.view = applyFrame(this.view, frame)
      },
      ...(checkpointsEvery === null ? { writer: this.traces.writer } : { checkpointsEvery }),
      document: { title: 'test', path: null, recent: [], theme: 'system' },
    })
  }

  /** The trace of what is shown, from the first record. */
  get records(): readonly TraceRecord[] {
    return this.traces.of(this.session.world)
  }

  get now(): number {
    this.session.publishFrame()
    return this.view.clock.now
  }

  /** What a window shows after every frame so far and one more. */
  get shown(): InterfaceState {
    this.session.publishFrame()
    return this.view
  }

  /** Lets wall time pass as the app does: the pump is called every 16 ms, and again while there is more to do. */
  elapse(ms: number): void {
    for (let left = ms; left > 0; left -= 16) {
      this.wall += Math.min(16, left)
      while (this.session.pump()) {}
    }
  }

  /** The wall clock jumps, and nothing was called meanwhile. */
  skip(ms: number): void {
    this.wall += ms
  }

  /** What looks have taken is nobody's time: simulated time makes nothing up for it. */
  forgetLooks(): void {
    this.looked = 0
  }

  do(command: SessionCommand): CommandResult {
    return this.session.execute(command)
  }

  /** As `do`, but the command must be carried out. */
  must(...commands: SessionCommand[]): void {
    for (const command of commands) {
      const result = this.do(command)
      if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
    }
  }

  /** What a window that is opened now shows: a full frame is all that it goes by. */
  fresh(): InterfaceState {
    this.session.requestFullFrame()
    this.session.publishFrame()
    if (this.frames.at(-1)?.full !== true) throw new Error('the frame that was asked for is not full')
    return this.view
  }

  /** The id of a resource by its full name; of the newest that has it. */
  id(name: string): number {
    const { allocations } = this.shown
    const id = allocations.ids.findLast((candidate) => fullName(allocations, candidate) === name)
    if (id === undefined) throw new Error(`there is no resource ${name}`)
    return id
  }

  /** AllocationState of a resource. */
  state(name: string): number {
    return this.shown.allocations.states[this.id(name)] as number
  }

  /** "flags×bytes" of each notification so far. */
  get notified(): string[] {
    return this.shown.notifications.items.map(({ flags, bytesToTrim }) => `${flags}×${bytesToTrim}`)
  }
}

export const rig = (file: Record<string, unknown> = {}): LiveRig => new LiveRig(scenario(file))

/** Effects of one resource each, so that names are short: "A.r", "B.r", … */
export function effects(sizes: Readonly<Record<string, number>>, resident = true): Record<string, unknown>[] {
  return Object.entries(sizes).map(([name, size]) => ({
    name,
    gpuTime: 1000,
    resources: [{ name: 'r', size, resident }],
  }))
}
