/** Records that a number stands on, in the order in which they came: of many only those are kept that are shown. */
import type { RecordView, VariantRecords } from '../../../../../preload/contract'
import type { RunFollower } from '../../../run/runner'
import type { World } from '../../../world/world'
import type { VariantRun } from '../measure'

/** What a collector fills. */
export interface Records {
  /** @param amount in the number's own unit */
  add(amount: number, view: () => RecordView): void
  clear(): void
}

export class RecordList implements Records {
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

/** Those that took longest: which they are is known at the end, when the run has said how long that is. */
export class LongestList implements Records {
  /** how many took so long */
  private readonly times = new Map<number, number>()
  private kept: RecordView[] = []
  /** what took no longer than that is not among those that are kept */
  private floor = Number.NEGATIVE_INFINITY

  /** @param skip how many stand before those that are listed @param most how many are listed */
  constructor(
    private readonly skip: number,
    private readonly most: number,
  ) {}

  add(amount: number, view: () => RecordView): void {
    this.times.set(amount, (this.times.get(amount) ?? 0) + 1)
    if (amount <= this.floor) return
    this.kept.push(view())
    const needed = this.skip + this.most
    if (this.kept.length < 2 * needed) return
    this.kept = this.inOrder.slice(0, needed)
    this.floor = this.kept.at(-1)?.amount ?? this.floor
  }

  clear(): void {
    this.times.clear()
    this.kept = []
    this.floor = Number.NEGATIVE_INFINITY
  }

  /** Those that took so long or longer. @param least in the number's own unit */
  from(least: number): VariantRecords {
    const { skip, most } = this
    const found = { count: 0, sum: 0 }
    for (const [amount, count] of this.times) {
      if (amount < least) continue
      found.count += count
      found.sum += amount * count
    }
    const longest = this.inOrder.filter(({ amount }) => amount >= least)
    return { ...found, skipped: Math.min(skip, found.count), records: longest.slice(skip, skip + most) }
  }

  /** The longest first, of equal ones the earlier. */
  private get inOrder(): RecordView[] {
    return this.kept.toSorted((a, b) => b.amount - a.amount || a.t - b.t)
  }
}

/** Follows a run for the sake of one number. */
export class Collector implements Partial<RunFollower> {
  /** there from `built` on */
  protected world: World | null = null

  constructor(protected readonly list: Records) {}

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
