import { describe, expect, it } from 'vitest'
import {
  checkPasses,
  checkSubmit,
  type DraftWork,
  type PassedWork,
} from '../../../../../main/session/scenario/check/gpu'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { told } from './drafts'

function ofSubmit(submit: DraftWork): string[] {
  const issues = new IssueList()
  checkSubmit(submit, ['submit'], issues)
  return told(issues)
}

function ofPasses(effect: PassedWork): string[] {
  const issues = new IssueList()
  checkPasses(effect, ['effect'], issues)
  return told(issues)
}

const work = (engine: string, counts: NonNullable<DraftWork['work']>) => ofSubmit({ engine, gpuTime: 1, work: counts })

describe('the time of GPU work is that of its parts', () => {
  it('which need not be said twice, and must be the same where it is', () => {
    const parts = [{ gpuTime: 1500 }, { gpuTime: 500 }]
    expect(ofSubmit({ engine: '3d', parts })).toEqual([])
    expect(ofSubmit({ engine: '3d', parts, gpuTime: 2000 })).toEqual([])
    expect(ofSubmit({ engine: '3d', parts, gpuTime: 1999 })).toEqual([
      'submit.gpuTime: 1999us; 2ms, the sum of its parts, or nothing',
    ])
    expect(ofPasses({ gpuTime: 3000, passes: [{ engine: '3d', gpuTime: 2000 }] })).toEqual([
      'effect.gpuTime: 3ms; 2ms, the sum of its passes, or nothing',
    ])
  })

  it('one of the two is needed', () => {
    expect(ofSubmit({ engine: '3d' })).toEqual(['submit.gpuTime: nothing; a duration, or "parts", whose sum it is'])
    expect(ofSubmit({ engine: '3d', gpuTime: 5 })).toEqual([])
    // an effect has a time of its own
    expect(ofPasses({})).toEqual([])
  })

  it('is not known where one of them is bad by itself', () => {
    expect(ofSubmit({ engine: '3d', parts: null })).toEqual([])
    expect(ofSubmit({ engine: '3d', gpuTime: null })).toEqual([])
    expect(ofSubmit({ engine: '3d', gpuTime: 1, parts: [{ gpuTime: 2 }, null] })).toEqual([])
    expect(ofSubmit({ engine: '3d', gpuTime: 1, parts: [{ gpuTime: 2 }, { gpuTime: null }] })).toEqual([])
  })

  it('is a whole number', () => {
    const half = 2 ** 52
    expect(ofSubmit({ engine: '3d', parts: [{ gpuTime: half }, { gpuTime: half - 1 }] })).toEqual([])
    expect(ofSubmit({ engine: '3d', parts: [{ gpuTime: half }, { gpuTime: half }] })).toEqual([
      'submit.parts: parts that add up to more; a sum of at most 9007199254740991 microseconds',
    ])
  })
})

describe('what work can be made of [GP-06]', () => {
  it('depends on the engine: one without inner structure has none', () => {
    for (const engine of ['copy', 'video-decode']) expect(work(engine, {})).toHaveLength(1)
    for (const engine of ['3d', 'compute']) expect(work(engine, {})).toEqual([])
  })

  it('draws or dispatches, never both, and no draws on the compute engine', () => {
    expect(work('3d', { draws: 1, threads: 1 })).toEqual([expect.stringContaining('never both')])
    expect(work('3d', { draws: 1, pixels: 1 })).toEqual([])
    expect(work('3d', { dispatches: 1 })).toEqual([])
    expect(work('compute', { dispatches: 1 })).toEqual([])
    expect(work('compute', { triangles: 1 })).toEqual([expect.stringContaining('the compute engine draws nothing')])
    // a count that is bad by itself says what kind of work was meant
    expect(work('compute', { triangles: null })).toHaveLength(1)
  })

  it('instructions only of something', () => {
    expect(work('3d', { instructions: 5 })[0]).toMatch(/also at least one of "draws", .* or "threads"/)
    expect(work('compute', { instructions: 5 })[0]).toMatch(/also at least one of "dispatches", .* or "threads"/)
    expect(work('compute', { instructions: 5, threads: 1 })).toEqual([])
  })

  it('so many that progress can be counted: what is left out counts as usual [GP-10]', () => {
    // 1 draw × 1 primitive × 2 triangles × 1 pixel × 2^51 instructions: 2^52
    expect(work('3d', { draws: 1, pixels: 1, instructions: 2 ** 51 })).toEqual([])
    // 4 draws by default: 2^54
    expect(work('3d', { pixels: 1, instructions: 2 ** 51 })).toEqual([
      'submit.work: counts whose product is 18014398509481984; counts whose product is less than 2^53, 9007199254740991 at most',
    ])
    // 4 × 8100 × 256 × 2^31 is more than 2^53 as well; with one dispatch of one group it is 2^39
    expect(work('compute', { threads: 256, instructions: 2 ** 31 })).toHaveLength(1)
    expect(work('compute', { dispatches: 1, threadGroups: 1, threads: 256, instructions: 2 ** 31 })).toEqual([])
    expect(work('3d', { draws: null, instructions: 2 ** 52 })).toEqual([])
  })

  it('of each pass by itself', () => {
    const pass = { gpuTime: 1, work: { draws: 1, threads: 1 } }
    expect(ofPasses({ passes: [{ ...pass, engine: '3d', work: {} }, null, { ...pass, engine: '3d' }] })).toEqual([
      expect.stringMatching(/^effect\.passes\[2\]\.work: /),
    ])
  })
})
