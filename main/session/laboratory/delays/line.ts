/** Those that are under way whose packets come one after another in one context: each waits for those before it. */
import type { Context } from '../../../dxgkrnl/vidsch/context'
import type { EngineState } from '../../../dxgkrnl/vidsch/engine-state'
import { type Stand, signals } from '../../../dxgkrnl/vidsch/stand'
import { type Entry, MOST_PIECES, NOTED, note } from './chain'
import { Groups } from './groups'
import type { Pending } from './pending'

/** entries after which it is looked whether any are needed no more */
const FEW = 256

/** What only joins work of other engines takes no time by itself: what it waits for counts. */
function passes({ packet, kind }: Stand): boolean {
  return packet !== null && packet.duration === 0 && kind !== 'run'
}

/**
 * From a moment on one waits for its packet of that fence value, or for that which is before it in its context.
 * @param fence context fence value
 * @param stand of the first packet of the context
 * @param now µs
 */
export function standsBehind({ chain }: Pending, fence: number, stand: Stand, now: number): void {
  const { packet, kind, by, until } = stand
  if (passes(stand) || (packet !== null && signals(packet, fence))) chain.stands(now, kind, by, until, stand)
  else chain.stands(now, 'queue', packet)
}

export class ContextLine {
  /** in the order of their packets in the context */
  readonly members: Pending[] = []
  /** somebody looks after it */
  isActive = false
  /** the one that is asked what it waits for: the first, as far as that is known */
  private asked: Pending | null = null
  /** since the first of those came that wait behind another; in order */
  private before: Entry[] = []
  private readonly groups = new Groups()
  private most = FEW

  /** @param engine of the context */
  constructor(
    readonly context: Context,
    private readonly engine: EngineState,
  ) {}

  /** As it was asked last, the only one of them runs: nothing else can have come of it while it does. */
  get goesOn(): boolean {
    const { asked, members, engine } = this
    if (asked === null || members.length !== 1 || engine.hardware.hung) return false
    const { running } = engine.hardware
    return running !== null && asked.chain.runs(running)
  }

  /** @param now µs */
  enter(pending: Pending, now: number): void {
    const { members } = this
    let place = members.length
    while (place > 0 && (members[place - 1] as Pending).fence > pending.fence) place--
    if (place === members.length) members.push(pending)
    else members.splice(place, 0, pending)
    pending.line = this
    pending.chain.waitsInLine(now)
    // it comes before the one that was asked so far
    if (place > 0 || this.asked === null) return
    this.asked.chain.waitsInLine(now)
    this.asked = null
  }

  /** @param now µs */
  leave(pending: Pending, now: number): void {
    if (pending === this.asked) this.asked = null
    else this.comesLate(pending, now)
    const { members } = this
    if (members[0] === pending) members.shift()
    else members.splice(members.indexOf(pending), 1)
    pending.line = null
  }

  /** From now on this stands. @param first member @param stand of the first packet of the context @param now µs */
  stands(first: Pending, stand: Stand, now: number): void {
    if (first !== this.asked) {
      this.comesLate(first, now)
      this.asked = first
    }
    standsBehind(first, first.fence, stand, now)
    if (this.members.length > 1) this.note(stand, now)
    else if (this.before.length > 0) this.drop(this.before.length)
  }

  private note(stand: Stand, start: number): void {
    const { before } = this
    this.noteLast(start)
    const isPassed = passes(stand)
    const last = before.at(-1)
    const kind = isPassed ? stand.kind : 'queue'
    const by = isPassed ? stand.by : stand.packet
    const until = isPassed ? stand.until : Number.POSITIVE_INFINITY
    if (last !== undefined && last.kind === kind && last.by === by && last.until === until) return
    if (last?.start === start) before.pop()
    const { afterwards, byAfterwards } = stand
    before.push({ start, kind, by, until, afterwards, byAfterwards, record: -1, recordedAt: -1 })
    if (before.length > this.most) this.letGo()
  }

  /** The records of the last: by the time that those who wait come, packets may have run again. @param now µs */
  private noteLast(now: number): void {
    const { before } = this
    for (let i = Math.max(0, before.length - NOTED); i < before.length; i++)
      note(before[i] as Entry, before[i + 1]?.start ?? now)
  }

  /** Nobody has waited since before the first of those that wait came. */
  private letGo(): void {
    let since = Number.POSITIVE_INFINITY
    for (const { chain } of this.members) since = Math.min(since, chain.from)
    this.drop(this.coveringAt(since))
    this.most = Math.max(FEW, 2 * this.before.length)
  }

  private drop(count: number): void {
    this.before = this.before.slice(count)
    this.groups.letGo(count)
  }

  /** Until now it has waited for those before it. What is more than a chain has pieces is told in groups. */
  private comesLate({ chain }: Pending, now: number): void {
    const { before } = this
    if (chain.from === now) return
    this.noteLast(now)
    let i = this.coveringAt(chain.from)
    if (before.length - i > MOST_PIECES) {
      // it came while the first of them stood already; the last may go on
      chain.was((before[i + 1] as Entry).start, before[i] as Entry)
      chain.wereTogether(this.groups.of(before, i + 1, before.length - NOTED))
      i = before.length - NOTED
    }
    for (; i < before.length; i++) chain.was(before[i + 1]?.start ?? now, before[i] as Entry)
  }

  /** Index of what stood at a moment. */
  private coveringAt(moment: number): number {
    const { before } = this
    let from = 0
    let to = before.length
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if ((before[middle] as Entry).start > moment) to = middle
      else from = middle
    }
    return from
  }
}
