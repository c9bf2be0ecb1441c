/** The scheduler as the GPU tab shows it: read from a real system while work is on its engines (GP-27). */
import { describe, expect, test } from 'vitest'
import { rig } from '../../live-rig'

const app = { policy: 'none', effects: [] }
const quiet = { compositor: { enabled: false } }

describe('the scheduler', () => {
  test('is shown with what was asked for, what is in force of it, and why that is another', () => {
    const { gpu } = rig({
      system: { ...quiet, preemption: { graphics: 'triangle' }, tdr: { level: 'off', delay: '3s' } },
      app,
    }).shown
    expect(gpu).toMatchObject({
      model: 'win8',
      graphics: 'triangle',
      compute: 'thread-group',
      modelReason: null,
      initialisationFailure: null,
      tdrLevel: 'off',
      tdrDelay: 3_000_000,
      refreshRate: 60,
      quantum: null,
      attempts: [],
      compositor: { enabled: false, gpuTime: 500 },
      blocked: false,
      bugCheck: null,
    })
    const old = rig({ system: { ...quiet, wddm: '1.2', driver: { interfaceVersion: 'win7' } }, app }).shown.gpu
    expect(old?.model).toBe('win7')
    expect(old?.modelReason).toMatch(/\S/)
  })

  test('shows each engine: what is on it, how far, and how many wait', () => {
    const live = rig({ system: { ...quiet, driver: { queueDepth: 2 } }, app })
    for (const context of ['A', 'B', 'C', 'D']) live.must({ kind: 'submit', engine: 'copy', gpuTime: 50_000, context })
    live.elapse(16)
    const copy = live.shown.gpu?.engines.find(({ name }) => name === 'copy')
    expect(copy).toMatchObject({ depth: 2, waiting: 2, preempting: null })
    expect(copy?.queue.map(({ context, kind, start, hung }) => [context, kind, start !== null, hung])).toEqual([
      ['A', 'standard', true, false],
      ['B', 'standard', false, false],
    ])
    expect(copy?.busy).toBeGreaterThan(0)
    expect(live.shown.gpu?.engines.find(({ name }) => name === '3d')).toMatchObject({ queue: [], waiting: 0, busy: 0 })
  })

  test('shows that the packet in front hangs, and the resets that it leads to [GP-24]', () => {
    const live = rig({ system: { ...quiet, tdr: { delay: '100ms' } }, app })
    live.must({ kind: 'inject', fault: 'hang', engine: 'copy' })
    live.must({ kind: 'submit', engine: 'copy', gpuTime: 1_000, context: 'A' })
    live.elapse(50)
    expect(live.shown.gpu?.engines.find(({ name }) => name === 'copy')?.queue[0]).toMatchObject({ hung: true })
    live.elapse(1_000)
    expect(live.shown.gpu?.engineResets).toBe(1)
    expect(live.shown.gpu?.engines.find(({ name }) => name === 'copy')?.queue).toEqual([])
  })

  test('shows each display with its own rate and blanks, and their sum', () => {
    const live = rig({ system: { displays: [{ refreshRate: 60 }, { refreshRate: 144 }] }, app })
    live.elapse(1_000)
    const { gpu } = live.shown
    expect(gpu?.refreshRate).toBe(60)
    const [first, second] = gpu?.displays ?? []
    expect(first?.verticalBlanks).toBeGreaterThanOrEqual(59)
    expect(first?.verticalBlanks).toBeLessThan(62)
    expect(second?.verticalBlanks).toBeGreaterThan(140)
    expect(gpu?.verticalBlanks).toBe((first?.verticalBlanks ?? 0) + (second?.verticalBlanks ?? 0))
    expect(gpu?.worstCompositorLatency).toBeGreaterThan(0)
  })

  test('shows what the quantum led to, by the number of its result', () => {
    const live = rig({ system: { ...quiet, quantum: { time: '1ms' } }, app })
    for (const context of ['A', 'B']) live.must({ kind: 'submit', engine: '3d', gpuTime: 20_000, context })
    live.elapse(100)
    const { gpu } = live.shown
    expect(gpu?.quantum).toEqual({ time: 1_000, preemption: 0 })
    expect(gpu?.attempts.length).toBeGreaterThan(0)
    const codes = gpu?.attempts.map(({ code }) => code) ?? []
    expect(codes).toEqual([...codes].sort((a, b) => a - b))
    expect(gpu?.preemptions).toBeGreaterThan(0)
    expect(gpu?.contextSwitches).toBeGreaterThan(0)
  })

  test('shows Play, and what it has presented', () => {
    const live = rig({ system: quiet, app })
    live.must({ kind: 'play', playing: true })
    live.elapse(500)
    expect(live.shown.gpu).toMatchObject({ playing: true, framesDropped: 0 })
    expect(live.shown.gpu?.framesPlayed).toBeGreaterThan(10)
  })
})
