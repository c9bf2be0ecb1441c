/**
 * Recordings of other programs as scenarios that run under any policy (LB-19): what kind a file is, by its first bytes, and
 * the importer of that kind.
 */
import { formatExactDuration } from '../../../preload/contract'
import { durationToText } from '../scenario'
import {
  badAt,
  CaptureError,
  type CaptureFile,
  type Imported,
  type Importing,
  type ImportOptions,
  ScenarioFound,
} from './capture'
import { isEtl } from './etl/container'
import { importEtl } from './etl/etl'
import { asksForPart } from './parts'
import { isRmv } from './rmv/container'
import { importRmv } from './rmv/rmv'
import { importSets } from './sets/sets'

export type CaptureKind = 'sets' | 'rmv' | 'etl'

/** What each kind is called. */
const CAPTURE_KINDS: Readonly<Record<CaptureKind, string>> = {
  sets: 'sets of memory (.sets.jsonl)',
  rmv: 'Radeon Memory Visualizer trace (.rmv)',
  etl: 'ETW log of DxgKrnl (.etl)',
}

const ARTICLES: Readonly<Record<CaptureKind, string>> = { sets: '', rmv: 'a ', etl: 'an ' }

/** Options that only one kind has a meaning for, as the command line calls them; the app's form has the same words. */
const OF_ONE_KIND: readonly { option: keyof ImportOptions; kind: CaptureKind; name: string }[] = [
  { option: 'process', kind: 'etl', name: 'process' },
  { option: 'uses', kind: 'rmv', name: 'uses' },
  { option: 'unknownSize', kind: 'etl', name: 'unknown-size' },
]

const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])
const MARK = [0xef, 0xbb, 0xbf]
/** What begins text that a shell of Windows has written. */
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const
const BRACE = 0x7b
/** The size of bzip2's blocks: any digit. */
const ANY = -1
/** What begins an archive, which may have any number of files, or a file that is packed in another way than once by GZIP. */
const PACKED: readonly (readonly [what: string, start: readonly number[]])[] = [
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  // what GZIP has packed once is unpacked before it comes here
  ['a file that GZIP has packed twice', [0x1f, 0x8b]],
  ['a file that xz has packed', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['a file that Zstandard has packed', [0x28, 0xb5, 0x2f, 0xfd]],
  // a text could begin with its letters
  ['a file that bzip2 has packed', [0x42, 0x5a, 0x68, ANY, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
]
/** What every scenario says of itself, and no sets file; a scenario may be one line, or may say other things before. */
const OF_SCENARIO = /"trimline"\s*:/
const OF_SETS = /"trimlineSets"\s*:/
const RECORDINGS = `the beginning of one of: ${Object.values(CAPTURE_KINDS).join(', ')}`
/** JSON that others write of the same things: what tells it, what it is, and what was expected. */
const OTHERS: readonly (readonly [mark: RegExp, what: string, expected: string])[] = [
  [/"traceEvents"\s*:/, 'a trace in the JSON form of Chrome and Perfetto', RECORDINGS],
  [
    /"General"\s*:/,
    'a memory dump',
    'a recording of another program; a dump is not imported: open it as one, or defragment it, as it is',
  ],
]

/**
 * What kind of file begins so.
 * @param first as many bytes of it as `beginning` says, or all of a shorter one
 * @throws CaptureError for what is none
 */
export function kindOf(first: Uint8Array): CaptureKind {
  if (isRmv(first)) return 'rmv'
  const text = MARK.every((byte, i) => first[i] === byte) ? first.subarray(MARK.length) : first
  if (text.find((byte) => !SPACES.has(byte)) === BRACE) {
    refuseOtherJson(new TextDecoder().decode(text))
    return 'sets'
  }
  if (UTF_16.some((mark) => mark.every((byte, i) => first[i] === byte)))
    throw badAt(0, 'UTF-16 text', 'a sets file in UTF-8; save it as UTF-8')
  if (isEtl(first)) return 'etl'
  const packed = PACKED.find(([, start]) => start.every((byte, i) => byte === ANY || first[i] === byte))
  if (packed !== undefined) throw badAt(0, packed[0], 'the recording that is in it; unpack it first')
  throw badAt(0, first.length === 0 ? 'an empty file' : 'something else', RECORDINGS)
}

/** @throws CaptureError for JSON that is no sets file but known */
function refuseOtherJson(text: string): void {
  if (OF_SCENARIO.test(text)) throw new ScenarioFound()
  const other = OF_SETS.test(text) ? undefined : OTHERS.find(([mark]) => mark.test(text))
  if (other !== undefined) throw badAt(0, other[1], other[2])
}

/**
 * Whether a file is a recording, and so no scenario.
 * @param first of it, as `kindOf` takes it
 * @throws what is no mistake of the file: an error of this program
 */
export function isRecording(first: Uint8Array): boolean {
  try {
    // what is only JSON may be a scenario that is not complete
    return kindOf(first) !== 'sets' || OF_SETS.test(new TextDecoder().decode(first))
  } catch (error) {
    if (error instanceof CaptureError) return false
    throw error
  }
}

/** What is looked at of a file that could be one of them. */
export const beginning = { bytes: 4096, look: kindOf } as const

/**
 * @throws CaptureError where the file cannot be imported, the part that is asked for is none, or an option is for another
 * kind of file; says where in it
 */
export function* importCapture(file: CaptureFile, options: ImportOptions = {}): Importing {
  const { from = 0, until = Number.POSITIVE_INFINITY } = options
  if (!(from >= 0 && until > from)) {
    // of what is no time there is no text
    const [first, end] = [from, until].map((time) =>
      time >= 0 && Number.isFinite(time) ? durationToText(time) : `${time}`,
    )
    throw new CaptureError(`found a part from ${first} until ${end}; expected one that ends after it begins`)
  }
  const kind = kindOf(file.read(0, beginning.bytes))
  refuseOthers(kind, options)
  const importer = { sets: importSets, rmv: importRmv, etl: importEtl }[kind]
  const whole = yield* importer(file, options)
  // a part that would begin where this one does would never end
  const paced = atSpeed(whole, options)
  const imported = { ...paced, next: whole.next !== null && whole.next > from ? whole.next : null }
  const part = imported.next === null ? options : { ...options, until: imported.next }
  return asksForPart(part) ? asPart(imported, part) : imported
}

/**
 * What would change nothing is refused and not passed over: who asks for the process 7 of a recording that has one only
 * would take all of it for that process's.
 * @throws CaptureError
 */
function refuseOthers(found: CaptureKind, options: ImportOptions): void {
  for (const { option, kind, name } of OF_ONE_KIND) {
    if (options[option] === undefined || kind === found) continue
    throw new CaptureError(
      `found the option ${name} for ${articled(found)}; expected it for ${articled(kind)} alone: leave it out`,
    )
  }
}

const articled = (kind: CaptureKind): string => `${ARTICLES[kind]}${CAPTURE_KINDS[kind]}`

/** When things happen is not what was recorded then, and work that takes as long as ever fills more of the time. */
function atSpeed(imported: Imported, { speed = 1 }: ImportOptions): Imported {
  if (speed === 1) return imported
  const { head, report, ...others } = imported
  const said = `at: the times of the recording divided by ${speed}; how long GPU work takes is not`
  return {
    ...others,
    head: { ...head, derived: [...head.derived, said] },
    report: { ...report, derived: [...report.derived, said] },
  }
}

/** Says everywhere which part of the recording it is. */
function asPart({ head, report, ...others }: Imported, { from = 0, until }: ImportOptions): Imported {
  const part = `from ${formatExactDuration(from)}${until === undefined ? '' : ` until ${formatExactDuration(until)}`}`
  const imported = [`the part ${part} of the recording; what was there when it begins is made at 0`, ...report.imported]
  return { ...others, head: { ...head, name: `${head.name}, ${part}` }, report: { ...report, imported } }
}
