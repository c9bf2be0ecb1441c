/** Background processing in the whole system: draining, frames of the clip beside compilations, constants. */
import { describe, expect, test } from 'vitest'
import type { ConstantValues, MeasurementsAction } from '../../../../preload/contract'
import { MS, S } from '../../support/world'
import {
  APP,
  BLUR,
  bound,
  finished,
  GRAYSCALE,
  INTRUSIVE,
  OFF,
  type Rig,
  render,
  rigOf,
  set,
  start,
  variants,
} from './background-rig'

describe('draining', () => {
  const drained = {
    verb: 'setBackgroundProcessingMode',
    value: { mode: OFF, action: 'KEEP_ALL', drain: true },
  } as const

  test('waits for everything that was submitted, and for no more [BP-23]', () => {
    const rig = rigOf()
    rig.do({ verb: 'apply', value: 'Blur' })
    rig.do({ verb: 'apply', value: 'Blur' })
    expect(rig.do(drained)).toBe('S_OK')
    const t = rig.sim.now
    rig.wait(1000)
    rig.do({ verb: 'apply', value: 'Blur' })
    expect(rig.of('background-mode')).toEqual([])
    rig.wait(S)
    expect(rig.of('background-mode').map((call) => call.t)).toEqual([t + 8000])
  })

  test('a commit that drains sees the last draw, as the work before a fence counts as finished when it is signalled [BP-22 BP-23]', () => {
    const rig = rigOf({}, [BLUR])
    set(rig, INTRUSIVE, 'DISCARD_PREVIOUS')
    // the only draw since: without it there is nothing to commit
    rig.do({ verb: 'apply', value: 'Blur' })
    const [pipeline] = rig.device.pipelines
    const before = pipeline?.sampled as number
    rig.do({ verb: 'setBackgroundProcessingMode', value: { mode: INTRUSIVE, action: 'COMMIT_RESULTS', drain: true } })
    // measured intrusively its 4 ms take 5
    rig.wait(5 * MS)
    expect(rig.of('background-mode').at(-1)).toMatchObject({
      action: 'COMMIT_RESULTS',
      furtherMeasurementsDesired: true,
    })
    expect((pipeline?.sampled as number) - before).toBe(1)
    // Blur has two passes
    expect(rig.of('background-task').filter(({ phase }) => phase === 'queued')).toHaveLength(2)
  })

  test('whoever waits on a fence that a draw signals finds that the driver has seen it [BP-22]', () => {
    const rig = rigOf({}, [BLUR])
    set(rig, INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.do({ verb: 'apply', value: 'Blur' })
    const [pipeline] = rig.device.pipelines
    const before = pipeline?.sampled as number
    const seen: number[] = []
    for (const queue of rig.editor.queues)
      if (queue.lastCompleted < queue.lastSubmitted)
        queue.whenCompleted(queue.lastSubmitted, () => seen.push((pipeline?.sampled as number) - before))
    rig.wait(S)
    expect(seen).toContain(1)
    expect(seen).not.toContain(0)
  })

  test('is at once where nothing is under way; without it the call is at once anyway [BP-22 BP-23]', () => {
    const rig = rigOf()
    rig.do(drained)
    expect(rig.of('background-mode')).toHaveLength(1)
    rig.do({ verb: 'apply', value: 'Blur' })
    set(rig, 'ALLOWED')
    expect(rig.of('background-mode')).toHaveLength(2)
  })
})

describe('frames beside compilations', () => {
  /** Two compilations, of more than 90 ms each, begin with the first frame. @returns frames that ended before they did */
  function beside(
    cpu: Record<string, unknown>,
    action: MeasurementsAction,
  ): { frames: number[]; later: number; tasks: number } {
    const rig = rigOf({ cpu })
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, 'ALLOWED', action)
    rig.frames.length = 0
    render(rig, 60)
    const end = Math.min(...finished(rig).map(({ t }) => t))
    const during = rig.frames.filter(({ t, duration }) => t + duration <= end)
    return {
      frames: during.map(({ duration }) => duration),
      later: rig.frames.at(-1)?.duration as number,
      tasks: finished(rig).length,
    }
  }
  /** the app's time, and that of the GPU */
  const ALONE = APP + 7300

  test.each([1, 2, 4])('take no longer on %i cores without SMT [BP-01 BP-29]', (cores) => {
    const { frames, later, tasks } = beside({ cores }, 'COMMIT_RESULTS')
    expect(tasks).toBe(2)
    expect(frames.length).toBeGreaterThanOrEqual(9)
    for (const duration of frames) expect(Math.abs(duration - ALONE)).toBeLessThanOrEqual(ALONE * 0.01)
    expect(later).toBeLessThan(ALONE)
  })

  test('are slower on one core with SMT, by what the sibling costs [BP-29]', () => {
    const { frames } = beside({ cores: 1, smt: true, smtSlowdown: 0.3 }, 'COMMIT_RESULTS')
    expect(frames.length).toBeGreaterThanOrEqual(9)
    // 2000 / 0.7
    expect(new Set(frames)).toEqual(new Set([7300 + 2858]))
  })

  test('are slower beside compilations above idle where cores are few, and not where they are many [BP-10 BP-29]', () => {
    const { frames } = beside({ cores: 1 }, 'COMMIT_RESULTS_HIGH_PRIORITY')
    expect(Math.max(...frames)).toBeGreaterThan(ALONE * 1.3)
    expect(new Set(beside({ cores: 4 }, 'COMMIT_RESULTS_HIGH_PRIORITY').frames)).toEqual(new Set([ALONE]))
  })

  test('are slower while measurements are intrusive [BP-03]', () => {
    const rig = rigOf()
    expect(render(rig, 3).map(({ duration }) => duration)).toEqual([ALONE, ALONE, ALONE])
    set(rig, INTRUSIVE)
    for (const { duration } of render(rig, 3)) expect(duration).toBeGreaterThan(ALONE * 1.01)
    set(rig, 'ALLOWED')
    expect(render(rig, 1)[0]?.duration).toBe(ALONE)
  })

  test('get faster by themselves as the clip is played [BP-02 BP-14 BP-26]', () => {
    const rig = rigOf()
    rig.do({ verb: 'play', value: true })
    rig.wait(60 * S)
    rig.do({ verb: 'play', value: false })
    rig.wait(S)
    expect(rig.frames[0]?.gpuTime).toBe(7300)
    expect(variants(rig, 'Blur')).toHaveLength(4)
    expect(rig.frames.at(-1)?.gpuTime).toBeLessThan(7300)
    expect(rig.of('background-task').every(({ reason }) => reason.startsWith('threshold'))).toBe(true)
    expect(rig.player.dropped).toBe(0)
  })
})

describe('constants', () => {
  test('that change make the general shader draw again, and those that come back the variant [BP-25 BP-26]', () => {
    const rig = rigOf()
    start(rig, 'prime-benchmark')
    rig.wait(5 * S)
    const specialised = render(rig, 1)[0]?.gpuTime as number
    const [pipeline] = rig.device.pipelines
    const hits = () => pipeline?.variants.reduce((total, variant) => total + variant.hits, 0) as number
    expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [20] } } })).toBe('S_OK')
    const before = hits()
    expect(render(rig, 1)[0]?.gpuTime).toBeGreaterThan(specialised)
    expect(hits()).toBe(before)
    rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [8] } } })
    expect(render(rig, 1)[0]?.gpuTime).toBe(specialised)
    expect(hits()).toBe(before + 1)
  })

  test('out of their range, or not whole where the shader takes whole numbers, are refused, and it is said what they may be [BP-26]', () => {
    const rig = rigOf()
    const before = JSON.stringify(bound(rig))
    // Radius: 1 to 24; Sigma: 0.5 to 16
    const bad = [
      { radius: [0] },
      { radius: [25] },
      { radius: [1e9] },
      { radius: [1.5] },
      { sigma: [0.4] },
      { sigma: [17] },
    ]
    for (const constants of bad)
      expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: constants as ConstantValues } })).toBe(
        'E_INVALIDARG',
      )
    expect(JSON.stringify(bound(rig))).toBe(before)
    expect(rig.of('finding').map(({ rule }) => rule)).toEqual(bad.map(() => 'BP-26'))
    expect(rig.of('finding')[0]?.message).toContain('radius (1, whole, 1 to 24)')
    for (const constants of [{ radius: [1] }, { radius: [24] }, { sigma: [0.5] }, { sigma: [7.25] }])
      expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: constants as ConstantValues } })).toBe(
        'S_OK',
      )
  })

  test('that the effect does not have, or of another size, are refused and change nothing [BP-26]', () => {
    const rig = rigOf()
    const before = JSON.stringify(bound(rig))
    for (const [name, constants] of [
      ['Blur', { nothing: [1] }],
      ['Blur', { radius: [1, 2] }],
      ['Blur', { radius: [3], nothing: [1] }],
      ['Sharpen', { radius: [1] }],
    ] as const)
      expect(
        rig.do({ verb: 'setConstants', value: { effect: name, constants: constants as unknown as ConstantValues } }),
      ).toBe('E_INVALIDARG')
    expect(JSON.stringify(bound(rig))).toBe(before)
    expect(rig.of('finding').map(({ rule }) => rule)).toEqual(['BP-26', 'BP-26', 'BP-26', 'BP-26'])
  })
})

describe('what goes away during a compilation', () => {
  function compiling(effects = [BLUR, GRAYSCALE]): Rig {
    const rig = rigOf({}, effects)
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, 'ALLOWED', 'COMMIT_RESULTS', 'e')
    rig.wait(20 * MS)
    expect(rig.device.background.threads.filter(({ task }) => task !== null)).toHaveLength(2)
    return rig
  }

  test('an effect: its tasks end, nothing comes of them, and one of that name starts anew [BP-27]', () => {
    const rig = compiling()
    rig.do({ verb: 'removeEffect', value: 'Blur' })
    rig.do({ verb: 'addEffect', value: { name: 'Blur', gpuTime: 4000, resources: [] } })
    rig.do({ verb: 'apply', value: 'Blur' })
    rig.wait(S)
    expect(finished(rig)).toHaveLength(3)
    expect([variants(rig, 'Blur').length, variants(rig, 'Grayscale').length]).toEqual([0, 1])
    expect(rig.events.get('e')?.signalled).toBe(true)
  })

  test('the device: its pipelines are there until the last task has ended, and none after it [BP-24]', () => {
    const rig = compiling()
    const { device } = rig
    rig.do({ verb: 'recreateDevice', value: true })
    expect(device.pipelines.length).toBeGreaterThan(0)
    const left = () => rig.of('background-task').filter(({ phase }) => phase === 'finish').length
    while (left() < 2) {
      expect([device.pipelines.length > 0, rig.of('driver-device-destroyed').length]).toEqual([true, 0])
      rig.sim.runNext()
    }
    expect([device.pipelines, rig.of('driver-device-destroyed').length]).toEqual([[], 1])
  })

  test('the device: what runs ends, what waits is cancelled, and the new one knows nothing of it [BP-21 BP-24]', () => {
    const rig = compiling()
    const threads = rig.cpu.threadCount
    rig.do({ verb: 'recreateDevice', value: true })
    for (const { name } of [BLUR, GRAYSCALE]) rig.do({ verb: 'apply', value: name })
    rig.wait(S)
    const phases = rig.of('background-task').map(({ phase }) => phase)
    expect(['queued', 'start', 'finish', 'cancel'].map((phase) => phases.filter((p) => p === phase).length)).toEqual([
      3, 2, 2, 1,
    ])
    expect(rig.device.pipelines.map(({ variants: own, draws }) => [own.length, draws])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(rig.device.background.mode).toBe('ALLOWED')
    expect(rig.cpu.threadCount).toBe(threads - 2)
    // the driver's device is the last to go
    const destroyed = rig.of('driver-device-destroyed')
    expect(destroyed.map(({ t }) => t)).toEqual([Math.max(...finished(rig).map(({ t }) => t))])
    expect(rig.records.indexOf(destroyed[0] as never)).toBeGreaterThan(
      rig.records.findLastIndex(({ type }) => type === 'background-task'),
    )
    // nobody waits for ever
    expect(rig.events.get('e')?.signalled).toBe(true)
  })
})

test('tasks of a device that is gone are told from those of the next one, and no thread has two at once [BP-24 BP-28]', () => {
  const rig = rigOf({ cpu: { cores: 4 } }, [BLUR, GRAYSCALE])
  const commit = (event: string): void => {
    for (const effect of ['Blur', 'Grayscale']) rig.do({ verb: 'apply', value: effect })
    rig.wait(20 * MS)
    set(rig, 'ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', event)
  }
  commit('before')
  rig.do({ verb: 'recreateDevice', value: true })
  commit('after')
  const started = rig.of('background-task').filter(({ phase }) => phase === 'start')
  expect(started.map(({ task, thread }) => `${task} ${thread}`)).toEqual([
    '1 worker 1',
    '2 worker 2',
    '3 worker 3',
    '4 worker 4',
    '5 worker 5',
    '6 worker 6',
  ])
  rig.wait(2 * S)
  expect([...rig.events.values()].map(({ signalled }) => signalled)).toEqual([true, true])
  // of those before none is left: the next device counts from 1, as the first did
  rig.do({ verb: 'recreateDevice', value: true })
  commit('last')
  expect(rig.of('background-task').at(-1)).toMatchObject({ task: 3, thread: 'worker 3' })
})
