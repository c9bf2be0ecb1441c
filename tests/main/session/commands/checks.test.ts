/** Fields of a command that contradict each other are refused, where they stand and in the file format's words. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { effectIssues, submitIssues } from '../../../../main/session/commands/checks'

/** "path: message" of each issue. */
function issuesOf<Shape>(check: (value: Shape, context: z.core.$RefinementCtx) => void, value: Shape): string[] {
  const checked = z.custom<Shape>().superRefine((given, context) => check(given, context))
  const found = checked.safeParse(value)
  return found.success ? [] : found.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('an effect', () => {
  it('is as long as its passes together, or says nothing of that [GP-06]', () => {
    const passes = [1000, 500].map((gpuTime) => ({ engine: '3d', gpuTime }))
    expect(issuesOf(effectIssues, { passes, gpuTime: 1500 })).toEqual([])
    expect(issuesOf(effectIssues, { passes })).toEqual([])
    expect(issuesOf(effectIssues, { passes, gpuTime: 1499 })).toEqual([
      'gpuTime: found 1499us, expected 1500us, the sum of its passes, or nothing',
    ])
  })

  it('draws on no engine that has no inner structure; the pass is named by its place [GP-06]', () => {
    const passes = [
      { engine: '3d', gpuTime: 1 },
      { engine: 'copy', gpuTime: 1, work: { draws: 2 } },
    ]
    const [issue, ...more] = issuesOf(effectIssues, { passes })
    expect(more).toEqual([])
    expect(issue).toMatch(/^passes\.1\.work: found .*, expected no work, as packets of the engine copy have no inner/)
  })
})

describe('work that is submitted', () => {
  it('says how long it takes, by itself or by its parts [GP-17]', () => {
    expect(issuesOf(submitIssues, { engine: '3d' })).toEqual([
      'gpuTime: found nothing, expected a duration, or "parts", whose sum it is',
    ])
    expect(issuesOf(submitIssues, { engine: '3d', parts: [{ gpuTime: 5 }] })).toEqual([])
    expect(issuesOf(submitIssues, { engine: '3d', gpuTime: 4, parts: [{ gpuTime: 5 }] })).toEqual([
      'gpuTime: found 4us, expected 5us, the sum of its parts, or nothing',
    ])
  })

  it('may have more than one thing wrong with it, and each is said', () => {
    const work = { draws: 1, dispatches: 1 }
    expect(issuesOf(submitIssues, { engine: '3d', work })).toHaveLength(2)
  })
})
