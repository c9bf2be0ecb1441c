/** What background processing did, for the Background tab; a bounded past for a window that comes back. */
import type {
  BackgroundEventView,
  BackgroundMode,
  BackgroundView,
  FrameTimeView,
  MeasurementsAction,
} from '../../../../preload/contract'
import { HRESULT, type HResultName } from '../../../d3d12/hresult'
import type { TraceRecord } from '../../../sim/trace-records'
import { BoundedLog } from '../bounded-log'

const KEPT = { events: 8_192, frameTimes: 8_192, calls: 256 }

type Call = BackgroundView['calls'][number]

export class BackgroundLog {
  static readonly lasting = ['made'] as const

  readonly events = new BoundedLog<BackgroundEventView>(KEPT.events)
  readonly frameTimes = new BoundedLog<FrameTimeView>(KEPT.frameTimes)
  private made: Call[] = []
  private nextCall = 1
  private nextEvent = 1

  recorded(record: TraceRecord): void {
    switch (record.type) {
      case 'background-task': {
        const { t, task, pso, phase, thread, priority, reason } = record
        this.events.add({ id: this.nextEvent++, t, task, pso, phase, thread: thread ?? null, priority, reason })
        break
      }
      case 'background-mode':
        this.called(record)
        break
      case 'background-event':
        this.signalled(record.event, record.t)
        break
    }
  }

  calls(): Call[] {
    return [...this.made]
  }

  private called(record: Extract<TraceRecord, { type: 'background-mode' }>): void {
    const name = record.result as HResultName
    this.made.push({
      id: this.nextCall++,
      t: record.t,
      mode: record.mode as BackgroundMode,
      action: record.action as MeasurementsAction,
      event: record.event ?? null,
      hresult: { name, value: HRESULT[name] },
      furtherMeasurementsDesired: record.furtherMeasurementsDesired,
      signalledAt: null,
    })
    if (this.made.length > KEPT.calls) this.made = this.made.slice(-KEPT.calls)
  }

  /**
   * Of the calls that have succeeded with that event the first that has not been signalled: a later commit waits for all
   * that an earlier one waits for (BP-07).
   */
  private signalled(event: string, t: number): void {
    const index = this.made.findIndex(
      (call) => call.event === event && call.hresult.name === 'S_OK' && call.signalledAt === null,
    )
    const call = this.made[index]
    if (call !== undefined) this.made[index] = { ...call, signalledAt: t }
  }
}
