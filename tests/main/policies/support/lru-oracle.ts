/**
 * The rules of TN-17 to TN-20 written down once more, on one plain array that is sorted whenever an order is needed: an
 * oracle for the policies that keep least-recently-used lists.
 */

interface Row {
  name: string
  bytes: number
  effect: string
  registered: number
  resident: boolean
  /** number of the last submission that used it, which is its context fence too; 0: none */
  fence: number
}

export interface LruRules {
  /** submission LRU at each submission */
  window: boolean
  /** budget check at each submission */
  budgetCheck: boolean
}

export class LruOracle {
  completed = 0
  budget = 0
  readonly did: string[] = []
  private rows: Row[] = []
  private registered = 0
  private submissions = 0
  private lastPeriodicTrimFence = 0

  constructor(private readonly rules: LruRules) {}

  RegisterEffectResource(name: string, bytes: number, effect: string, status: string): void {
    const resident = status === 'Resident'
    this.rows.push({ name, bytes, effect, registered: this.registered++, resident, fence: 0 })
  }

  ReleaseEffectResource(name: string): void {
    this.rows = this.rows.filter((row) => row.name !== name)
  }

  ApplyEffect(effect: string): void {
    const own = this.rows.filter((row) => row.effect === effect)
    if (this.rules.window && this.submissions >= 3)
      // the last three submissions are n-2, n-1 and n
      for (const row of this.evictableInOrder())
        if (row.effect !== effect && row.fence < this.submissions - 2) this.evict(row, 'opportunistic')
    const missing = own.filter((row) => !row.resident)
    if (this.rules.budgetCheck) {
      const usage = total(this.rows.filter((row) => row.resident))
      this.free(usage + total(missing) - this.budget, effect)
    }
    if (missing.length > 0) this.did.push(`make resident ${missing.map((row) => row.name).join(',')}`)
    this.submissions++
    for (const row of own) {
      row.resident = true
      row.fence = this.submissions
    }
  }

  TrimCallback(flags: number, bytes: number): void {
    if (flags & 1) {
      for (const row of this.evictableInOrder())
        if (row.fence <= this.lastPeriodicTrimFence) this.evict(row, 'periodic')
      this.lastPeriodicTrimFence = this.completed
    }
    if (flags & 4) this.free(bytes, null)
    if (flags & 2) this.lastPeriodicTrimFence = this.completed
  }

  /** Least recently used first until so many bytes are free. */
  private free(bytes: number, spared: string | null): void {
    let freed = 0
    for (const row of this.evictableInOrder()) {
      if (freed >= bytes) return
      if (row.effect === spared) continue
      this.evict(row, 'budget')
      freed += row.bytes
    }
  }

  /** Resident and not in use by the GPU, least recently used first, never used ones before all others. */
  private evictableInOrder(): Row[] {
    const rows = this.rows.filter((row) => row.resident && row.fence <= this.completed)
    return rows.sort((a, b) => a.fence - b.fence || a.registered - b.registered)
  }

  private evict(row: Row, reason: string): void {
    row.resident = false
    this.did.push(`evict ${row.name} ${reason}`)
  }
}

function total(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}
