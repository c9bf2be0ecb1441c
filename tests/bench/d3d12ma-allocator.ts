/**
 * The TLSF allocator under random churn beside a well-used allocator of typed arrays, and what a call costs from 1,000
 * to 1,000,000 live allocations.
 *
 * What a call costs is asked in two ways. Each of the same 1,000 allocations, which lie scattered over the block, is
 * freed and made anew, however many others there are: what this measures is the algorithm (DF-02). Or any of all is:
 * then, of a million, hardly a record that a call touches is still in a cache, and the memory's latency is measured too.
 */
import { MemPool } from '@thi.ng/malloc'
import { type BlockMetadata, NONE } from '../../main/d3d12ma/block-metadata'
import { TlsfMetadata } from '../../main/d3d12ma/tlsf-metadata'
import { Rng } from '../../main/sim/rng'
import { type Contender, measure, type Timing } from './measure'
import { type Row, rateRow } from './table'

const LIVE = 100_000
const FEW_LIVE = 1000
const MANY_LIVE = 1_000_000
const PAIRS = 100_000
/** pairs that the peer does in a round: it walks the list of all that is taken to free one */
const FEW = 20
/** units of 16, which stand for 64 KiB pages; the peer has real memory of so many bytes */
const UNIT = 16
const MOST_UNITS = 128
/** of what is taken on average: what is free besides */
const SPARE = 1.3
const TARGET = 5e6
const MOST_RATIO = 1.5
const MOST_OVERHEAD = 64

/** The same sizes for everybody, used again and again. */
const sizes = (() => {
  const rng = new Rng(1)
  return Int32Array.from({ length: 1 << 16 }, () => (1 + rng.below(MOST_UNITS)) * UNIT)
})()
const room = (live: number): number => Math.ceil(live * ((MOST_UNITS + 1) / 2) * SPARE) * UNIT

export function d3d12maAllocator(): Row[] {
  const group = 'd3d12ma'
  const churn = new Ours('TLSF: free or allocate, 100,000 live', LIVE, LIVE)
  const [ours, peer] = measure([churn, new Peer()])
  const [few, many] = measure([sameOf(FEW_LIVE), sameOf(MANY_LIVE)])
  const [anyOfFew, anyOfMany] = measure([anyOf(FEW_LIVE), anyOf(MANY_LIVE)])
  return [
    rateRow(group, ours, { peers: [peer], target: TARGET }),
    rateRow(group, peer),
    rateRow(group, few),
    rateRow(group, many),
    growthRow(group, 'TLSF: time of a call, 1,000,000 live ÷ 1,000', few, many, MOST_RATIO),
    rateRow(group, anyOfFew),
    rateRow(group, anyOfMany),
    growthRow(group, 'TLSF: the same with any of them, caches missed', anyOfFew, anyOfMany),
    overheadRow(group, churn),
  ]
}

const sameOf = (live: number) => new Ours(`TLSF: the same 1,000 of ${live.toLocaleString('en')}`, live, FEW_LIVE)
const anyOf = (live: number) => new Ours(`TLSF: any of ${live.toLocaleString('en')}`, live, live)

/** Frees one at random and allocates one of a random size in its stead, again and again. */
class Ours implements Contender {
  readonly block: TlsfMetadata
  private readonly handles: Int32Array
  private readonly picks: Int32Array
  private next = 0

  /** @param among how many of the live ones are ever freed; those lie scattered among all */
  constructor(
    readonly name: string,
    readonly live: number,
    among: number,
  ) {
    const rng = new Rng(2)
    const step = live / among
    this.picks = Int32Array.from({ length: PAIRS }, () => rng.below(among) * step)
    this.block = new TlsfMetadata(room(live))
    this.handles = Int32Array.from({ length: live }, () => this.allocate())
    // what a program has done for a while: no range is where it was at first
    const churned = Int32Array.from({ length: 2 * live }, () => rng.below(live))
    churn(this.block, this.handles, churned, this.next)
  }

  run(): number {
    this.next = churn(this.block, this.handles, this.picks, this.next)
    return 2 * PAIRS
  }

  private allocate(): number {
    return this.block.allocate(sizes[this.next++ & (sizes.length - 1)] as number, UNIT)
  }
}

/** @returns the next of the sizes */
function churn(block: BlockMetadata, handles: Int32Array, picks: Int32Array, from: number): number {
  let next = from
  for (let i = 0; i < picks.length; i++) {
    const pick = picks[i] as number
    block.free(handles[pick] as number)
    const handle = block.allocate(sizes[next++ & (sizes.length - 1)] as number, UNIT)
    if (handle === NONE) throw new Error('the benchmark is to leave room for every allocation')
    handles[pick] = handle
  }
  return next
}

class Peer implements Contender {
  readonly name = '@thi.ng/malloc: the same, sizes in bytes'
  private readonly pool = new MemPool({ size: room(LIVE) * 2, align: UNIT })
  private readonly rng = new Rng(2)
  private readonly addresses: number[]
  private next = 0

  constructor() {
    this.addresses = Array.from({ length: LIVE }, () => this.allocate())
  }

  run(): number {
    for (let i = 0; i < FEW; i++) {
      const pick = this.rng.below(LIVE)
      if (!this.pool.free(this.addresses[pick] as number)) throw new Error('the peer did not free what it had given')
      this.addresses[pick] = this.allocate()
    }
    return 2 * FEW
  }

  private allocate(): number {
    const address = this.pool.malloc(sizes[this.next++ & (sizes.length - 1)] as number)
    if (address === 0) throw new Error('the benchmark is to leave room for every allocation of the peer')
    return address
  }
}

/** How many times as long a call takes with many live allocations as with few. */
function growthRow(group: string, what: string, few: Timing, many: Timing, target?: number): Row {
  const ratio = many.seconds / few.seconds
  const text = (value: number) => `${value.toFixed(2)} ×`
  return {
    group,
    what,
    median: text(ratio),
    best: text(many.best / few.best),
    ratios: [],
    ...(target === undefined ? {} : { target: { text: `≤ ${text(target)}`, met: ratio <= target } }),
  }
}

/** Everything that the block has reserved, for taken and free ranges and for growth, by live allocations. */
function overheadRow(group: string, { block, live }: Ours): Row {
  const bytes = block.overheadBytes / live
  const text = `${bytes.toFixed(1)} B`
  return {
    group,
    what: `TLSF: memory per allocation, ${block.freeRangeCount.toLocaleString('en')} free ranges besides`,
    median: text,
    best: text,
    ratios: [],
    target: { text: `≤ ${MOST_OVERHEAD} B`, met: bytes <= MOST_OVERHEAD },
  }
}
