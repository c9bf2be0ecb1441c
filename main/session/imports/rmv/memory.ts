/** What the tokens of a trace say of memory, gathered as steps of a scenario. */

import { counted, formatBytes, formatCount, formatDuration } from '../../../../preload/contract'
import { alignUp } from '../../../sim/align'
import { GRANULE } from '../../scenario'
import { bit, bits } from '../bytes'
import type { ImportOptions, ImportReport, ImportUses } from '../capture'
import { ScenarioNames, withoutFolders } from '../names'
import { ofThem } from '../report-text'
import { MOST_STEPS, Steps } from '../steps'
import { Allocations, type ApiResource, type RmvAllocation } from './allocations'
import type { SegmentInfo } from './chunks'
import { PageTables } from './page-tables'
import { type RmvToken, TOKEN, VERSION_1_6 } from './tokens'
import { HEAP, line } from './trace-facts'

/** bytes of a page as the kernel counts them */
const PAGE = 4096
/** µs of a use: the trace has no GPU work, and with none at all a use would not be one */
const USE_TIME = 1

type Evidence = 'residency' | 'cpuMap' | 'bind' | 'pageTable'

const EVIDENCE: Readonly<Record<Evidence, [one: string, many: string]>> = {
  residency: ['a residency reference added', 'residency references added'],
  cpuMap: ['a CPU map', 'CPU maps'],
  bind: ['a bind', 'binds'],
  pageTable: ['a page-table map', 'page-table maps'],
}

interface Happening {
  at: number
  what: 'made' | 'freed' | Evidence
  allocation: RmvAllocation
}

/** What the scenario has. */
interface Written {
  /** of each allocation, in bytes */
  sizes: number[]
  named: number
  anyHeap: number
  freed: number
  /** uses at regular times */
  regular: number
  evidence: Record<Evidence, number>
}

export class RmvMemory {
  readonly #options: ImportOptions
  readonly #uses: ImportUses
  readonly #allocations = new Allocations()
  readonly #resources = new Map<number, ApiResource>()
  readonly #pageTables: PageTables
  readonly #happenings: Happening[] = []
  /** what was there when the part that is asked for begins */
  readonly #before = new Set<RmvAllocation>()
  /** µs: when that is */
  readonly #from: number
  /** µs: nothing happens in the part that does then or later, but it can say how what is there is called */
  readonly #until: number
  /** what is taken now is of the part, and counts */
  #isIn = true
  readonly #names = new ScenarioNames()
  /** those that have the app's own names; of what is made behind the part nothing is kept */
  readonly #named = new WeakSet<RmvAllocation>()
  readonly #counts = new Map<string, number>()
  #made = 0
  /** anywhere in what was read of the trace */
  #hasSubmissions = false

  constructor(segments: readonly SegmentInfo[], options: ImportOptions) {
    this.#options = options
    this.#from = options.from ?? 0
    this.#until = options.until ?? Number.POSITIVE_INFINITY
    this.#uses = options.uses ?? { kind: 'residency' }
    this.#pageTables = new PageTables(segments)
  }

  /** There is more than there is room for: one more, which tells where what follows begins. */
  get full(): boolean {
    // what is there before the part begins may be gone by then
    return this.#happenings.length > 0 && this.#happenings.length + this.#before.size > MOST_STEPS
  }

  /** @param version ordinal of the stream's format: ten times the major one, and the minor one @param at µs */
  take(token: RmvToken, version: number, at: number): void {
    const { type, bytes } = token
    this.#isIn = at >= this.#from && at < this.#until
    const act = this.#acts[type]
    if (act === undefined) this.#count(NAMES[type] ?? 'token')
    else act(bytes, at, version)
  }

  readonly #acts: Readonly<Partial<Record<number, (bytes: Uint8Array, at: number, version: number) => void>>> = {
    [TOKEN.timestamp]: () => {},
    [TOKEN.delta]: () => {},
    [TOKEN.allocate]: (bytes, at, version) => this.#allocate(bytes, at, version),
    [TOKEN.free]: (bytes, at) => {
      const freed = this.#allocations.remove(bits(bytes, 8, 48))
      if (freed === null) this.#count('orphanFree')
      else this.#free(freed, at)
    },
    [TOKEN.residency]: (bytes, at) => {
      if (bit(bytes, 8)) this.#count('residencyRemove')
      else this.#use(bits(bytes, 9, 48), 'residency', at, true)
    },
    [TOKEN.cpuMap]: (bytes, at) => {
      this.#count(bit(bytes, 56) ? 'cpuUnmap' : 'cpuMap')
      if (!bit(bytes, 56)) this.#use(bits(bytes, 8, 48), 'cpuMap', at)
    },
    [TOKEN.bind]: (bytes, at) => this.#bind(bytes, at),
    [TOKEN.pageTable]: (bytes, at) => {
      this.#count('pageTable')
      const address = bits(bytes, 8, 36) * PAGE
      const allocation = this.#allocations.at(address)
      this.#pageTables.take(bytes, allocation, this.#isIn)
      if (!bit(bytes, 103)) this.#use(address, 'pageTable', at)
    },
    [TOKEN.create]: (bytes) => {
      this.#count('create')
      this.#resources.set(bits(bytes, 8, 32), { names: new Set() })
    },
    [TOKEN.destroy]: (bytes) => {
      this.#count('destroy')
      this.#resources.delete(bits(bytes, 8, 32))
    },
    [TOKEN.userData]: (bytes) => this.#userData(bytes),
    [TOKEN.misc]: (bytes) => {
      const kind = bits(bytes, 8, 4)
      if (kind < SUBMISSIONS) this.#hasSubmissions = true
      this.#count((DRIVER_EVENTS[kind] ?? OTHER_DRIVER_EVENT)[0])
    },
  }

  /** @param last µs, of the last token */
  end(last: number): { steps: Steps; uses: string; report: Omit<ImportReport, 'warnings'> } {
    for (const allocation of this.#allocations.all) this.#name(allocation)
    const before = [...this.#before].map((allocation): Happening => ({ at: this.#from, what: 'made', allocation }))
    const steps = new Steps(this.#options)
    const written = this.#write(before, this.#happenings, steps, last)
    return { steps, uses: this.#usesText(written), report: this.#report(written) }
  }

  #allocate(bytes: Uint8Array, at: number, version: number): void {
    const size = (bits(bytes, 8, 24) + 1) * PAGE
    this.#made++
    // of heaps, 3 is none, which means system memory
    const anyHeap = version >= VERSION_1_6 && bits(bytes, 90, 3) === 0
    const made: RmvAllocation = {
      number: this.#made,
      address: bits(bytes, 34, 48),
      bytes: size,
      upload: !anyHeap && bits(bytes, 82, 2) >= HEAP.system,
      anyHeap,
      bound: new Set(),
      name: null,
      invisible: false,
      demoted: false,
    }
    for (const gone of this.#allocations.add(made)) {
      this.#count('remade')
      this.#free(gone, at)
    }
    if (at < this.#from) this.#before.add(made)
    else this.#happen(at, 'made', made)
  }

  #free(allocation: RmvAllocation, at: number): void {
    if (at < this.#from) {
      this.#before.delete(allocation)
      return
    }
    this.#name(allocation)
    this.#happen(at, 'freed', allocation)
  }

  #bind(bytes: Uint8Array, at: number): void {
    this.#count('bind')
    const address = bits(bytes, 8, 48)
    const id = bits(bytes, 104, 32)
    const allocation = this.#allocations.at(address)
    if (allocation === null) return this.#count('orphanBind')
    const resource = this.#resources.get(id)
    if (resource !== undefined) allocation.bound.add(resource)
    this.#use(address, 'bind', at)
  }

  /** @param always it counts as a use whatever was asked for */
  #use(address: number, evidence: Evidence, at: number, always = false): void {
    const allocation = this.#allocations.at(address)
    if (allocation === null) return this.#count(`orphan ${evidence}`)
    if (at < this.#from || (!always && this.#uses.kind !== 'evidence')) return
    this.#happen(at, evidence, allocation)
  }

  #userData(bytes: Uint8Array): void {
    const kind = bits(bytes, 8, 4)
    const text = bytes.subarray(4)
    const tail = kind === 0 ? 4 : 12
    if ((kind !== 0 && kind !== 6) || text.length < tail) return this.#count('otherUserData')
    this.#count('userName')
    const name = text.subarray(0, text.length - tail)
    const end = name.indexOf(0)
    const id = bits(text.subarray(text.length - tail), 0, 32)
    const shown = withoutFolders(new TextDecoder().decode(end < 0 ? name : name.subarray(0, end)))
    if (shown !== '') this.#resources.get(id)?.names.add(shown)
  }

  #name(allocation: RmvAllocation): void {
    const names = new Set([...allocation.bound].flatMap((resource) => [...resource.names]))
    const [only] = names
    const own = names.size === 1 && this.#options.anonymous !== true ? only : undefined
    if (own !== undefined) this.#named.add(allocation)
    allocation.name = own ?? `allocation ${allocation.number}`
    allocation.bound.clear()
  }

  #happen(at: number, what: Happening['what'], allocation: RmvAllocation): void {
    if (at < this.#until && !this.full) this.#happenings.push({ at, what, allocation })
  }

  #count(what: string): void {
    if (!this.#isIn) return
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  #of(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  /** @param before what is there when it begins @param last µs of the recording */
  #write(before: readonly Happening[], happenings: readonly Happening[], steps: Steps, last: number): Written {
    // the name that two have is that of the one that was made first
    for (const { what, allocation } of [...before, ...happenings])
      if (what === 'made') allocation.name = this.#names.take(allocation.name ?? '', allocation.number)
    const there = new Set<string>()
    const interval = this.#uses.kind === 'every' ? this.#uses.interval : Number.POSITIVE_INFINITY
    // those of the whole recording, of which a part has those from its beginning on
    let due = this.#from === 0 ? interval : Math.ceil(this.#from / interval) * interval
    const written: Written = {
      sizes: [],
      named: 0,
      anyHeap: 0,
      freed: 0,
      regular: 0,
      evidence: { residency: 0, cpuMap: 0, bind: 0, pageTable: 0 },
    }
    const use = (at: number, set: string[]): boolean => steps.add(at, 'use', { set, gpuTime: USE_TIME })
    const until = (at: number): void => {
      for (; due <= at && !steps.full; due += interval) if (there.size > 0 && use(due, [...there])) written.regular++
    }
    const write = ({ at, what, allocation }: Happening): void => {
      const { bytes: size, upload } = allocation
      const name = allocation.name as string
      if (what === 'freed') {
        if (steps.add(at, 'free', { name })) written.freed++
      } else if (what !== 'made') {
        if (use(at, [name])) written.evidence[what]++
      } else if (steps.add(at, 'resource', { name, size, ...(upload ? { heap: 'upload' } : {}) })) {
        written.sizes.push(size)
        if (this.#named.has(allocation)) written.named++
        if (allocation.anyHeap) written.anyHeap++
      }
      if (what === 'made') there.add(name)
      if (what === 'freed') there.delete(name)
    }
    for (const happening of before) {
      write(happening)
      if (steps.full) break
    }
    for (const happening of happenings) {
      until(happening.at)
      write(happening)
      if (steps.full) break
    }
    until(last)
    return written
  }

  #usesText({ evidence: counts, regular }: Written): string {
    const parts = (Object.keys(EVIDENCE) as Evidence[])
      .filter((evidence) => counts[evidence] > 0)
      .map((evidence) => `${formatCount(counts[evidence])} from ${EVIDENCE[evidence][1]}`)
    if (this.#uses.kind === 'every')
      parts.push(`${formatCount(regular)} synthetic, every ${formatDuration(this.#uses.interval)}`)
    return parts.length === 0 ? this.#noUsesText() : parts.join(', ')
  }

  /** What there would have to be for one. */
  #noUsesText(): string {
    if (this.#uses.kind !== 'evidence') return `none: no allocation of what was imported has ${EVIDENCE.residency[1]}`
    const kinds = Object.values(EVIDENCE).map(([, many]) => many)
    return `none: no allocation of what was imported has ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
  }

  #report(written: Written): Omit<ImportReport, 'warnings'> {
    const { sizes, freed, named, anyHeap } = written
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const rounding = sizes.reduce((sum, size) => sum + alignUp(size, GRANULE) - size, 0)
    const imported = [
      `${counted(sizes.length, 'allocation')} of ${formatBytes(bytes)}, ${ofThem(sizes.length, [freed, 'freed'], [named, 'named by the app'])}`,
      `sizes are rounded up to ${formatBytes(GRANULE)}: ${formatBytes(rounding)} more in all`,
      line(anyHeap, 'allocation', 'no preferred heap, taken as default'),
    ]
    const derived = [
      `uses: ${this.#usesText(written)}; ${this.#hasSubmissions ? 'of submissions the trace does not say what they use' : 'the trace has no submissions'}`,
      `gpuTime: ${USE_TIME} µs for each use; the trace ${this.#hasSubmissions ? 'does not say how long GPU work takes' : 'has no GPU work'}`,
    ]
    const orphans = ['residency', 'cpuMap', 'pageTable'].reduce((sum, kind) => sum + this.#of(`orphan ${kind}`), 0)
    const ignored = [
      line(this.#of('pageTable'), 'page-table update', this.#pageTableText()),
      this.#pageTables.text,
      line(this.#of('create'), 'resource creation', 'names only'),
      line(this.#of('destroy'), 'resource destruction', 'not imported'),
      line(this.#of('bind'), 'bind', this.#evidenceText('bind')),
      line(this.#of('cpuMap'), 'CPU map', this.#evidenceText('cpuMap')),
      line(this.#of('cpuUnmap'), 'CPU unmap', 'not imported'),
      line(this.#of('residencyRemove'), 'residency reference removed', 'not imported', 'residency references removed'),
      line(this.#of('userName'), 'name', 'of resources; an allocation has that of the only one bound in it'),
      line(this.#of('otherUserData'), 'other user datum', 'not imported', 'other user data'),
      ...[...DRIVER_EVENTS, OTHER_DRIVER_EVENT].map(([one, many]) => line(this.#of(one), one, 'not imported', many)),
      ...Object.values(NAMES).map((name) => line(this.#of(name), name, 'not imported')),
      line(this.#of('orphanFree'), 'free', 'of what the trace never saw made'),
      line(this.#of('remade'), 'allocation', 'over addresses that another had, which counts as freed then'),
      line(this.#of('orphanBind'), 'bind', 'outside of every allocation'),
      line(orphans, 'reference, map or update', 'outside of every allocation', 'references, maps or updates'),
    ]
    return {
      imported: imported.filter((text) => text !== null),
      derived,
      ignored: ignored.filter((text) => text !== null),
    }
  }

  #evidenceText(evidence: Evidence): string {
    return this.#uses.kind === 'evidence' ? 'uses were derived from them' : EVIDENCE_ONLY[evidence]
  }

  #pageTableText(): string {
    return this.#uses.kind === 'evidence'
      ? 'checked, and uses were derived from the maps of allocations'
      : 'not imported (checked only)'
  }
}

const EVIDENCE_ONLY: Readonly<Record<Evidence, string>> = {
  residency: 'not imported',
  cpuMap: 'not imported (the option uses, as evidence, makes them uses)',
  bind: 'names only (the option uses, as evidence, makes them uses)',
  pageTable: 'not imported (checked only)',
}

/** Tokens that carry nothing that a scenario can hold. */
const NAMES: Readonly<Record<number, string>> = {
  [TOKEN.resourceUpdate]: 'resource update',
  [TOKEN.process]: 'process event',
  [TOKEN.pageReference]: 'page reference',
}

/** What the driver does, by the kind of its event; the first are submissions. */
const DRIVER_EVENTS: readonly (readonly [one: string, many?: string])[] = [
  ['graphics submission'],
  ['compute submission'],
  ['copy submission'],
  ['present'],
  ['invalidation of caches', 'invalidations of caches'],
  ['flush of caches', 'flushes of caches'],
  ['request of the OS to trim', 'requests of the OS to trim'],
]
const SUBMISSIONS = 3
const OTHER_DRIVER_EVENT = ['other driver event'] as const
