/** What a packet waited for at an earlier moment, of which everything that ran is known (LB-08): as `stand` says it of now. */
import type { Context, Packet } from './context'
import type { Scheduler } from './scheduler'
import type { Stand } from './stand'

/**
 * What the first packet of a context that had not completed waited for when the clock left that moment.
 * @param t µs, not before the history began
 */
export function standThen(scheduler: Scheduler, context: Context, t: number, stand: Stand): void {
  const packet = firstThen(scheduler, context, t)
  stand.until = Number.POSITIVE_INFINITY
  stand.kind = 'queue'
  stand.packet = packet
  stand.by = packet
  if (packet === null) return
  const head = headThen(scheduler, context, t)
  if (packet === head) {
    stand.kind = hasCome(packet.startedAt, t) ? 'run' : 'context-switch'
    return
  }
  const wait = hasCome(packet.enteredAt, t) ? undefined : waitThen(scheduler, context, t)
  stand.kind = wait === undefined ? 'engine' : 'fence'
  stand.by = wait === undefined ? head : firstThen(scheduler, wait.signaller, t)
}

/** The packet of a context with that fence value, where it has run to its end lately. @param fence context fence value */
export function ranLately({ history }: Scheduler, context: Context, fence: number): Packet | null {
  for (let packet = history.last; packet !== null; packet = packet.ranBefore)
    if (packet.signals === fence && packet.context === context) return packet
  return null
}

/**
 * All moments, µs, at which what packets wait for can have changed, in order.
 * @param from µs, the first of them
 * @param to µs
 */
export function momentsOf({ history, engines }: Scheduler, from: number, to: number): number[] {
  const moments = new Set([from])
  const add = (t: number): void => {
    if (t > from && t < to) moments.add(t)
  }
  const addPacket = ({ submitted, enteredAt, headAt, startedAt }: Packet): void => {
    add(submitted)
    add(enteredAt)
    add(headAt)
    add(startedAt)
  }
  for (let packet = history.last; packet !== null; packet = packet.ranBefore) {
    addPacket(packet)
    add(packet.recordedAt)
  }
  for (const { hardware, ready } of engines.values()) {
    hardware.queue.forEach(addPacket)
    // what is not in any queue yet may have been waited for since it was submitted
    for (const { head } of ready.flat()) if (head?.type === 'packet') add(head.submitted)
  }
  for (const wait of history.waits) {
    add(wait.from)
    add(wait.to)
  }
  return [...moments].sort((a, b) => a - b)
}

/** µs of something that has not come yet: negative */
function hasCome(at: number, t: number): boolean {
  return at >= 0 && at <= t
}

function firstThen(scheduler: Scheduler, context: Context, t: number): Packet | null {
  const ran = endedFirst(scheduler, t, (packet) => packet.context === context)
  if (ran !== null) return ran.submitted <= t ? ran : null
  const first = scheduler.stateOf(context).firstOf(context)
  return first !== null && first.submitted <= t ? first : null
}

function headThen(scheduler: Scheduler, { engine }: Context, t: number): Packet | null {
  const ran = endedFirst(scheduler, t, (packet) => packet.engine === engine)
  if (ran !== null) return ran.headAt <= t ? ran : null
  const head = scheduler.engines.get(engine)?.hardware.queue[0]
  return head !== undefined && hasCome(head.headAt, t) ? head : null
}

/** Of those that ended after a moment, the first that is meant; null: none. */
function endedFirst({ history }: Scheduler, t: number, isMeant: (packet: Packet) => boolean): Packet | null {
  let first: Packet | null = null
  for (let packet = history.last; packet !== null && packet.recordedAt > t; packet = packet.ranBefore)
    if (isMeant(packet)) first = packet
  return first
}

function waitThen({ history: { waits } }: Scheduler, context: Context, t: number) {
  return waits.find((wait) => wait.context === context && wait.from <= t && t < wait.to)
}
