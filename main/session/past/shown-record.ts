/**
 * A record of the trace that a person asks for, with its neighbours (LB-09). The live trace keeps the newest records alone, and
 * of some kinds none, so that the run is run again up to there, as where one goes back in it.
 */
import { type CommandResult, lineOfRecord, type RecordPlace, type TraceRecordView } from '../../../preload/contract'
import type { Sliced } from '../../sim/slices'
import type { TraceRecord } from '../../sim/trace-records'
import { OK, refusal } from '../commands/row'
import { recordView } from '../laboratory/comparison/record-view'
import type { SystemWriter, WatchedSystem } from '../run/watched-system'
import type { Line, LineBeginning } from './line'
import { type Near, ranTo } from './replay'

/** lines shown before it, and behind it (**choice**) */
const AROUND = 3

/** µs before and after it, within which those are: a display presents in less (**choice**) */
export const NEARBY = 50_000

export interface RecordPort {
  /** @see PastPort.look */
  look(building: Sliced<WatchedSystem>, ended: (made: WatchedSystem | null) => void): void
  changed(what: 'traceRecord'): void
}

export class ShownRecord {
  private shown: TraceRecordView | null = null

  constructor(private readonly port: RecordPort) {}

  /** null: none is asked for */
  get view(): TraceRecordView | null {
    return this.shown
  }

  /** Of another line of the run the same number is another record. */
  clear(): CommandResult {
    if (this.shown !== null) this.show(null)
    return OK
  }

  /** Another line begins, in which what came after that moment has not happened. @param at µs */
  parted(at: number): void {
    if (this.shown === null || this.shown.around === null) return
    const { place, around } = this.shown
    this.show({ place, around: place.t > at ? [] : around.filter(({ record }) => record.t <= at) })
  }

  /**
   * @param began of the line of the run that it is a record of
   * @param near kept before anything that is shown with it; null: all is run again
   */
  find(place: RecordPlace, began: LineBeginning, line: Line, near: Near): CommandResult {
    if (place.t > line.end) return refusal('The run has not come to that moment: choose a record that it has written.')
    const around: { line: number; record: TraceRecord }[] = []
    let written = 0
    const writer: SystemWriter = (record, { world }) => {
      // while its world is built nobody else knows how many there are
      const number = lineOfRecord(near === null ? written++ : world.sim.trace.total - 1)
      const isNear = Math.abs(number - place.line) <= AROUND && Math.abs(record.t - place.t) <= NEARBY
      if (isNear) around.push({ line: number, record })
    }
    this.show({ place, around: null })
    const until = Math.min(line.end, place.t + NEARBY)
    this.port.look(ranTo(near, began, line, until, { system: null }, writer), (made) => {
      const isThere = around.some(({ line, record }) => line === place.line && record.t === place.t)
      const views = around.map(({ line, record }) => ({ line, record: recordView(record) }))
      this.show(made === null ? null : { place, around: isThere ? views : [] })
    })
    return OK
  }

  private show(view: TraceRecordView | null): void {
    this.shown = view
    this.port.changed('traceRecord')
  }
}
