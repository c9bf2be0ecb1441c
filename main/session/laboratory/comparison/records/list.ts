/** Records that a number stands on, in the order in which they came: of many only those are kept that are shown. */
import type { RecordView, VariantRecords } from '../../../../../preload/contract'
import type { RunFollower } from '../../../run/runner'
import type { World } from '../../../world/world'
import type { VariantRun } from '../measure'

export class RecordList {
  private count = 0
  /** what all of them add to the number, in its unit */
  sum = 0
  private records: RecordView[] = []

  /** @param skip how many stand before those that are kept @param most how many are kept */
  constructor(
    private readonly skip: number,
    private readonly most: number,
  ) {}

  /** @param amount in the number's own unit */
  add(amount: number, view: () => RecordView): void {
    this.sum += amount
    if (this.count >= this.skip && this.records.length < this.most) this.records.push(view())
    this.count++
  }

  clear(): void {
    this.count = 0
    this.sum = 0
    this.records = []
  }

  get found(): VariantRecords {
    const { count, sum, records } = this
    return { count, sum, skipped: Math.min(this.skip, count), records }
  }
}

/** Follows a run for the sake of one number. */
export class Collector implements Partial<RunFollower> {
  /** there from `built` on */
  protected world: World | null = null

  constructor(protected readonly list: RecordList) {}

  built(world: World): void {
    this.world = world
  }

  /** What all variants share is not counted. */
  begins(_world: World): void {
    this.list.clear()
  }

  /** The run is over. */
  end(_run: VariantRun): void {}
}

/** Of what has no record of its own; what is not said is nothing. */
export function momentView(
  of: Pick<RecordView, 't' | 'type' | 'name' | 'amount'> & Partial<Pick<RecordView, 'bytes' | 'duration' | 'more'>>,
): RecordView {
  return { bytes: null, duration: null, more: '', ...of, text: '' }
}
