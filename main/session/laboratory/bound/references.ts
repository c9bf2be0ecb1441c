/**
 * What a run needs of local memory, whatever a policy does about it: which units there are, which of them each submission
 * uses, and how much room there is (LB-11).
 */

/** A moment of a run, in order; `t` in µs. Units are counted from 0 in the order in which they came to be. */
export type Reference =
  /** a unit that is resident from its creation on */
  | { readonly t: number; readonly kind: 'created'; readonly unit: number }
  /** a submission, with each unit that it needs once */
  | { readonly t: number; readonly kind: 'use'; readonly units: readonly number[] }
  /** a unit that is gone from here on */
  | { readonly t: number; readonly kind: 'destroyed'; readonly unit: number }
  /** from here on there is room for so many bytes */
  | { readonly t: number; readonly kind: 'capacity'; readonly bytes: number }

export interface References {
  /** size of each unit, bytes */
  readonly sizes: readonly number[]
  readonly events: readonly Reference[]
}

/** What counts as room: the app's effective budget, or local memory less what other processes use (LB-12). */
export const CAPACITIES = ['budget', 'segment'] as const
export type Capacity = (typeof CAPACITIES)[number]

/** A use of a unit. */
export interface Use {
  /** number of the event */
  event: number
  /** µs */
  t: number
  unit: number
  /** µs of its use before this, or of its creation resident; null: this is its first, and it was not there */
  since: number | null
}

/** Every use of every unit, in order. */
export function eachUse({ sizes, events }: References, told: (use: Use) => void): void {
  const last = new Float64Array(sizes.length).fill(-1)
  let event = -1
  for (const reference of events) {
    event++
    const { t } = reference
    if (reference.kind === 'created') last[reference.unit] = t
    if (reference.kind !== 'use') continue
    for (const unit of reference.units) {
      const before = last[unit] as number
      told({ event, t, unit, since: before < 0 ? null : before })
      last[unit] = t
    }
  }
}
