/** Background processing as its tab shows it, read from real systems. */
import { describe, expect, test } from 'vitest'
import { pipelineCounts } from '../../../../../main/session/frames/background/view'
import type { PipelineView } from '../../../../../preload/contract'
import { type LiveRig, rig } from '../../live-rig'

const EFFECT = { name: 'Sharpen', gpuTime: '3ms', resources: [{ name: 'main', size: '1MiB' }] }

function live(system: object = {}): LiveRig {
  return rig({
    system: { developerMode: true, cpu: { cores: 2 }, ...system },
    app: { policy: 'none', effects: [EFFECT] },
  })
}

/** Its draws were measured, and a commit asks for shaders. */
function compiling(): LiveRig {
  const one = live()
  one.must({ kind: 'applyEffect', effect: 'Sharpen' })
  one.elapse(100)
  one.must({ kind: 'setBackgroundProcessingMode', mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'KEEP_ALL' })
  one.must({ kind: 'play', playing: true })
  one.elapse(500)
  one.must({ kind: 'play', playing: false })
  one.must({ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'e' })
  return one
}

describe('background processing', () => {
  test('says what is supported and set, before anything was asked for', () => {
    const { background } = live({
      backgroundProcessing: false,
      developerMode: false,
      cpu: { cores: 3, smt: true },
    }).shown
    expect(background).toMatchObject({
      supported: false,
      developerMode: false,
      mode: 'ALLOWED',
      furtherMeasurementsDesired: null,
      calls: [],
      queue: [],
      finished: 0,
      cancelled: 0,
      cpu: { cores: 3, smt: true, dispatch: 'runtime' },
      workflow: null,
    })
  })

  test('shows tasks on their threads and in the queue, and counts them when they are done', () => {
    const one = compiling()
    one.elapse(16)
    const { background } = one.shown
    const under = [...(background?.threads.flatMap(({ task }) => task ?? []) ?? []), ...(background?.queue ?? [])]
    expect(under.length).toBeGreaterThan(0)
    for (const { pso, reason } of under)
      expect([pso, reason]).toEqual([expect.stringMatching(/^Sharpen\//), expect.stringMatching(/\S/)])
    expect(background?.calls.map(({ mode, event }) => [mode, event])).toEqual([
      ['ALLOW_INTRUSIVE_MEASUREMENTS', null],
      ['ALLOWED', 'e'],
    ])
    one.elapse(3_000)
    const after = one.shown.background
    expect(after?.finished).toBeGreaterThanOrEqual(under.length)
    expect(after?.threads.every(({ task }) => task === null)).toBe(true)
    expect(after?.calls[1]?.signalledAt).not.toBeNull()
  })
})

describe('pipelines', () => {
  const of = (one: LiveRig): readonly PipelineView[] => one.shown.pipelines

  test('are shown with what they bind, their draws and their variants; which fit what is bound now', () => {
    const one = compiling()
    one.elapse(3_000)
    const [first] = of(one)
    expect(first).toMatchObject({ effect: 'Sharpen', pass: 0 })
    expect(first?.draws).toBeGreaterThan(0)
    const variant = first?.variants[0]
    expect(variant?.matches).toBe(true)
    expect(first?.usable).toContain(variant?.id)
    expect(variant?.operations).toBeLessThan(first?.operations ?? 0)
    one.must({ kind: 'setConstants', effect: 'Sharpen', constants: { radius: [2] } })
    const [changed] = of(one)
    expect(changed?.constants.radius).toEqual([2])
    expect(changed?.variants[0]?.matches).toBe(false)
    expect(changed?.usable).not.toContain(variant?.id)
  })

  test('of which draws differ from what was sent are counted, once', () => {
    const one = live()
    one.must({ kind: 'applyEffect', effect: 'Sharpen' })
    one.elapse(100)
    const sent = new Map<number, number>()
    const { world } = one.session
    const counts = pipelineCounts(world, sent)
    expect(counts).toMatchObject([{ draws: 1, hits: [] }])
    expect(pipelineCounts(world, sent)).toEqual([])
    one.must({ kind: 'applyEffect', effect: 'Sharpen' })
    one.elapse(100)
    expect(pipelineCounts(world, sent)).toMatchObject([{ id: counts[0]?.id, draws: 2 }])
  })
})
