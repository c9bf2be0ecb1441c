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

interface Made {
  readonly call: Call
  /** ordinal of the command that made it */
  readonly cause: number | undefined
}

export class BackgroundLog {
  static readonly lasting = ['made'] as const

  readonly events = new BoundedLog<BackgroundEventView>(KEPT.events)
  readonly frameTimes = new BoundedLog<FrameTimeView>(KEPT.frameTimes)
  private made: Made[] = []
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
        this.signalled(record)
        break
    }
  }

  calls(): Call[] {
    return this.made.map(({ call }) => call)
  }

  private called(record: Extract<TraceRecord, { type: 'background-mode' }>): void {
    const name = record.result as HResultName
    const call: Call = {
      id: this.nextCall++,
      t: record.t,
      mode: record.mode as BackgroundMode,
      action: record.action as MeasurementsAction,
      event: record.event ?? null,
      hresult: { name, value: HRESULT[name] },
      furtherMeasurementsDesired: record.furtherMeasurementsDesired,
      signalledAt: null,
    }
    this.made.push({ call, cause: record.cause })
    if (this.made.length > KEPT.calls) this.made = this.made.slice(-KEPT.calls)
  }

  /**
   * Of the calls that have succeeded with that event, and were not signalled, the one that it is signalled for: the first, as a
   * later commit waits for all that an earlier one of the same device waits for (BP-07), unless one of another device was done
   * before, which its command tells.
   */
  private signalled({ event, t, cause }: Extract<TraceRecord, { type: 'background-event' }>): void {
    const waiting = this.made.filter(
      ({ call }) => call.event === event && call.hresult.name === 'S_OK' && call.signalledAt === null,
    )
    const done = waiting.find((one) => one.cause === cause) ?? waiting[0]
    if (done === undefined) return
    this.made[this.made.indexOf(done)] = { ...done, call: { ...done.call, signalledAt: t } }
  }
}
