/**
 * Processes that have done their tasks wait for more for a while (LB-03): in one that has just begun a run takes up to five
 * times as long, as all of its code is still to be compiled, and who compares once compares again.
 */
import type { TaskReply, TaskRequest } from '../../session/laboratory/beside/messages'
import type { TaskProcess } from '../../session/laboratory/beside/pool'
import type { PumpTimers } from '../frame-pump'

/** ms for which one waits (**choice**) */
const WAITS = 60_000

/** A process, as Electron forks it. */
export type ForkedProcess = Omit<TaskProcess, 'done'>

export class SpareProcesses {
  private readonly waiting: SpareProcess[] = []

  /** @param fork starts a process @param after calls later, in ms */
  constructor(
    private readonly fork: () => ForkedProcess,
    private readonly after: PumpTimers['after'],
  ) {}

  /** One that has waited, or a new one. @throws what `fork` throws */
  take(): TaskProcess {
    const spare = this.waiting.at(-1)
    spare?.leave()
    return spare ?? new SpareProcess(this.fork(), this.waiting, this.after)
  }
}

const NOTHING = (): void => {}

class SpareProcess implements TaskProcess {
  private heard: (reply: TaskReply) => void = NOTHING
  private ended: (code: number) => void = NOTHING
  private isOver = false
  private waitsNoMore = NOTHING

  constructor(
    private readonly child: ForkedProcess,
    private readonly waiting: SpareProcess[],
    private readonly after: PumpTimers['after'],
  ) {
    child.on('message', (reply) => this.heard(reply))
    child.on('exit', (code) => this.exited(code))
  }

  on(event: 'message', heard: (reply: TaskReply) => void): void
  on(event: 'exit', heard: (code: number) => void): void
  on(...[event, heard]: ['message', (reply: TaskReply) => void] | ['exit', (code: number) => void]): void {
    if (event === 'message') this.heard = heard
    else this.ended = heard
  }

  postMessage(message: TaskRequest): void {
    this.child.postMessage(message)
  }

  kill(): boolean {
    return this.child.kill()
  }

  done(): void {
    this.heard = NOTHING
    this.ended = NOTHING
    if (this.isOver) return
    this.waiting.push(this)
    this.waitsNoMore = this.after(WAITS, () => {
      this.leave()
      this.child.kill()
    })
  }

  private exited(code: number): void {
    this.isOver = true
    this.leave()
    this.ended(code)
  }

  /** It waits no more, if it did. */
  leave(): void {
    this.waitsNoMore()
    const place = this.waiting.indexOf(this)
    if (place >= 0) this.waiting.splice(place, 1)
  }
}
