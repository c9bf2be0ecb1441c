/**
 * `.sets.jsonl`: submissions with the memory that each needs, a line each. What it has is recorded or, where its first line
 * says so, derived by whoever wrote it.
 *
 * @see shared/data/real/formats.md, 3
 */

import { APP, COMPOSITOR, counted, formatBytes } from '../../../../preload/contract'
import { alignUp } from '../../../sim/align'
import { GRANULE } from '../../scenario'
import { quoted } from '../../scenario/text/problems'
import { badLine, type CaptureFile, type Importing, type ImportOptions } from '../capture'
import { ScenarioNames, shorn } from '../names'
import { type Attempt, refuseBeyond, untilItFits } from '../parts'
import { ofThem } from '../report-text'
import { type StepLimits, Steps } from '../steps'
import { holdsText, memoryFor } from '../system'
import { readHead, readLine, type SetsLine } from './line'
import { linesOf } from './lines'

type Heap = 'default' | 'upload' | 'readback'

interface Known {
  size: number
  heap: Heap
  /** as the scenario calls it */
  name: string
  /** it has been used in the part that is asked for */
  made: boolean
}

const LINES_IN_A_TURN = 200

/** @throws CaptureError with the line's number */
export function importSets(file: CaptureFile, options: ImportOptions = {}, limits?: StepLimits): Importing {
  return untilItFits(options, (part) => setsIn(file, part, limits))
}

function* setsIn(file: CaptureFile, options: ImportOptions, limits: StepLimits | undefined): Attempt {
  const sets = new Sets(options, limits)
  let head: ReturnType<typeof readHead> | undefined
  let count = 0
  for (const { number, text, end } of linesOf(file)) {
    if (head === undefined) head = readHead(text, number)
    else sets.add(readLine(text, number), number)
    if (sets.over || sets.steps.full) break
    if (++count % LINES_IN_A_TURN === 0) yield end / file.size
  }
  if (head === undefined) throw badLine(1, '', 'no line', 'a first line with "trimlineSets": 1')
  if (!sets.over) refuseBeyond(options.from ?? 0, sets.now, null)
  const { name = 'sets', source, license, derived = [] } = head
  const system = memoryFor(sets.largest, sets.largestUpload)
  const assumed = Object.entries(system).map(([name, bytes]) => {
    const largest = name === 'localMemory' ? sets.largest : sets.largestUpload
    return `${name}: ${formatBytes(bytes)}, ${holdsText(bytes, largest, 'the largest set')}; a sets file does not say`
  })
  const all = [...derived.map(said), ...assumed]
  const made = {
    head: {
      name: said(name),
      ...(source === undefined ? {} : { source: said(source) }),
      ...(license === undefined ? {} : { license: said(license) }),
      derived: all,
      system,
    },
    steps: sets.steps.lines,
    report: { warnings: [], imported: sets.imported, derived: all, ignored: sets.ignored },
    damage: null,
  }
  return { made, cut: sets.steps.cut }
}

class Sets {
  readonly steps: Steps
  readonly #options: ImportOptions
  readonly #known = new Map<string, Known>()
  /** of what is there now */
  readonly #names = new ScenarioNames()
  readonly #contexts = new Map<string, string>()
  readonly #contextNames = new ScenarioNames(APP, COMPOSITOR)
  /** µs of the recording: of the last line */
  now = 0
  /** it is in the part that is asked for */
  #isIn = true
  #submissions = 0
  #met = 0
  #created = 0
  #freed = 0
  #empty = 0
  #rounding = 0
  /** bytes of `default` heaps in one set */
  largest = 0
  /** bytes of the other heaps in one set */
  largestUpload = 0
  /** the part that is asked for has ended */
  over = false

  constructor(options: ImportOptions, limits?: StepLimits) {
    this.#options = options
    this.steps = new Steps(options, limits)
  }

  /** @throws CaptureError */
  add(line: SetsLine, number: number): void {
    const { t, gpuTime, engine, context } = line
    if (t < this.now) throw badLine(number, 't', `${t}`, `at least ${this.now}, the time of the line before`)
    const { from = 0, until = Number.POSITIVE_INFINITY } = this.#options
    this.over = t >= until
    if (this.over) return
    this.now = t
    this.#isIn = t >= from
    for (const id of new Set(line.free)) this.#free(id, number)
    const { names, bytes, upload } = this.#members(line, number)
    // in all parts of the recording it is called the same
    const inContext = context === undefined ? {} : { context: this.#contextOf(context) }
    if (!this.#isIn) return
    const use = {
      set: names,
      ...(engine === undefined ? {} : { engine }),
      ...(gpuTime === undefined ? {} : { gpuTime }),
      ...inContext,
    }
    if (!this.steps.add(t, 'use', use)) return
    this.#submissions++
    this.largest = Math.max(this.largest, bytes)
    this.largestUpload = Math.max(this.largestUpload, upload)
  }

  get imported(): string[] {
    return [
      counted(this.#submissions, 'submission'),
      `${counted(this.#created, 'resource')}, ${ofThem(this.#created, [this.#freed, 'freed'])}`,
      `sizes are rounded up to ${formatBytes(GRANULE)}: ${formatBytes(this.#rounding)} more in all`,
    ]
  }

  get ignored(): string[] {
    return this.#empty === 0 ? [] : [`${counted(this.#empty, 'resource')} of 0 bytes: not imported`]
  }

  #free(id: string, number: number): void {
    const known = this.#known.get(id)
    if (known === undefined) throw badLine(number, 'free', quotedId(id), 'the id of a resource that is there')
    this.#known.delete(id)
    this.#names.giveBack(known.name)
    if (known.made && known.size > 0 && this.steps.add(this.now, 'free', { name: known.name })) this.#freed++
  }

  /** @returns names, each once, and bytes in `default` heaps and in the others */
  #members({ set }: SetsLine, number: number): { names: string[]; bytes: number; upload: number } {
    const names = new Set<string>()
    let bytes = 0
    let upload = 0
    for (const [i, { id, size, heap }] of set.entries()) {
      const known = this.#known.get(id) ?? this.#make(id, size, heap, `set[${i}]`, number)
      if (size !== undefined && size !== known.size)
        throw badLine(number, `set[${i}].size`, `${size}`, `${known.size}, as where ${quotedId(id)} was met first`)
      if (heap !== undefined && heap !== known.heap)
        throw badLine(number, `set[${i}].heap`, heap, `${known.heap}, as where ${quotedId(id)} was met first`)
      if (names.has(known.name)) continue
      if (this.#isIn && !known.made) this.#made(known)
      if (known.size === 0) continue
      names.add(known.name)
      if (known.heap === 'default') bytes += alignUp(known.size, GRANULE)
      else upload += alignUp(known.size, GRANULE)
    }
    return { names: [...names], bytes, upload }
  }

  #make(id: string, size: number | undefined, heap: Heap = 'default', path: string, number: number): Known {
    if (size === undefined) throw badLine(number, path, 'no size', `a size where the id ${quotedId(id)} is met first`)
    this.#met++
    const name = this.#names.take(this.#nameOf(id, `resource ${this.#met}`), this.#met)
    const known = { size, heap, name, made: false }
    this.#known.set(id, known)
    return known
  }

  /** @param number what it is called where its own name says nothing, or may not */
  #nameOf(own: string, number: string): string {
    const shown = shorn(own)
    if (this.#options.anonymous === true) return number
    return shown === own ? own : shown.trim() || number
  }

  #contextOf(own: string): string {
    const known = this.#contexts.get(own)
    if (known !== undefined) return known
    const number = this.#contexts.size + 1
    const name = this.#contextNames.take(this.#nameOf(own, `context ${number}`), number)
    this.#contexts.set(own, name)
    return name
  }

  /** When it is used first. */
  #made(known: Known): void {
    const { name, size, heap } = known
    known.made = true
    if (size === 0) {
      this.#empty++
      return
    }
    if (!this.steps.add(this.now, 'resource', { name, size, ...(heap === 'default' ? {} : { heap }) })) return
    this.#created++
    this.#rounding += alignUp(size, GRANULE) - size
  }
}

/** In a message, which is no place for what folders say either. */
const quotedId = (id: string): string => quoted(shorn(id))

/** What the first line says of the workload. */
const said = (text: string): string => shorn(text).trim() || 'a folder'
