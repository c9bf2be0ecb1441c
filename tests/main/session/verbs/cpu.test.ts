/** The app's choice of who carries background tasks out, in the whole system: frames, shaders and devices beside it. */
import { describe, expect, test } from 'vitest'
import type { FrameTime } from '../../../../main/editor/player'
import type { CpuDispatch } from '../../../../preload/contract'
import { MIB, MS, S, type TestWorld, worldOf } from '../../support/world'
import { rig as liveRig } from '../live-rig'

const SHARPEN = { name: 'Sharpen', gpuTime: '3ms', resources: [{ name: 'main', size: MIB }] }
const KINDS: CpuDispatch[] = ['runtime', { core: 1 }, 'app']

interface Rig extends TestWorld {
  readonly frames: FrameTime[]
}

/** Its draws were measured, nothing is compiled yet. */
function measured(cpu: Record<string, unknown>): Rig {
  const frames: FrameTime[] = []
  const draft = { system: { developerMode: true, cpu }, app: { effects: [SHARPEN] } }
  const world = worldOf(draft, { onFrame: (frame) => frames.push(frame) })
  world.do({ verb: 'apply', value: 'Sharpen' })
  world.wait(100 * MS)
  const mode = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'KEEP_ALL' } as const
  world.do({ verb: 'setBackgroundProcessingMode', value: mode })
  world.do({ verb: 'frames', value: { count: 1 } })
  world.wait(100 * MS)
  frames.length = 0
  return Object.assign(world, { frames })
}

/** @returns µs from the commit to its last task's end, beside so many frames */
function commit(rig: Rig, frames: number): number {
  const begun = rig.sim.now
  if (frames > 0) {
    rig.do({ verb: 'frames', value: { count: frames } })
    rig.wait(MS)
  }
  const value = { mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'e' } as const
  rig.do({ verb: 'setBackgroundProcessingMode', value })
  rig.wait(2 * S)
  expect(rig.events.get('e')?.signalled).toBe(true)
  return Math.max(...finished(rig).map(({ t }) => t)) - begun
}

const finished = (rig: TestWorld) => rig.of('background-task').filter(({ phase }) => phase === 'finish')
const variants = (rig: TestWorld) => rig.device.pipelines.flatMap((pipeline) => pipeline.variants)

describe('who carries tasks out', () => {
  test.each(KINDS)('%j: shaders are compiled, and frames are no slower [BP-26 BP-29 BP-30]', (dispatch) => {
    const cpu = { cores: 2, frameTime: '8ms' }
    const without = measured(cpu)
    const value = { mode: 'ALLOWED', action: 'KEEP_ALL' } as const
    without.do({ verb: 'setBackgroundProcessingMode', value })
    without.do({ verb: 'frames', value: { count: 6 } })
    without.wait(2 * S)
    const rig = measured({ ...cpu, dispatch })
    commit(rig, 6)
    expect(variants(rig)).not.toEqual([])
    expect(rig.frames).toHaveLength(6)
    for (const [i, { duration, gpuTime }] of rig.frames.entries()) {
      const beside = duration - gpuTime
      const alone = (without.frames[i]?.duration ?? 0) - (without.frames[i]?.gpuTime ?? 0)
      expect(beside).toBeLessThanOrEqual(alone * 1.01)
    }
  })

  test('pinned to the core where the frame is prepared they wait for it; on another they do not [BP-30]', () => {
    const time = (dispatch: CpuDispatch) => {
      const rig = measured({ cores: 2, dispatch })
      rig.do({ verb: 'system', value: { cpu: { frameTime: 500 * MS } } })
      return commit(rig, 1)
    }
    const free = time({ core: 1 })
    const busy = time({ core: 0 })
    // the commit comes 1 ms into the frame, which takes the first core: 499 ms more
    expect(busy - free).toBe(499 * MS)
    expect(time('app')).toBe(free)
    expect(time('runtime')).toBe(free)
  })

  test.each(KINDS)('%j: an effect that goes while its shader is compiled gets nothing [BP-27 BP-30]', (dispatch) => {
    const rig = measured({ dispatch })
    const value = { mode: 'ALLOWED', action: 'COMMIT_RESULTS' } as const
    rig.do({ verb: 'setBackgroundProcessingMode', value })
    expect(rig.device.background.threads.filter(({ task }) => task !== null)).not.toEqual([])
    rig.do({ verb: 'removeEffect', value: 'Sharpen' })
    rig.wait(S)
    expect(finished(rig)).not.toEqual([])
    expect(rig.device.pipelines).toEqual([])
    expect(rig.device.background.isIdle).toBe(true)
  })

  test.each(KINDS)('%j: the choice is that of the next device too [BP-24 BP-30]', (dispatch) => {
    const rig = measured({})
    rig.do({ verb: 'system', value: { cpu: { dispatch } } })
    rig.do({ verb: 'recreateDevice', value: true })
    rig.do({ verb: 'apply', value: 'Sharpen' })
    rig.wait(100 * MS)
    rig.do({ verb: 'frames', value: { count: 1 } })
    rig.wait(100 * MS)
    rig.do({ verb: 'setBackgroundProcessingMode', value: { mode: 'ALLOWED', action: 'COMMIT_RESULTS' } })
    rig.wait(S)
    const [task] = finished(rig)
    expect(task?.thread).toBe(dispatch === 'app' ? 'app tasks' : 'worker 1')
  })
})

describe('a CPU that changes while a commit at high priority runs', () => {
  const names = ['Blur', 'Grayscale', 'Sharpen', 'Colour grade']

  function committing(cpu: Record<string, unknown>): TestWorld {
    const effects = names.map((name) => ({ name, gpuTime: '1ms', resources: [{ name: 'main', size: MIB }] }))
    const rig = worldOf({ system: { developerMode: true, cpu }, app: { policy: 'none', effects } })
    for (const name of names) rig.do({ verb: 'apply', value: name })
    rig.wait(100 * MS)
    const value = { mode: 'ALLOWED', action: 'COMMIT_RESULTS_HIGH_PRIORITY', event: 'e' } as const
    rig.do({ verb: 'setBackgroundProcessingMode', value })
    return rig
  }

  const running = (rig: TestWorld) => rig.device.background.threads.filter(({ task }) => task !== null).length

  test.each(['runtime', { core: 1 }] as CpuDispatch[])(
    '%j: as many tasks run at once as there are cores, from then on [BP-10]',
    (dispatch) => {
      const rig = committing({ cores: 2, dispatch })
      // Blur has two passes, the others one
      expect([running(rig), rig.device.background.waiting.length]).toEqual([2, 3])
      rig.do({ verb: 'system', value: { cpu: { cores: 4 } } })
      expect([running(rig), rig.device.background.waiting.length]).toEqual([4, 1])
      // what runs goes on
      rig.do({ verb: 'system', value: { cpu: { cores: 2 } } })
      expect([running(rig), rig.device.background.waiting.length]).toEqual([4, 1])
      rig.wait(2 * S)
      expect(rig.events.get('e')?.signalled).toBe(true)
    },
  )

  test('with fewer cores another dispatch starts no more tasks than there are cores then [BP-10 BP-30]', () => {
    const rig = committing({ cores: 4, dispatch: 'app' })
    expect([running(rig), rig.device.background.waiting.length]).toEqual([1, 4])
    rig.do({ verb: 'system', value: { cpu: { cores: 2, dispatch: 'runtime' } } })
    expect([running(rig), rig.device.background.waiting.length]).toEqual([2, 3])
  })

  test('what runs of a device that is gone goes on elsewhere when its core is taken away [BP-24 BP-30]', () => {
    const rig = committing({ cores: 4, dispatch: { core: 3 } })
    rig.do({ verb: 'recreateDevice', value: true })
    const left = rig.of('background-task').filter(({ phase }) => phase === 'start').length
    expect(rig.do({ verb: 'system', value: { cpu: { dispatch: 'runtime' } } })).toBe('S_OK')
    expect(rig.do({ verb: 'system', value: { cpu: { cores: 2 } } })).toBe('S_OK')
    rig.wait(2 * S)
    expect([left, finished(rig).length]).toEqual([4, 4])
    expect(rig.events.get('e')?.signalled).toBe(true)
    expect(rig.of('driver-device-destroyed')).toHaveLength(1)
  })
})

describe('a core that is not there', () => {
  test('is refused with a finding, and nothing of the step is done [BP-30]', () => {
    const rig = worldOf({ system: { cpu: { cores: 4, dispatch: { core: 3 } } } })
    const refuse = (cpu: { cores?: number; dispatch?: CpuDispatch }, message: string) => {
      expect(rig.do({ verb: 'system', value: { cpu, developerMode: true } })).toBe('E_INVALIDARG')
      expect(rig.of('finding').at(-1)).toMatchObject({ rule: 'BP-30', message: expect.stringContaining(message) })
    }
    refuse({ cores: 2 }, 'pinned to core 3 of a CPU with 2 (0 to 1)')
    refuse({ dispatch: { core: 4 } }, 'pinned to core 4 of a CPU with 4 (0 to 3)')
    expect([rig.cpu.processors, rig.dispatch.choice, rig.developer.mode]).toEqual([4, { core: 3 }, false])
    // the two together, whichever way the number of cores goes
    for (const cpu of [
      { cores: 2, dispatch: { core: 1 } },
      { cores: 8, dispatch: { core: 7 } },
      { cores: 1, dispatch: 'app' as const },
    ]) {
      expect(rig.do({ verb: 'system', value: { cpu } })).toBe('S_OK')
      expect([rig.cpu.processors, rig.dispatch.choice]).toEqual([cpu.cores, cpu.dispatch])
    }
  })

  test('is refused by hand too, with what to do; the project stays as it is [BP-30]', () => {
    const live = liveRig({ system: { cpu: { cores: 4 } } })
    const result = live.session.execute({ kind: 'setCpu', dispatch: { core: 4 } })
    expect(result).toEqual({
      ok: false,
      message:
        'Background tasks would be pinned to core 4 of a CPU with 4 (0 to 3). ' +
        'Choose one of these, another dispatch, or more cores.',
    })
    expect(live.shown.background.cpu.dispatch).toBe('runtime')
    live.must({ kind: 'setCpu', dispatch: { core: 3 } })
    expect(live.shown.background.cpu.dispatch).toEqual({ core: 3 })
  })
})
