/**
 * Recordings of other programs as scenarios that run under any policy (LB-19): what kind a file is, by its first bytes, and
 * the importer of that kind.
 */
import { badAt, type CaptureFile, type Importing, type ImportOptions } from './capture'
import { isEtl } from './etl/container'
import { importEtl } from './etl/etl'
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

const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])
const MARK = [0xef, 0xbb, 0xbf]
const BRACE = 0x7b

/** bytes by which a kind is told */
const FIRST = 4096

/** @throws CaptureError for what is none */
export function kindOf(file: CaptureFile): CaptureKind {
  const first = file.read(0, FIRST)
  if (isRmv(first)) return 'rmv'
  const text = MARK.every((byte, i) => first[i] === byte) ? first.subarray(MARK.length) : first
  if (text.find((byte) => !SPACES.has(byte)) === BRACE) return 'sets'
  if (isEtl(first)) return 'etl'
  const expected = `the beginning of one of: ${Object.values(CAPTURE_KINDS).join(', ')}`
  throw badAt(0, file.size === 0 ? 'an empty file' : 'something else', expected)
}

/** @throws CaptureError where the file cannot be imported; says where in it */
export function importCapture(file: CaptureFile, options: ImportOptions = {}): Importing {
  const importer = { sets: importSets, rmv: importRmv, etl: importEtl }[kindOf(file)]
  return importer(file, options)
}
