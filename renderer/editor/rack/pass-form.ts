/** The passes of an effect in the Add effect form: their text, and what it means. Knows no React. */
import type { PassSpec } from '../../../preload/contract'
import { readTimes } from '../../widgets/gpu-work/pieces'
import { readWork, USUAL_WORK, type WorkErrors, type WorkText, workText } from '../../widgets/gpu-work/work-text'
import { durationText } from '../../widgets/parse'

export interface PassText {
  /** tells rows apart while they are edited; no meaning outside the form */
  key: number
  engine: PassSpec['engine']
  gpuTime: string
  work: WorkText
}

export interface PassErrors {
  gpuTime?: string
  work?: WorkErrors
}

export type PassesRead = { ok: true; passes: PassSpec[] } | { ok: false; rows: Record<number, PassErrors> }

let lastKey = 0

/** @param gpuTime as it is typed */
export function newPass(gpuTime: string): PassText {
  lastKey++
  return { key: lastKey, engine: '3d', gpuTime, work: USUAL_WORK }
}

export function passText({ engine, gpuTime, work }: PassSpec): PassText {
  return { ...newPass(durationText(gpuTime)), engine, work: workText(work) }
}

/** @param limits µs that all of them together may take */
export function readPasses(rows: readonly PassText[], limits: { least: number; most: number }): PassesRead {
  const passes: PassSpec[] = []
  const errors: Record<number, PassErrors> = {}
  const times = readTimes(
    rows.map(({ gpuTime }) => gpuTime),
    limits,
  )
  for (const [index, { key, engine, work }] of rows.entries()) {
    const time = times[index]!
    const read = readWork(work, engine)
    if (time.ok && read.ok) {
      passes.push({ engine, gpuTime: time.value, ...(read.work === undefined ? {} : { work: read.work }) })
    } else {
      errors[key] = { ...(time.ok ? {} : { gpuTime: time.message }), ...(read.ok ? {} : { work: read.errors }) }
    }
  }
  return passes.length === rows.length ? { ok: true, passes } : { ok: false, rows: errors }
}
