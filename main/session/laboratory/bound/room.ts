/** How much room a run's uses of local memory have: what bears on it is noted down, and what it comes to is asked later (LB-12). */
import { availableForReservation, type Claims, effectiveBudget } from '../../../dxgkrnl/vidmm/budget'
import type { Capacity, Reference } from './references'

/** What is noted down of a run, in order. Only claims are no references yet: they come to another capacity for each budget. */
export type Noted =
  | Exclude<Reference, { kind: 'capacity' }>
  | { readonly t: number; readonly kind: 'claims'; readonly claims: Claims }

export interface MemoryRoom {
  readonly capacity: Capacity
  /** bytes of local memory */
  readonly segment: number
  /** bytes that the app is given all the time; absent: what the claims say */
  readonly budget?: number | undefined
}

/** The references, with the capacity wherever it changes. */
export function inRoom(noted: readonly Noted[], { capacity, segment, budget }: MemoryRoom): Reference[] {
  let [asked, reserved, room, current] = [0, 0, -1, 0]
  return noted.flatMap((one): Reference[] => {
    if (one.kind !== 'claims') return [one]
    const { others } = one.claims
    // where there was more room more was granted: a reservation stands on the budget that it was asked under (RS-08)
    if (one.claims.reserved !== asked && one.claims.reserved <= availableForReservation(current))
      reserved = one.claims.reserved
    asked = one.claims.reserved
    current = effectiveBudget(segment, { configured: budget ?? one.claims.configured, reserved, others })
    const bytes = capacity === 'budget' ? current : Math.max(0, segment - others)
    if (bytes === room) return []
    room = bytes
    return [{ t: one.t, kind: 'capacity', bytes }]
  })
}
