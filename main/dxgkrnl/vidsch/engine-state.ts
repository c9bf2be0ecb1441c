/** One engine as the scheduler sees it: who waits for it, what it was asked, and the hardware behind it. */
import type { EngineName } from '../../../preload/contract/names'
import type { Engine } from '../../drivers/kmd/engine'
import { type Context, type Packet, PRIORITIES, Priority } from './context'
import type { PreemptionRequest } from './preemption-request'

export class EngineState {
  readonly ready: Context[][] = Array.from({ length: PRIORITIES }, () => [])
  /** of all priorities */
  private contextsReady = 0
  /** paging packets that were preempted: they come first, with the fence ids that they had (GP-12) */
  readonly resubmitted: Packet[] = []
  request: PreemptionRequest | null = null
  /** the last one that it has answered */
  answered: PreemptionRequest | null = null
  /** the packet for which the engine preempts: it stands first in its context and holds its memory (`Packet.inUse`) */
  claimed: Packet | null = null
  /** parts of this context's render command run one after another (GP-18) */
  bound: Context | null = null
  /** preemption fence ids given so far */
  nextFence = 0
  feeding = false
  feedAgain = false
  /** it has stopped for a request, and the scheduler has not gone on yet */
  turning = false
  /** whose packet ran last */
  last: Context | null = null

  constructor(
    readonly name: EngineName,
    readonly hardware: Engine<Packet>,
  ) {}

  /** The context whose turn is next, still in its place; null: none that may run now. */
  next(): Context | null {
    for (let priority = PRIORITIES - 1; priority >= 0; priority--) {
      const list = this.ready[priority] as Context[]
      for (let i = 0; i < list.length; i++) if (this.mayRun(list[i] as Context)) return list[i] as Context
    }
    return null
  }

  /** Nobody waits for it, and nothing is asked of it. */
  get isAtRest(): boolean {
    return this.request === null && !this.turning && this.bound === null && this.hasNothingReady
  }

  /** Nothing is to enter it, and nothing is to leave it for that. */
  get hasNothingReady(): boolean {
    return this.contextsReady === 0 && this.resubmitted.length === 0 && this.claimed === null
  }

  /** The first packet of a context of this engine that has not completed; null: it has none. */
  firstOf(context: Context): Packet | null {
    if (context.inHardware > 0) {
      const { queue } = this.hardware
      for (let i = 0; i < queue.length; i++) if ((queue[i] as Packet).context === context) return queue[i] as Packet
    }
    const { operations } = context
    for (let i = context.first; i < operations.length; i++) {
      const operation = operations[i]
      if (operation?.type === 'packet') return operation
    }
    return null
  }

  /** Its next packet waits for its turn, and may run now. */
  isReady(context: Context): boolean {
    return (this.ready[context.priority] as Context[]).includes(context) && this.mayRun(context)
  }

  /** The next of its priority that waits beside it and may run now; null: there is none. */
  readyBeside(context: Context): Context | null {
    const list = this.ready[context.priority] as Context[]
    for (let i = 0; i < list.length; i++) {
      const other = list[i] as Context
      if (other !== context && this.mayRun(other)) return other
    }
    return null
  }

  add(context: Context): void {
    ;(this.ready[context.priority] as Context[]).push(context)
    this.contextsReady++
  }

  addFirst(context: Context): void {
    ;(this.ready[context.priority] as Context[]).unshift(context)
    this.contextsReady++
  }

  /** What it waited for has come: it is next of its priority, but for the one for which the engine stops already. */
  addReady(context: Context): void {
    const list = this.ready[context.priority] as Context[]
    const behind = this.claimed !== null && list[0] === this.claimed.context ? 1 : 0
    list.splice(behind, 0, context)
    this.contextsReady++
  }

  remove(context: Context): void {
    const list = this.ready[context.priority] as Context[]
    const index = list.indexOf(context)
    if (index < 0) return
    for (let i = index + 1; i < list.length; i++) list[i - 1] = list[i] as Context
    list.pop()
    this.contextsReady--
  }

  /** Between the parts of one render command only paging may come, where it may at all (GP-18). */
  private mayRun(context: Context): boolean {
    return this.bound === null || this.bound === context || context.priority === Priority.paging
  }
}
