/** The timeline in files: what a project has on it, the verb of its edits, and what is wrong with either. */
import { describe, expect, test } from 'vitest'
import { runScenario } from '../../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'

function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

/** `path: found` of everything that is wrong. */
function refusal(value: unknown): string[] {
  const result = validateScenario(value)
  if (result.ok) throw new Error('accepted')
  return result.problems.map(({ path, found }) => `${path}: ${found}`)
}

const app = (timeline: object, clips: object[] = []) => ({ trimline: 1, app: { timeline, clips } })
const steps = (...edits: object[]) => ({ trimline: 1, steps: edits.map((timeline) => ({ at: 0, timeline })) })
const clip = { id: 'a', start: 0, length: '2s' }

describe('a timeline', () => {
  test('has its defaults, and times as files write them [SC-02]', () => {
    const { timeline } = scenarioOf(
      app({
        clips: [clip],
        effects: [{ effect: 'Blur', spans: [{ id: 'Blur', keyframes: { radius: [{ at: '1s', value: 3 }] } }] }],
      }),
    ).app
    expect(timeline).toEqual({
      clips: [{ id: 'a', track: 1, start: 0, length: 2_000_000, offset: 0 }],
      effects: [
        {
          effect: 'Blur',
          enabled: true,
          spans: [{ id: 'Blur', start: 0, keyframes: { radius: [{ at: 1_000_000, value: [3] }] } }],
        },
      ],
    })
  })

  test('is not there where a file says nothing of it: old files mean what they meant [SC-01]', () => {
    expect(scenarioOf({ trimline: 1 }).app).not.toHaveProperty('timeline')
  })

  test.each<[object, string]>([
    [{ clips: [clip, { ...clip, id: 'b', start: '1s' }] }, 'app.timeline.clips[1].start: "1s"'],
    [{ clips: [clip, { ...clip, start: '3s' }] }, 'app.timeline.clips[1].id: "a"'],
    [{ clips: [{ ...clip, length: '1ms' }] }, 'app.timeline.clips[0].length: "1ms"'],
    [{ clips: [{ ...clip, track: 9 }] }, 'app.timeline.clips[0].track: 9'],
    [{ clips: [{ ...clip, media: 'sea' }] }, 'app.timeline.clips[0].media: "sea"'],
    [{ clips: [{ ...clip, more: 1 }] }, 'app.timeline.clips[0].more: an unknown field'],
    [{ effects: [{ effect: 'Bloom' }] }, 'app.timeline.effects[0].effect: "Bloom"'],
    [{ effects: [{ effect: 'Blur' }, { effect: 'Blur' }] }, 'app.timeline.effects[1].effect: "Blur"'],
    [
      { effects: [{ effect: 'Blur', spans: [{ id: 'x' }, { id: 'y', start: '3s' }] }] },
      'app.timeline.effects[0].spans[1].start: "3s"',
    ],
  ])('%o is refused [SC-02, SC-04]', (timeline, problem) => {
    expect(refusal(app(timeline))).toEqual([problem])
  })

  test('may name clips that the file imports', () => {
    const sea = { name: 'sea', width: 64, height: 64, length: '4s' }
    expect(scenarioOf(app({ clips: [{ ...clip, media: 'sea' }] }, [sea])).app.timeline?.clips[0]?.media).toBe('sea')
  })
})

describe('an edit of it', () => {
  test('names effects and media that something makes by then [SC-16]', () => {
    expect(refusal(steps({ edit: 'enable', effect: 'Bloom', enabled: false }))).toEqual([
      'steps[0].timeline.effect: "Bloom"',
    ])
    expect(refusal(steps({ edit: 'insert', media: 'sea' }))).toEqual(['steps[0].timeline.media: "sea"'])
  })

  test('names what it takes away once: the second time would say nothing [SC-02, SC-04]', () => {
    expect(refusal(steps({ edit: 'set', without: ['a', 'b', 'a'] }))).toEqual(['steps[0].timeline.without[2]: "a"'])
    expect(scenarioOf(steps({ edit: 'set', without: ['a', 'b'] })).steps).toMatchObject([
      { value: { edit: 'set', without: ['a', 'b'] } },
    ])
  })

  test('that the timeline refuses is a finding of the run, and no mistake of the file [SC-16]', async () => {
    const scenario = scenarioOf(
      steps({ edit: 'split', at: '3s' }, { edit: 'split', at: '3s' }, { edit: 'remove', clip: 'z' }),
    )
    const { summary } = await Promise.resolve(runScenario(scenario))
    expect(summary.findings).toEqual([{ rule: 'SC-16', count: 2 }])
  })
})
