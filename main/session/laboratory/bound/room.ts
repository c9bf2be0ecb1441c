/** How much room a run's uses of local memory have: what bears on it is noted down, and what it comes to is asked later (LB-12). */
import { availableForReservation, type Claims, effectiveBudget } from '../../../dxgkrnl/vidmm/budget'
import type { Capacity, Reference } from './references'

/** What is noted down of a run, in order. Only claims are no references yet: they come to another capacity for each budget. */
export type Noted =
  | Exclude<Reference, { kind: 'capacity' }>
  | {
      readonly t: number
      readonly kind: 'claims'
      readonly claims: Claims
      /** SetVideoMemoryReservation was called for what is reserved: it is granted by what room there is at this moment */
      readonly asked: boolean
    }

export interface MemoryRoom {
  readonly capacity: Capacity
  /** bytes of local memory */
  readonly segment: number
  /** bytes that the app is given from `from` on; absent: what the claims say */
  readonly budget?: number | undefined
  /** µs; until then the app is given what the claims say [0] */
  readonly from?: number
}

/** The references, with the capacity wherever it changes. */
export function inRoom(noted: readonly Noted[], { capacity, segment, budget, from = 0 }: MemoryRoom): Reference[] {
  const references: Reference[] = []
  let [reserved, room, current] = [0, -1, 0]
  let claims: Claims | null = null
  const look = (t: number, isGiven: boolean, asked: boolean): void => {
    if (claims === null) return
    const configured = isGiven ? (budget ?? claims.configured) : claims.configured
    // where there was more room more was granted: a reservation stands on the budget that it was asked under (RS-08)
    if (asked && claims.reserved <= availableForReservation(current)) reserved = claims.reserved
    current = effectiveBudget(segment, { configured, reserved, others: claims.others })
    const bytes = capacity === 'budget' ? current : Math.max(0, segment - claims.others)
    if (bytes !== room) references.push({ t, kind: 'capacity', bytes })
    room = bytes
  }
  let isGiven = from === 0
  for (const one of noted) {
    if (!isGiven && one.t >= from) {
      isGiven = true
      look(from, true, false)
    }
    if (one.kind !== 'claims') {
      references.push(one)
      continue
    }
    claims = one.claims
    look(one.t, isGiven, one.asked)
  }
  return references
}
