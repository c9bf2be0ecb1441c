/**
 * What the fields of GPU work tell only together: engine and kind of work, how many instructions that makes, times of
 * parts and of the whole.
 *
 * @see spec GP-06, GP-17
 */

import { COMPUTE_WORK, GRAPHICS_WORK, totalTime } from '../format/gpu-work'
import { durationToText } from '../format/units'
import { describe, listOf, type Path } from '../text/problems'
import type { DraftEffect, DraftPiece, DraftSubmit } from './draft-parts'
import type { IssueList } from './lists'

/** The passes of an effect are its time. */
export function checkPasses(
  { gpuTime, passes }: Pick<DraftEffect, 'gpuTime' | 'passes'>,
  path: Path,
  issues: IssueList,
): void {
  if (passes === undefined) return
  passes.forEach((pass, i) => {
    checkWork(pass.engine, pass.work, [...path, 'passes', i, 'work'], issues)
  })
  checkTime(gpuTime, passes, 'passes', [...path, 'gpuTime'], issues)
}

/** `submit` without the names of its resources. */
export function checkSubmit({ engine, work, gpuTime, parts }: DraftSubmit, path: Path, issues: IssueList): void {
  checkWork(engine, work, [...path, 'work'], issues)
  if (parts !== undefined) checkTime(gpuTime, parts, 'parts', [...path, 'gpuTime'], issues)
  else if (gpuTime === undefined) {
    issues.add({ path: [...path, 'gpuTime'], found: 'nothing', expected: 'a duration, or "parts", whose sum it is' })
  }
}

/** @param gpuTime undefined: absent, null: bad by itself */
function checkTime(
  gpuTime: number | null | undefined,
  pieces: readonly Pick<DraftPiece, 'gpuTime'>[],
  what: 'passes' | 'parts',
  path: Path,
  issues: IssueList,
): void {
  const times = pieces.flatMap(({ gpuTime: time }) => (time === undefined ? [] : [{ gpuTime: time }]))
  if (times.length < pieces.length) return
  const total = totalTime(times)
  if (total > Number.MAX_SAFE_INTEGER) {
    const expected = `a sum of at most ${Number.MAX_SAFE_INTEGER} microseconds`
    issues.add({ path: [...path.slice(0, -1), what], found: `${what} that add up to more`, expected })
  } else if (typeof gpuTime === 'number' && gpuTime !== total) {
    const expected = `${durationToText(total)}, the sum of its ${what}, or nothing`
    issues.add({ path, found: durationToText(gpuTime), expected })
  }
}

const GRAPHICS = Object.keys(GRAPHICS_WORK).filter((name) => name !== 'instructions')
const COMPUTE = Object.keys(COMPUTE_WORK).filter((name) => name !== 'instructions')

/** @param work as the file has it; undefined: absent */
function checkWork(engine: string | undefined, work: unknown, path: Path, issues: IssueList): void {
  if (work === undefined) return
  const found = describe(work)
  if (engine === 'copy' || engine === 'video-decode') {
    issues.add({ path, found, expected: `no work, as packets of the engine ${engine} have no inner structure` })
    return
  }
  if (typeof work !== 'object' || work === null || Array.isArray(work)) return
  const counts = work as Record<string, unknown>
  const graphics = GRAPHICS.filter((name) => Object.hasOwn(counts, name))
  const compute = COMPUTE.filter((name) => Object.hasOwn(counts, name))
  if (graphics.length > 0 && compute.length > 0) {
    const expected = `graphics work (${GRAPHICS.join(', ')}) or compute work (${COMPUTE.join(', ')}), never both`
    issues.add({ path, found, expected })
  } else if (graphics.length > 0 && engine === 'compute') {
    const expected = `compute work (${COMPUTE.join(', ')}), as the compute engine draws nothing`
    issues.add({ path, found, expected })
  } else if (graphics.length + compute.length > 0) {
    checkProduct({ ...(graphics.length > 0 ? GRAPHICS_WORK : COMPUTE_WORK), ...counts }, path, issues)
  } else if (Object.hasOwn(counts, 'instructions')) {
    const own = engine === 'compute' ? COMPUTE : [...GRAPHICS, ...COMPUTE]
    issues.add({ path, found, expected: `also at least one of ${listOf(own)}, or an empty object` })
  }
}

/** Progress is counted in instructions (GP-10), so that all of them together must be a whole number. */
function checkProduct(counts: Record<string, unknown>, path: Path, issues: IssueList): void {
  let product = 1n
  for (const count of Object.values(counts)) {
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return
    product *= BigInt(count)
  }
  if (product <= BigInt(Number.MAX_SAFE_INTEGER)) return
  const expected = `counts whose product is less than 2^53, ${Number.MAX_SAFE_INTEGER} at most`
  issues.add({ path, found: `counts whose product is ${product}`, expected })
}
