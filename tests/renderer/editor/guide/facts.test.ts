import { describe, expect, it } from 'vitest'
import { LESSON_FACTS, type LessonFact, TrimFlag } from '../../../../preload/contract'
import { factOf, factsOf, unitOf } from '../../../../renderer/editor/guide/facts'
import { emptyState } from '../../../../renderer/store/model'
import { variantRow } from '../../../support/variant-row'

const TYPES = { bytes: 'number', count: 'number', µs: 'number', text: 'string', switch: 'boolean' } as const
const note = (id: number, flags: number) => ({
  id,
  t: 0,
  flags,
  bytesToTrim: 0,
  source: 'system' as const,
  callbacks: 0,
  results: [],
})

describe('facts', () => {
  it.each(Object.keys(LESSON_FACTS) as LessonFact[])('%s has a value of its unit before the first frame', (fact) => {
    expect(typeof factOf(emptyState(), fact)).toBe(TYPES[unitOf(fact)])
  })

  it('count presses of all effects, or of one that is named, and none of what renders clips', () => {
    const effect = { name: 'Blur', gpuTime: 0, resources: new Uint32Array(), inFlight: 0, completed: 2 }
    const clip = { width: 1, height: 1, frames: 1, thumbnails: 1, length: 1 }
    const effects = [effect, { ...effect, name: 'Glow', completed: 5 }, { ...effect, clip, completed: 9 }]
    const view = { ...emptyState(), effects }
    const names = ['presses', 'presses of Blur', 'presses of Glow', 'presses of nothing'] as const
    expect(names.map((name) => factOf(view, name))).toEqual([7, 2, 5, 0])
  })

  it('count notifications by flag, of one with two flags both', () => {
    const { PERIODIC_TRIM, RESTART_PERIODIC_TRIM, TRIM_TO_BUDGET } = TrimFlag
    const items = [note(0, PERIODIC_TRIM), note(1, PERIODIC_TRIM | TRIM_TO_BUDGET), note(2, RESTART_PERIODIC_TRIM)]
    const view = { ...emptyState(), notifications: { items, forgotten: 0 } }
    expect(factsOf(view, ['periodicTrims', 'restarts'])).toEqual({ periodicTrims: 2, restarts: 1 })
  })

  it('tell of a comparison only when it is done, what it advises, and the mean of what was held', () => {
    const rows = [variantRow('none', { localByteSeconds: 4000 }), variantRow('fence-lru', { localByteSeconds: 1000 })]
    const work = {
      done: 2,
      total: 2,
      share: 1,
      message: null,
      workload: '',
      derived: [],
      seed: 1,
      branch: null,
      curves: [],
    }
    const variants = {
      ...work,
      state: 'done' as const,
      rows,
      from: 0,
      until: 10_000_000,
      frontier: null,
      advice: { label: 'fence-lru', text: '', columns: [], against: null, trade: [] },
    }
    const state = emptyState()
    const view = { ...state, variants, system: { ...state.system, policy: 'fence-lru' as const } }
    expect(factsOf(view, ['comparison', 'comparedRows', 'advice', 'advised', 'leastHeld', 'mostHeld'])).toEqual({
      comparison: 'done',
      comparedRows: 2,
      advice: 'fence-lru',
      advised: true,
      leastHeld: 100,
      mostHeld: 400,
    })
    expect(factOf({ ...view, variants: { ...variants, state: 'running' } }, 'comparedRows')).toBe(0)
  })
})
