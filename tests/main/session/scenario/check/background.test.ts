import { describe, expect, it } from 'vitest'
import {
  checkBackground,
  checkConstants,
  constantProblems,
} from '../../../../../main/session/scenario/check/background'
import { effectsAtStart } from '../../../../../main/session/scenario/check/draft'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { fileOf, inTime, told } from './drafts'

function check(app: object, ...steps: object[]): string[] {
  const issues = new IssueList()
  checkBackground(fileOf({ app, steps: inTime(...steps) }), issues)
  return told(issues)
}

const variants = (name: string) => ({ expect: { variants: { [name]: 1 } } })
const signalled = (...names: string[]) => ({ expect: { signalled: names } })
const commit = (event: unknown) => ({ setBackgroundProcessingMode: { mode: 'ALLOWED', action: 'KEEP_ALL', event } })

describe('expectations of background processing [BP-07]', () => {
  it('of variants name an effect of the start or of a step, whenever that comes', () => {
    const app = { effects: [{ name: 'Blur' }] }
    expect(check(app, variants('Blur'), variants('Sepia'), { addEffect: { name: 'Sepia' } })).toEqual([])
    expect(check(app, variants('Sepia'))).toEqual([
      'steps[0].expect.variants.Sepia: "Sepia"; the name of an effect: "Blur"',
    ])
    // it may be the one whose name is bad
    expect(check(app, variants('Sepia'), { addEffect: { name: 3 } })).toEqual([])
  })

  it('of events name one that a step gives', () => {
    expect(check({}, signalled('a', 'b'), commit('a'))).toEqual([
      'steps[0].expect.signalled[1]: "b"; an event that a step setBackgroundProcessingMode names: "a"',
    ])
    expect(check({}, signalled('a', 'b'), commit('a'), commit(3))).toEqual([])
    // a guided run gives names of its own
    expect(check({}, signalled('a'), { workflow: { name: 'prime-benchmark' } })).toEqual([])
  })
})

const problems = (constants: Record<string, number[]>, effect = 'Blur') =>
  constantProblems(effect, new Map(Object.entries(constants)))

describe('constants are as the effect’s shader declares them [BP-26]', () => {
  it('in its range, both ends of which are in it', () => {
    const [problem] = problems({ radius: [1e9] })
    expect(problem).toMatchObject({ constant: 'radius', found: '1000000000' })
    const [, min, max] = /^a (?:whole )?number from (\S+) to (\S+)$/.exec(problem?.expected ?? '') ?? []
    expect(problems({ radius: [Number(min)] })).toEqual([])
    expect(problems({ radius: [Number(max)] })).toEqual([])
    expect(problems({ radius: [Number(min) - 1] })).toHaveLength(1)
  })

  it('so many numbers as it takes', () => {
    expect(problems({ radius: [1, 1] })).toMatchObject([{ constant: 'radius', found: '[1,1]' }])
  })

  it('any of those that it has not: they change nothing', () => {
    expect(problems({ nothing: [1e9] })).toEqual([])
    expect(problems({})).toEqual([])
  })

  it('where numbers are bad by themselves, the others are looked at; the shader of another effect counts', () => {
    const found = (...effects: object[]): string[] => {
      const issues = new IssueList()
      for (const effect of effectsAtStart(fileOf({ app: { effects } })))
        if (effect !== null) checkConstants(effect, ['effect'], issues)
      return told(issues)
    }
    expect(found({ name: 'Blur', constants: { radius: 1e9 } })).toEqual([
      expect.stringMatching(/^effect\.constants\.radius: 1000000000; a /),
    ])
    expect(found({ name: 'Blur', constants: { radius: 'wide' } })).toEqual([])
    expect(found({ name: 'Own', shader: 'Blur', constants: { radius: 1e9 } })).toHaveLength(1)
    expect(found({ name: 'Own', constants: { radius: 1e9 } })).toEqual([])
  })
})
