/**
 * What the fields of GPU work tell only together: engine and kind of work, how many instructions that makes, times of
 * parts and of the whole.
 *
 * @see spec GP-06, GP-17
 */

import { COMPUTE_WORK, GRAPHICS_WORK } from '../../../../preload/contract'
import { sourceOf } from '../format/draft'
import { durationToText } from '../format/units'
import { describe, listOf, type Path } from '../text/problems'
import type { IssueList } from './lists'

type CountName = keyof typeof GRAPHICS_WORK | keyof typeof COMPUTE_WORK

/** In all of these, undefined: absent, null: missing, or bad by itself and reported as such. */
type WorkCounts = { readonly [Name in CountName]?: number | null | undefined }

interface Timed {
  readonly gpuTime: number | null
}

interface Worked {
  readonly engine: string | null
  readonly work?: WorkCounts | null | undefined
}

/** Of an effect. */
export interface PassedWork {
  readonly gpuTime?: number | null | undefined
  readonly passes?: Iterable<(Worked & Timed) | null> | null | undefined
}

/** Of a submission. */
export interface DraftWork extends Worked {
  readonly gpuTime?: number | null | undefined
  readonly parts?: Iterable<Timed | null> | null | undefined
}

/** The passes of an effect are its time. */
export function checkPasses({ gpuTime, passes }: PassedWork, path: Path, issues: IssueList): void {
  if (passes === undefined || passes === null) return
  const all = [...passes]
  for (const [i, pass] of all.entries()) if (pass !== null) checkWork(pass, [...path, 'passes', i, 'work'], issues)
  checkTime(gpuTime, all, 'passes', [...path, 'gpuTime'], issues)
}

/** `submit` without the names of its resources. */
export function checkSubmit(submit: DraftWork, path: Path, issues: IssueList): void {
  const { gpuTime, parts } = submit
  checkWork(submit, [...path, 'work'], issues)
  if (parts !== undefined && parts !== null) checkTime(gpuTime, [...parts], 'parts', [...path, 'gpuTime'], issues)
  else if (parts === undefined && gpuTime === undefined) {
    issues.add({ path: [...path, 'gpuTime'], found: 'nothing', expected: 'a duration, or "parts", whose sum it is' })
  }
}

function checkTime(
  gpuTime: number | null | undefined,
  pieces: readonly (Timed | null)[],
  what: 'passes' | 'parts',
  path: Path,
  issues: IssueList,
): void {
  const times = pieces.map((piece) => piece?.gpuTime ?? null).filter((time) => time !== null)
  if (times.length < pieces.length) return
  const total = times.reduce((sum, time) => sum + time, 0)
  if (total > Number.MAX_SAFE_INTEGER) {
    const expected = `a sum of at most ${Number.MAX_SAFE_INTEGER} microseconds`
    issues.add({ path: [...path.slice(0, -1), what], found: `${what} that add up to more`, expected })
  } else if (typeof gpuTime === 'number' && gpuTime !== total) {
    const expected = `${durationToText(total)}, the sum of its ${what}, or nothing`
    issues.add({ path, found: durationToText(gpuTime), expected })
  }
}

const GRAPHICS = ['draws', 'primitives', 'triangles', 'pixels'] as const
const COMPUTE = ['dispatches', 'threadGroups', 'threads'] as const

function checkWork({ engine, work }: Worked, path: Path, issues: IssueList): void {
  if (work === undefined || work === null) return
  const found = describe(sourceOf(work))
  if (engine === 'copy' || engine === 'video-decode') {
    issues.add({ path, found, expected: `no work, as packets of the engine ${engine} have no inner structure` })
    return
  }
  const graphics = GRAPHICS.filter((name) => work[name] !== undefined)
  const compute = COMPUTE.filter((name) => work[name] !== undefined)
  if (graphics.length > 0 && compute.length > 0) {
    const expected = `graphics work (${GRAPHICS.join(', ')}) or compute work (${COMPUTE.join(', ')}), never both`
    issues.add({ path, found, expected })
  } else if (graphics.length > 0 && engine === 'compute') {
    const expected = `compute work (${COMPUTE.join(', ')}), as the compute engine draws nothing`
    issues.add({ path, found, expected })
  } else if (graphics.length + compute.length > 0) {
    checkProduct(work, graphics.length > 0 ? GRAPHICS_WORK : COMPUTE_WORK, path, issues)
  } else if (work.instructions !== undefined) {
    const own = engine === 'compute' ? COMPUTE : [...GRAPHICS, ...COMPUTE]
    issues.add({ path, found, expected: `also at least one of ${listOf(own)}, or an empty object` })
  }
}

/** Progress is counted in instructions (GP-10), so that all of them together must be a whole number. */
function checkProduct(
  work: WorkCounts,
  usual: typeof GRAPHICS_WORK | typeof COMPUTE_WORK,
  path: Path,
  issues: IssueList,
): void {
  let product = 1n
  // what is said that the usual has not is of the other kind, of which there is none
  for (const [name, otherwise] of Object.entries(usual) as [CountName, number][]) {
    const count = work[name] === undefined ? otherwise : work[name]
    if (count === null) return
    product *= BigInt(count)
  }
  if (product <= BigInt(Number.MAX_SAFE_INTEGER)) return
  const expected = `counts whose product is less than 2^53, ${Number.MAX_SAFE_INTEGER} at most`
  issues.add({ path, found: `counts whose product is ${product}`, expected })
}
