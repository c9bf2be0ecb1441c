/** Names that a file says nothing in it makes: steps may use them, and what comes of it is the run's (SC-16). */
import { describe, expect, it } from 'vitest'
import { unmadeNames, validateScenario } from '../../../../../main/session/scenario'
import { play } from '../../../policies/support/play'

const app = { effects: [], clips: [] }

/** Each names something that nothing makes, at the start. */
const USES: [Record<string, unknown>, string][] = [
  [{ apply: 'Blurr' }, 'Blurr'],
  [{ removeEffect: 'Blurr' }, 'Blurr'],
  [{ removeClip: 'film' }, 'film'],
  [{ free: { name: 'tile' } }, 'tile'],
  [{ allocate: { name: 'a', size: 65_536, pool: 'P' } }, 'P'],
  [{ defragment: { pool: 'P' } }, 'P'],
  [{ unregisterCallback: 'f' }, 'f'],
  [{ submit: { engine: '3d', gpuTime: 1, resources: ['A.r'] } }, 'A.r'],
  [{ expect: { notAllocated: ['tile'] } }, 'tile'],
  [{ expect: { blocks: { P: 0 } } }, 'P'],
  [{ expect: { variants: { Blurr: 0 } } }, 'Blurr'],
  [{ expect: { signalled: ['ready'] } }, 'ready'],
  [{ expect: { notBlocked: ['game'] } }, 'game'],
  [{ expect: { removalReasons: { game: 'DXGI_ERROR_DEVICE_HUNG' } } }, 'game'],
]

describe('a name that nothing in the file makes', () => {
  it.each(USES)('%o: is refused, unless "unmade" has it [SC-02] [SC-16]', async (use, name) => {
    const file = { trimline: 1, app, steps: [{ at: 0, ...use }] }
    const refused = validateScenario(file)
    expect(refused.ok ? [] : refused.problems.map(({ found }) => found)).toEqual([JSON.stringify(name)])
    expect([...unmadeNames(file)]).toEqual([name])
    // another name helps nothing
    expect(validateScenario({ ...file, unmade: [`${name}s`] }).ok).toBe(false)
    const told = validateScenario({ ...file, unmade: [name] })
    expect(told.ok && told.scenario.unmade).toEqual([name])
    expect([...unmadeNames({ ...file, unmade: [name] })]).toEqual([])
    // what comes of it is the run's: a call fails, a condition is looked at as any other
    const steps = 'expect' in use ? [use] : [use, { expect: { results: { 'steps[0]': 'S_OK' } } }]
    const { expectations } = await play({ app, steps: steps.map((step) => ({ at: 0, ...step })), unmade: [name] })
    const holds = ['notAllocated', 'variants']
    expect(expectations.map(({ ok }) => ok)).toEqual([holds.some((condition) => condition in Object(use.expect))])
  })

  it('is found however many there are, a thousand at a time', () => {
    const names = Array.from({ length: 1_500 }, (_, i) => `n${i}`)
    const file = { trimline: 1, app, steps: [{ at: 0, makeResident: { names } }] }
    const first = [...unmadeNames(file)]
    expect(first).toEqual(names.slice(0, 1_000))
    expect([...unmadeNames({ ...file, unmade: first })]).toEqual(names.slice(1_000))
  })
})
