/** Those that are under way whose packets come one after another in one context: each waits for those before it. */
import type { Context } from '../../../dxgkrnl/vidsch/context'
import type { Blocker } from './chain'
import type { Pending } from './pending'

export class Line {
  /** in the order of their packets in the context */
  readonly members: Pending[] = []
  /** somebody looks after it */
  isActive = false
  /** what the last one that left it had run; null: nothing of the kind */
  last: Blocker = null
  /** the one that is asked what it waits for: the first, as far as that is known */
  private asked: Pending | null = null
  /** how many have left it */
  private left = 0

  constructor(readonly context: Context) {}

  enter(pending: Pending, now: number): void {
    const { members } = this
    let place = members.length
    while (place > 0 && (members[place - 1] as Pending).fence > pending.fence) place--
    if (place === members.length) members.push(pending)
    else members.splice(place, 0, pending)
    pending.line = this
    pending.cameAfter = this.left
    pending.chain.waitsInLine(now)
    // it comes before the one that was asked so far
    if (place > 0 || this.asked === null) return
    this.asked.chain.waitsInLine(now)
    this.asked = null
  }

  leave(pending: Pending, now: number): void {
    if (pending === this.asked) this.asked = null
    else this.comesLate(pending, now)
    const { members } = this
    if (members[0] === pending) members.shift()
    else members.splice(members.indexOf(pending), 1)
    pending.line = null
    this.last = pending.last ?? this.last
    this.left++
  }

  /** It is the first now: until now it has waited for those before it. */
  comesFirst(pending: Pending, now: number): void {
    if (pending === this.asked) return
    this.comesLate(pending, now)
    this.asked = pending
  }

  private comesLate({ chain, cameAfter }: Pending, now: number): void {
    chain.was(now, 'queue', this.last, this.left - cameAfter)
  }
}
