/** How two runs of one input differ (LB-06): where they part, and what each resource cost in either. */
import type { RunDifference } from '../../../../preload/contract'
import { type TraceRecord, traceLine } from '../../../sim/trace-records'
import type { ResourceUse, VariantRun } from './measure'

const NOTHING: ResourceUse = { pagedIn: 0, evictions: 0, waited: 0 }

/** Two traces, read side by side: what is the same in both is forgotten. */
export class Parting {
  private readonly ahead: [string[], string[]] = [[], []]
  private index = 0
  private found: RunDifference['first'] = null

  /** @param run the first or the second */
  record(run: 0 | 1, record: TraceRecord): void {
    if (this.found !== null) return
    this.line(run, traceLine(record))
  }

  /** Both runs are over. @returns null: they are the same to the last record */
  end(): RunDifference['first'] {
    const [one, other] = this.ahead
    // one of them went on when the other had ended
    if (this.found === null && (one.length > 0 || other.length > 0)) this.part(one[0] ?? null, other[0] ?? null)
    return this.found
  }

  private line(run: 0 | 1, line: string): void {
    const [own, other] = [this.ahead[run], this.ahead[1 - run] as string[]]
    const against = other[0]
    if (own.length > 0 || against === undefined) {
      own.push(line)
      return
    }
    if (against !== line) {
      if (run === 0) this.part(line, against)
      else this.part(against, line)
      return
    }
    other.shift()
    this.index++
  }

  private part(one: string | null, other: string | null): void {
    this.found = { index: this.index, records: [parsed(one), parsed(other)] }
    this.ahead[0].length = 0
    this.ahead[1].length = 0
  }
}

function parsed(line: string | null): { t: number; text: string } | null {
  if (line === null) return null
  const { t } = JSON.parse(line) as { t: number }
  return { t, text: line }
}

/** What every resource cost in each run; those that cost the same are left out. The largest difference first. */
export function resourceDifferences(one: VariantRun, other: VariantRun): RunDifference['resources'] {
  const names = new Set([...one.resources.keys(), ...other.resources.keys()])
  const rows = [...names].flatMap((name): RunDifference['resources'] => {
    const [a, b] = [one.resources.get(name) ?? NOTHING, other.resources.get(name) ?? NOTHING]
    if (a.pagedIn === b.pagedIn && a.evictions === b.evictions && a.waited === b.waited) return []
    return [
      { name, pagedIn: [a.pagedIn, b.pagedIn], evictions: [a.evictions, b.evictions], waited: [a.waited, b.waited] },
    ]
  })
  const weight = ({ pagedIn: [a, b] }: RunDifference['resources'][number]): number => Math.abs(a - b)
  return rows.sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
}
