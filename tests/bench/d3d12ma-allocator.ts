/**
 * The TLSF allocator under random churn: any of 1,000 to 1,000,000 live allocations is freed and made anew, so that of a
 * million hardly a record that a call touches is still in a cache, and the memory's latency is measured too. With sizes that
 * are multiples of the alignment, as those of heaps are, and with such as are not. The Vulkan Memory Allocator does the same
 * in the same rounds where it can be built (`peers/vma.ts`); where it cannot, its figures are those of another machine.
 */
import { join } from 'node:path'
import { MemPool } from '@thi.ng/malloc'
import { type BlockMetadata, NONE } from '../../main/d3d12ma/block-metadata'
import { TlsfMetadata } from '../../main/d3d12ma/tlsf-metadata'
import { Rng } from '../../main/sim/rng'
import { type Contender, measure, type Timing } from './measure'
import { type Churn, VmaPeer, withVma } from './peers/vma'
import { type Row, rateRow } from './table'

const FEW_LIVE = 1_000
const LIVE = 100_000
const MANY_LIVE = 1_000_000
const PAIRS = 100_000
/** pairs that the peer does in a round: it walks the list of all that is taken to free one */
const FEW = 20
/** bytes that stand for a page of 64 KiB */
const UNIT = 16
const MOST_UNITS = 128
/** of what is taken on average: what is free besides */
const SPARE = 1.3
const MOST_OVERHEAD = 64

/** Sizes, the same for everybody, used again and again, and how they are aligned. */
interface Kind {
  readonly what: string
  readonly sizes: Int32Array
  readonly alignment: number
  /** calls a second of the Vulkan Memory Allocator's TLSF (C++, -O2) on two cores of another machine, by live allocations */
  readonly vma: Readonly<Record<number, number>>
  /** live allocations with which it is not asked here: it takes minutes to have them */
  readonly vmaNotWith?: number
  /** times as long as with 1,000 that a call may take with 1,000,000 */
  readonly mostGrowth?: number
}

const sizesOf = (size: (rng: Rng) => number): Int32Array => {
  const rng = new Rng(1)
  return Int32Array.from({ length: 1 << 16 }, () => size(rng))
}
const pages = sizesOf((rng) => (1 + rng.below(MOST_UNITS)) * UNIT)
const anySizes = sizesOf((rng) => 1 + rng.below(MOST_UNITS * UNIT))

const KINDS: readonly Kind[] = [
  {
    what: 'whole pages',
    sizes: pages,
    alignment: UNIT,
    vma: { [FEW_LIVE]: 28e6, [LIVE]: 13.1e6, [MANY_LIVE]: 6.6e6 },
  },
  {
    what: 'any sizes, not aligned',
    sizes: anySizes,
    alignment: 1,
    vma: { [FEW_LIVE]: 17.2e6, [LIVE]: 8.4e6, [MANY_LIVE]: 6.2e6 },
  },
  {
    what: 'any sizes, aligned',
    sizes: anySizes,
    alignment: UNIT,
    vma: { [FEW_LIVE]: 14.5e6, [LIVE]: 1.6e6, [MANY_LIVE]: 0.07e6 },
    vmaNotWith: MANY_LIVE,
    mostGrowth: 2,
  },
]

const room = (live: number): number => Math.ceil(live * ((MOST_UNITS + 1) / 2) * SPARE) * UNIT

export function d3d12maAllocator(): Row[] {
  const source = join(process.env.TRIMLINE_ROOT as string, 'tests', 'bench', 'peers', 'vma.cpp')
  const rows = withVma(source, (program, folder) => KINDS.flatMap((kind) => rowsOf(kind, program, folder)))
  const group = 'TLSF beside an allocator of real memory, 100,000 live'
  const churn = new Ours('TLSF', KINDS[0] as Kind, LIVE)
  const [ours, peer] = measure([churn, new Peer()])
  return [...rows, rateRow(group, ours), rateRow(group, peer), overheadRow(group, churn)]
}

/** @param program of the peer; null: it cannot be built here */
function rowsOf(kind: Kind, program: string | null, folder: string): Row[] {
  const group = `TLSF: free or allocate any of those that live, ${kind.what}: calls`
  const timings: Timing[] = []
  const rows = [FEW_LIVE, LIVE, MANY_LIVE].flatMap((live) => {
    const ours = new Ours(`${live.toLocaleString('en')} live`, kind, live)
    if (program === null || live === kind.vmaNotWith) {
      const [timing] = measure([ours])
      timings.push(timing)
      return [elsewhereRow(group, timing, kind.vma[live] as number)]
    }
    const vma = VmaPeer.start(program, folder, ours.churn)
    try {
      const [timing, peer] = measure([ours, vma])
      timings.push(timing)
      const target = { text: `≥ 1 × ${peer.name}`, met: timing.seconds <= peer.seconds }
      return [
        { ...rateRow(group, timing, { peers: [peer] }), target },
        rateRow(group, { ...peer, name: `${ours.name}: ${peer.name}` }),
      ]
    } finally {
      vma.stop()
    }
  })
  const [few, , many] = timings as [Timing, Timing, Timing]
  const growth = growthRow(group, 'time of a call, 1,000,000 live ÷ 1,000', few, many, kind.mostGrowth)
  return [...rows, growth]
}

/** @param vma calls a second, elsewhere */
function elsewhereRow(group: string, timing: Timing, vma: number): Row {
  const target = { text: `≥ ${(vma / 1e6).toFixed(2)} M/s, as VMA elsewhere`, met: 1 / timing.seconds >= vma }
  return { ...rateRow(group, timing), target }
}

/** Frees one at random and allocates one of a random size in its stead, again and again. */
class Ours implements Contender {
  readonly block: TlsfMetadata
  readonly churn: Churn
  private readonly handles: Int32Array
  private next = 0

  constructor(
    readonly name: string,
    { sizes, alignment }: Kind,
    readonly live: number,
  ) {
    const rng = new Rng(2)
    const picks = Int32Array.from({ length: PAIRS }, () => rng.below(live))
    // what a program has done for a while: no range is where it was at first
    const churned = Int32Array.from({ length: 2 * live }, () => rng.below(live))
    this.churn = { sizes, alignment, live, picks, churned, room: room(live) }
    this.block = new TlsfMetadata(this.churn.room)
    this.handles = Int32Array.from({ length: live }, () => this.allocate())
    this.next = churn(this.block, this.churn, this.handles, churned, this.next)
  }

  run(): number {
    this.next = churn(this.block, this.churn, this.handles, this.churn.picks, this.next)
    return 2 * PAIRS
  }

  private allocate(): number {
    const { sizes, alignment } = this.churn
    return this.block.allocate(sizes[this.next++ & (sizes.length - 1)] as number, alignment)
  }
}

/** @returns the next of the sizes */
function churn(
  block: BlockMetadata,
  { sizes, alignment }: Churn,
  handles: Int32Array,
  picks: Int32Array,
  from: number,
): number {
  let next = from
  for (let i = 0; i < picks.length; i++) {
    const pick = picks[i] as number
    block.free(handles[pick] as number)
    const handle = block.allocate(sizes[next++ & (sizes.length - 1)] as number, alignment)
    if (handle === NONE) throw new Error('the benchmark is to leave room for every allocation')
    handles[pick] = handle
  }
  return next
}

class Peer implements Contender {
  readonly name = '@thi.ng/malloc, which walks a list of all to free one: O(n)'
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
    const address = this.pool.malloc(pages[this.next++ & (pages.length - 1)] as number)
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
    what: `memory per allocation, ${block.freeRangeCount.toLocaleString('en')} free ranges besides`,
    median: text,
    best: text,
    ratios: [],
    target: { text: `≤ ${MOST_OVERHEAD} B`, met: bytes <= MOST_OVERHEAD },
  }
}
