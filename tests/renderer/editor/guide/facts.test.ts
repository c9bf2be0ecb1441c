import { describe, expect, it } from 'vitest'
import {
  type Advice,
  LESSON_FACTS,
  type LessonFact,
  type PolicyId,
  TrimFlag,
  type WorkView,
} from '../../../../preload/contract'
import { factOf, factsOf, unitOf } from '../../../../renderer/editor/guide/facts'
import { emptyState, type InterfaceState } from '../../../../renderer/store/model'
import { variantComparison, variantRow } from '../../../support/variant-row'

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

/** What is shown once none, fence-lru and dawn were compared for 10 s, with this policy in charge. */
function compared(advice: Partial<Advice>, policy: PolicyId, state: WorkView['state'] = 'done'): InterfaceState {
  const held = [
    ['none', 4000],
    ['fence-lru', 1000],
    ['dawn', 4000],
  ] as const
  const rows = held.map(([label, localByteSeconds]) =>
    variantRow(label, { localByteSeconds, variant: { policy: label } }),
  )
  const variants = variantComparison(rows, {
    state,
    advice: { label: null, text: '', columns: [], against: null, trade: [], ...advice },
  })
  const empty = emptyState()
  return { ...empty, variants, system: { ...empty.system, policy } }
}

const CHOOSE = 'to choose what matters to you, as no policy is best everywhere'

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
    const view = compared({ label: 'fence-lru' }, 'fence-lru')
    expect(factsOf(view, ['comparison', 'comparedRows', 'advice', 'advised', 'leastHeld', 'mostHeld'])).toEqual({
      comparison: 'done',
      comparedRows: 3,
      advice: 'fence-lru',
      advised: true,
      leastHeld: 100,
      mostHeld: 400,
    })
    expect(factOf(compared({ label: 'fence-lru' }, 'fence-lru', 'running'), 'comparedRows')).toBe(0)
  })

  it.each<[PolicyId, boolean]>([
    ['fence-lru', false],
    ['none', true],
    ['dawn', true],
  ])(
    'leave the choice where there is one, of which any side may be taken: under %s %s [LB-03] [LB-07]',
    (policy, advised) => {
      const sides = [['none'], ['dawn']].map((labels) => ({ labels, best: '', gives: '' }))
      const view = compared({ label: null, trade: sides }, policy)
      expect(factsOf(view, ['advice', 'advised'])).toEqual({ advice: CHOOSE, advised })
    },
  )

  it('do not take “there is nothing to choose” for the policy none [LB-03] [LB-07]', () => {
    expect(factsOf(compared({ label: null, isAlike: true }, 'dawn'), ['advice', 'advised'])).toEqual({
      advice: 'that any of them will do',
      advised: true,
    })
    // they differ, only not in what one could be advised by; or each lost its device, and there is nothing to choose
    expect(factsOf(compared({ label: null }, 'dawn'), ['advice'])).toEqual({ advice: 'that none of them is the best' })
    expect(factsOf(emptyState(), ['advice', 'advised'])).toEqual({ advice: 'still to come', advised: false })
  })
})
