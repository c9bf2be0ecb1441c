/** How two runs of one input differ (LB-06): where they part, and what each resource cost in either. */
import {
  differenceColumns,
  type ResourceDifference,
  type ResourceDifferences,
  type RunDifference,
} from '../../../../preload/contract'
import { traceLine } from '../../../sim/trace-lines'
import type { TraceRecord } from '../../../sim/trace-records'
import type { ResourceUse, VariantRun } from './measure'
import { recordView } from './record-view'

const NOTHING: ResourceUse = { pagedIn: 0, evictions: 0, waited: 0 }

/** Two sequences, read side by side up to where they part: what is the same in both is forgotten. */
class SideBySide<Item> {
  private readonly ahead: [Item[], Item[]] = [[], []]
  /** how many were the same */
  index = 0
  /** null: they have not parted yet */
  parted: readonly [Item | null, Item | null] | null = null

  constructor(private readonly same: (one: Item, other: Item) => boolean) {}

  add(run: 0 | 1, item: Item): void {
    if (this.parted !== null) return
    const own = this.ahead[run]
    const other = this.ahead[1 - run] as Item[]
    const [against] = other
    if (own.length > 0 || against === undefined) own.push(item)
    else if (!this.same(against, item)) this.part(run === 0 ? [item, against] : [against, item])
    else {
      other.shift()
      this.index++
    }
  }

  /** Both are over: one of them may have gone on when the other had ended. */
  end(): void {
    const [one, other] = this.ahead
    if (this.parted === null && (one.length > 0 || other.length > 0)) this.part([one[0] ?? null, other[0] ?? null])
  }

  private part(parted: readonly [Item | null, Item | null]): void {
    this.parted = parted
    for (const items of this.ahead) items.length = 0
  }
}

interface Line {
  record: TraceRecord
  /** as it is written */
  text: string
}

/** Two traces, and of each resource its paging and evictions, read side by side. */
export class Parting {
  private readonly lines = new SideBySide<Line>((one, other) => one.text === other.text)
  /** by resource: µs of what is paged in and evicted */
  private readonly moments = new Map<string, SideBySide<number>>()

  /** @param run the first or the second */
  record(run: 0 | 1, record: TraceRecord): void {
    if (this.lines.parted === null) this.lines.add(run, { record, text: traceLine(record) })
    if (record.type !== 'page-in' && record.type !== 'evict') return
    let moments = this.moments.get(record.resource)
    if (moments === undefined) {
      moments = new SideBySide((one, other) => one === other)
      this.moments.set(record.resource, moments)
    }
    moments.add(run, record.t)
  }

  /** Both runs are over. @returns null: they are the same to the last record */
  end(): RunDifference['first'] {
    const { lines } = this
    lines.end()
    for (const moments of this.moments.values()) moments.end()
    if (lines.parted === null) return null
    const [one, other] = lines.parted
    return { index: lines.index, records: [one && recordView(one.record), other && recordView(other.record)] }
  }

  /** µs at which a resource was first paged in or evicted in one run and not in the other; null: never */
  momentsOf(resource: string): readonly [number | null, number | null] {
    return this.moments.get(resource)?.parted ?? [null, null]
  }
}

/**
 * What every resource cost in each run; those that cost the same are left out. The largest difference first.
 * @param parting of the two, at their ends
 */
export function resourceDifferences(
  one: Pick<VariantRun, 'resources'>,
  other: Pick<VariantRun, 'resources'>,
  parting: Pick<Parting, 'momentsOf'>,
): ResourceDifferences {
  const names = new Set([...one.resources.keys(), ...other.resources.keys()])
  const rows = [...names].flatMap((name): ResourceDifference[] => {
    const [a, b] = [one.resources.get(name) ?? NOTHING, other.resources.get(name) ?? NOTHING]
    if (a.pagedIn === b.pagedIn && a.evictions === b.evictions && a.waited === b.waited) return []
    return [
      {
        name,
        pagedIn: [a.pagedIn, b.pagedIn],
        evictions: [a.evictions, b.evictions],
        waited: [a.waited, b.waited],
        at: parting.momentsOf(name),
      },
    ]
  })
  const weight = ({ pagedIn: [a, b] }: ResourceDifference): number => Math.abs(a - b)
  return differenceColumns(rows.sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1)))
}
