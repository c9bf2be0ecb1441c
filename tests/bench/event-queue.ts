/**
 * The event queue at 100,000 pending events beside well-used priority queues that do the same. One of them, flatqueue, has
 * its times in a column as ours has, and keeps no order among equal ones.
 */
import FlatQueue from 'flatqueue'
import { Heap } from 'heap-js'
import TinyQueue from 'tinyqueue'
import { type EventHandle, EventQueue } from '../../main/sim/event-queue'
import { Rng } from '../../main/sim/rng'
import { type Contender, measure } from './measure'
import { type Row, rateRow } from './table'

const PENDING = 100_000
const PAIRS = 200_000
/** pairs that heap-js cancels in a round: it looks the element up among all */
const FEW = 2
/** µs; short enough that equal times are common */
const MOST_DELAY = 1_000_000
/** × flatqueue */
const LEAST_RATIO = 1

interface Item {
  time: number
  sequence: number
  callback: () => void
}

const inOrder = (a: Item, b: Item): number => a.time - b.time || a.sequence - b.sequence
const nothing = (): void => {}

/** The same delays for everybody. */
const delays = (() => {
  const rng = new Rng(1)
  return Float64Array.from({ length: PENDING + PAIRS }, () => rng.below(MOST_DELAY))
})()
const delay = (index: number): number => delays[index] as number

export function eventQueue(): Row[] {
  requireSameOrder()
  const [ours, flat, tiny, heap] = measure([
    new Ours(),
    new Flat(),
    new Peer('tinyqueue', tinyQueue()),
    new Peer('heap-js', heapJs()),
  ])
  const [cancel, remove] = measure([cancelOurs(), cancelHeapJs()])
  const pairs = 'Event queue: pop + push, 100,000 pending'
  const cancels = 'Event queue: cancel + push, 100,000 pending'
  return [
    {
      ...rateRow(pairs, ours, { peers: [flat, tiny, heap] }),
      target: { text: `≥ ${LEAST_RATIO} × flatqueue`, met: flat.seconds / ours.seconds >= LEAST_RATIO },
    },
    rateRow(pairs, flat),
    rateRow(pairs, tiny),
    rateRow(pairs, heap),
    rateRow(cancels, cancel),
    rateRow(cancels, remove),
  ]
}

/** Pops the next event and pushes one at its time and a delay, again and again: the load of a simulation. */
class Ours implements Contender {
  readonly name = 'EventQueue'
  private readonly queue = new EventQueue()

  constructor() {
    for (let i = 0; i < PENDING; i++) this.queue.push(delay(i), nothing)
  }

  run(): number {
    const { queue } = this
    for (let i = 0; i < PAIRS; i++) {
      queue.pop()
      queue.push(queue.poppedTime + delay(PENDING + i), nothing)
    }
    return PAIRS
  }

  popTime(): number {
    this.queue.pop()
    return this.queue.poppedTime
  }
}

/** Its values are whole numbers, here those of the delays; who needs callbacks looks them up by that. */
class Flat implements Contender {
  readonly name = 'flatqueue'
  private readonly queue = new FlatQueue<number>()

  constructor() {
    for (let i = 0; i < PENDING; i++) this.queue.push(i, delay(i))
  }

  run(): number {
    const { queue } = this
    for (let i = 0; i < PAIRS; i++) {
      const time = queue.peekValue() as number
      const id = queue.pop() as number
      queue.push(id, time + delay(PENDING + i))
    }
    return PAIRS
  }

  popTime(): number {
    const time = this.queue.peekValue() as number
    this.queue.pop()
    return time
  }
}

interface PeerQueue {
  push(item: Item): unknown
  pop(): Item | undefined
}

const tinyQueue = (): PeerQueue => new TinyQueue<Item>([], inOrder)
const heapJs = (): Heap<Item> => new Heap<Item>(inOrder)

class Peer implements Contender {
  private sequence = 0

  constructor(
    readonly name: string,
    private readonly queue: PeerQueue,
  ) {
    for (let i = 0; i < PENDING; i++) this.push(delay(i))
  }

  run(): number {
    for (let i = 0; i < PAIRS; i++) {
      const item = this.queue.pop() as Item
      this.push(item.time + delay(PENDING + i))
    }
    return PAIRS
  }

  popTime(): number {
    return (this.queue.pop() as Item).time
  }

  private push(time: number): void {
    this.queue.push({ time, sequence: this.sequence++, callback: nothing })
  }
}

/** Speed is worth nothing if the order is not the same. */
function requireSameOrder(): void {
  const queues = [new Ours(), new Flat(), new Peer('tinyqueue', tinyQueue()), new Peer('heap-js', heapJs())] as const
  for (const queue of queues) queue.run()
  for (let i = 0; i < PENDING; i++) {
    const times = queues.map((queue) => queue.popTime())
    if (times.some((time) => time !== times[0])) throw new Error(`event ${i}: popped at ${times.join(', ')} µs`)
  }
}

/** Cancels one of the pending events, whichever, and pushes another. */
function cancelOurs(): Contender {
  const queue = new EventQueue()
  const handles: EventHandle[] = []
  for (let i = 0; i < PENDING; i++) handles.push(queue.push(delay(i), nothing))
  return {
    name: 'EventQueue.cancel',
    run() {
      for (let i = 0; i < PAIRS; i++) {
        const victim = Math.floor((delay(i) / MOST_DELAY) * PENDING)
        queue.cancel(handles[victim] as EventHandle)
        handles[victim] = queue.push(delay(PENDING + i), nothing)
      }
      return PAIRS
    },
  }
}

function cancelHeapJs(): Contender {
  const queue = heapJs()
  const items: Item[] = []
  const push = (place: number, time: number): void => {
    const item = { time, sequence: items.length + place, callback: nothing }
    items[place] = item
    queue.push(item)
  }
  for (let i = 0; i < PENDING; i++) push(i, delay(i))
  return {
    name: 'heap-js remove, which looks through all: O(n)',
    run() {
      for (let i = 0; i < FEW; i++) {
        const victim = Math.floor((delay(i) / MOST_DELAY) * PENDING)
        queue.remove(items[victim] as Item)
        push(victim, delay(PENDING + i))
      }
      return FEW
    },
  }
}
