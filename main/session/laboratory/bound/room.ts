/** How much room a run's uses of local memory have: what bears on it is noted down, and what it comes to is asked later (LB-12). */
import { availableForReservation, type Claims, effectiveBudget } from '../../../dxgkrnl/vidmm/budget'
import type { Capacity, Reference } from './references'

/** What is noted down of a run, in order. Claims are no references yet: they come to another capacity for each budget. */
export type Noted =
  | Exclude<Reference, { kind: 'capacity' }>
  | {
      readonly t: number
      readonly kind: 'claims'
      readonly claims: Claims
      /** SetVideoMemoryReservation was called for what is reserved: it is granted by what room there is at this moment */
      readonly asked: boolean
    }
  /** what counts begins: what is there stands before it, and the budget that is chosen for it is given behind it (LB-03) */
  | { readonly t: number; readonly kind: 'begins' }

export interface MemoryRoom {
  readonly capacity: Capacity
  /** bytes of local memory */
  readonly segment: number
  /** bytes that the app is given from where what counts begins; absent: what the claims say */
  readonly budget?: number | undefined
}

/** The references, with the capacity wherever it changes. */
export function inRoom(noted: readonly Noted[], { capacity, segment, budget }: MemoryRoom): Reference[] {
  const references: Reference[] = []
  let [reserved, room, current] = [0, -1, 0]
  let claims: Claims | null = null
  // where it begins is said of what counts from a moment on alone
  let isGiven = !noted.some(({ kind }) => kind === 'begins')
  const look = (t: number, asked: boolean): void => {
    if (claims === null) return
    const configured = isGiven ? (budget ?? claims.configured) : claims.configured
    // where there was more room more was granted: a reservation stands on the budget that it was asked under (RS-08)
    if (asked && claims.reserved <= availableForReservation(current)) reserved = claims.reserved
    current = effectiveBudget(segment, { configured, reserved, others: claims.others })
    const bytes = capacity === 'budget' ? current : Math.max(0, segment - claims.others)
    if (bytes !== room) references.push({ t, kind: 'capacity', bytes })
    room = bytes
  }
  for (const one of noted) {
    if (one.kind === 'begins') {
      isGiven = true
      look(one.t, false)
    } else if (one.kind === 'claims') {
      claims = one.claims
      look(one.t, one.asked)
    } else references.push(one)
  }
  return references
}
