/**
 * A run's uses of memory as other programs read references: one row per use of a unit, in the order of submission. The
 * columns, with a header, are those of libCacheSim's CSV reader with
 * `-t "time-col=1,obj-id-col=2,obj-size-col=3,obj-id-is-num=true,has-header=true,delimiter=,"`: it counts columns from 1 and
 * refuses ids that are numbers where it is not told so. The name stands behind them, for people. It reads times below 2³²,
 * which is 71 minutes of µs, and in some versions sizes below 4 GiB.
 */
import { csvRow } from '../../../../preload/contract'
import { GatheredText } from '../../gathered'
import { ReferenceRecorder } from './recorder'

/** µs, the unit's number from 1, bytes, and its name */
const HEAD = ['time', 'object', 'size', 'resource'] as const

/** The uses of this run: where a press fails, the input asks for more (LB-11). What lies in the other segment group is no part of them. */
export class ReferenceCsv {
  readonly recorder: ReferenceRecorder
  private readonly text: GatheredText

  constructor(sink: (text: string) => void) {
    this.text = new GatheredText(sink, csvRow(HEAD))
    this.recorder = new ReferenceRecorder('segment', (reference, { sizes, names }) => {
      if (reference.kind !== 'use') return
      for (const unit of reference.units) this.text.add(csvRow([reference.t, unit + 1, sizes[unit], names[unit]]))
    })
  }

  /** The run is over. */
  end(): void {
    this.text.end()
  }
}
