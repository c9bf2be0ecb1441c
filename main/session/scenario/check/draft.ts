/**
 * A lenient reading of a scenario file: whatever can be made out, field by field, also when other parts of the file
 * are bad. So the checks that need several fields find their issues at the same time as those of the format.
 */

import { appSchema, DEFAULT_EFFECTS, systemSchema } from '../format/schema'
import { parseDuration } from '../format/units'
import { valueAt } from '../text/issues'
import { type DraftPool, poolOf } from './draft-memory'
import { type DraftEffect, effectOf, list, quantity, text } from './draft-parts'
import { DraftSteps } from './draft-step'
import { type DraftTimeline, timelineOf } from './draft-timeline'

/** In all of it, undefined: absent, or bad by itself and reported as such. */
export interface Draft {
  physicalAdapters: number | undefined
  /** adapters that settings of the driver name, with the path of each */
  driverAdapters: { path: (string | number)[]; adapter: number }[]
  /** its answers for linked adapters after the first */
  linkedAnswers: number
  localMemory: number | undefined
  nonLocalMemory: number | undefined
  /** unified memory: heaps of every type are in the local segment group */
  unified: boolean
  effects: DraftEffect[]
  pools: DraftPool[]
  /** the pool that the editor places in */
  pool: string | undefined
  /** their names; null: cannot be made out */
  clips: (string | null)[]
  timeline: DraftTimeline
  steps: DraftSteps
  until: number | undefined
  /** names that nothing in the file makes, as it says itself */
  unmade: ReadonlySet<string>
}

/** Reads what there is; never fails. */
export function draftOf(file: unknown): Draft {
  const effects = valueAt(file, ['app', 'effects'])
  return {
    physicalAdapters: systemSchema.shape.physicalAdapters.safeParse(valueAt(file, ['system', 'physicalAdapters'])).data,
    ...driverAdapters(file),
    localMemory: systemSchema.shape.localMemory.safeParse(valueAt(file, ['system', 'localMemory'])).data,
    nonLocalMemory: systemSchema.shape.nonLocalMemory.safeParse(valueAt(file, ['system', 'nonLocalMemory'])).data,
    unified: valueAt(file, ['system', 'localSegment']) === 'aperture',
    // a list that is none hides all its names, as one bad entry does
    effects: list(effects === undefined ? DEFAULT_EFFECTS : effects, [undefined]).map(effectOf),
    pools: list(valueAt(file, ['app', 'pools']), []).map((pool) => poolOf(pool, preferredBlockSize(file))),
    pool: text(valueAt(file, ['app', 'pool'])),
    clips: list(valueAt(file, ['app', 'clips']), []).map((clip) => text(valueAt(clip, ['name'])) ?? null),
    timeline: timelineOf(valueAt(file, ['app', 'timeline'])),
    steps: new DraftSteps(list(valueAt(file, ['steps']), [])),
    until: quantity(parseDuration(valueAt(file, ['until']))),
    unmade: new Set(list(valueAt(file, ['unmade']), []).flatMap((name) => text(name) ?? [])),
  }
}

function driverAdapters(file: unknown): Pick<Draft, 'driverAdapters' | 'linkedAnswers'> {
  const fails = ['system', 'driver', 'pagingProcessVaFails']
  return {
    driverAdapters: list(valueAt(file, fails), []).flatMap((adapter, i) =>
      typeof adapter === 'number' ? [{ path: [...fails, i], adapter }] : [],
    ),
    linkedAnswers: list(valueAt(file, ['system', 'driver', 'linkedPagingProcessVa']), []).length,
  }
}

/** bytes; undefined: bad by itself */
function preferredBlockSize(file: unknown): number | undefined {
  return appSchema.shape.blockSize.safeParse(valueAt(file, ['app', 'blockSize'])).data
}
