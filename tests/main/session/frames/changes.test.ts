/** Whatever a verb changes is in the next frame: what a window has then is what one that is opened now shows. */
import { describe, expect, it } from 'vitest'
import { Changes } from '../../../../main/session/frames/changes'
import type { ActionVerb } from '../../../../main/session/verbs/action'
import { VERBS } from '../../../../main/session/verbs/table'
import type { InterfaceState } from '../../../../renderer/store/model'
import { type LiveRig, rig } from '../live-rig'

const FILE = {
  system: { localMemory: '256MiB', budget: '200MiB', developerMode: false },
  app: {
    policy: 'fence-lru',
    pools: [{ name: 'P', blockSize: '1MiB' }],
    effects: [{ name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: '2MiB' }] }],
  },
}
const tiles = { allocate: { name: 'tile', size: '256KiB', count: 6, pool: 'P' } }
const upload = { allocate: { name: 'up', size: '256KiB', heap: 'upload' } }

/** One of each, as a file has them; those before the last make it possible. */
const STEPS: { readonly [V in ActionVerb]: readonly object[] } = {
  apply: [{ apply: 'Blur' }],
  use: [{ use: { set: ['Blur.main'], gpuTime: '1ms' } }],
  addEffect: [{ addEffect: { name: 'Glow', resources: [{ name: 'r', size: '1MiB' }] } }],
  removeEffect: [{ removeEffect: 'Blur' }],
  importClip: [{ importClip: { name: 'sea', width: 64, height: 64 } }],
  relinkClip: [{ importClip: { name: 'sea', width: 64, height: 64 } }, { relinkClip: { clip: 'sea', file: null } }],
  removeClip: [{ importClip: { name: 'sea', width: 64, height: 64 } }, { removeClip: 'sea' }],
  timeline: [{ timeline: { edit: 'split', at: '3s' } }],
  policy: [{ policy: 'creative-app' }],
  project: [{ project: { width: 640, height: 360 } }],
  allocation: [{ allocation: 'placed' }],
  setConstants: [{ addEffect: { name: 'Sepia' } }, { setConstants: { effect: 'Sepia', constants: { amount: [0.5] } } }],
  budget: [{ budget: '64MiB' }],
  otherProcess: [{ otherProcess: { name: 'game', usage: '32MiB', foreground: true } }],
  reserve: [{ reserve: '8MiB' }],
  externalReservation: [{ externalReservation: { group: 'local', bytes: '8MiB' } }],
  residencyPriority: [{ residencyPriority: { resource: 'Blur.main', priority: 'low' } }],
  discard: [{ discard: 'Blur.main' }],
  makeResident: [{ makeResident: { names: ['Blur.main'] } }],
  evict: [{ evict: { names: ['Blur.main'] } }],
  recreateDevice: [{ recreateDevice: true }],
  system: [
    {
      system: {
        evictionMode: 'eager',
        developerMode: true,
        periodicTrim: { interval: '20ms' },
        preemption: { graphics: 'none' },
        tdr: { delay: '50ms' },
        compositor: { gpuTime: '900us' },
        cpu: { cores: 2, frameTime: '2ms' },
      },
    },
  ],
  submit: [{ submit: { engine: '3d', gpuTime: '30ms' } }],
  inject: [{ inject: { fault: 'callback-throws' } }],
  play: [{ play: true }],
  seek: [{ seek: '1s' }],
  transport: [{ transport: { rate: 2, in: '1s' } }],
  frames: [{ apply: 'Blur' }, { frames: { count: 3 } }],
  setBackgroundProcessingMode: [
    { setBackgroundProcessingMode: { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'KEEP_ALL' } },
  ],
  workflow: [{ apply: 'Blur' }, { workflow: { name: 'turn-off' } }],
  cancelWorkflow: [{ apply: 'Blur' }, { workflow: { name: 'prime-benchmark' } }, { cancelWorkflow: true }],
  resource: [{ resource: { name: 'own', size: '1MiB' } }],
  allocate: [tiles],
  free: [tiles, { free: { name: 'tile', every: 2 } }],
  movable: [tiles, { movable: { name: 'tile 1', movable: false } }],
  layout: [{ layout: { pools: [{ name: 'L', committed: [{ name: 'c', size: '64KiB' }] }] } }],
  map: [upload, { map: 'up' }],
  unmap: [upload, { map: 'up' }, { unmap: 'up' }],
  write: [upload, { map: 'up' }, { write: 'up' }],
  defragment: [tiles, { free: { name: 'tile', every: 2 } }, { defragment: { pool: 'P', algorithm: 'full' } }],
  defragmentation: [tiles, { defragmentation: { call: 'begin', pool: 'P', algorithm: 'full' } }],
  idle: [{ idle: true }],
  suspend: [{ suspend: true }],
  resume: [{ suspend: true }, { resume: true }],
  lock: [{ lock: true }],
  unlock: [{ lock: true }, { unlock: true }],
  periodicTrim: [{ periodicTrim: true }],
  restartPeriodicTrim: [{ restartPeriodicTrim: true }],
  trimToBudget: [{ trimToBudget: '1MiB' }],
  notify: [{ notify: { flags: ['TRIM_TO_BUDGET'], bytes: '1MiB' } }],
  registerCallback: [{ registerCallback: { name: 'f', behaviour: 'ignore' } }],
  unregisterCallback: [{ registerCallback: { name: 'f', behaviour: 'ignore' } }, { unregisterCallback: { name: 'f' } }],
}

/** The parts of a frame that are sent whole when something in them changed. */
function parts(state: InterfaceState): object {
  const { memory, processes, system, idle, device, project, effects, registrations, gpu, preview } = state
  const { offers, pipelines, background, playback, selection, heapMap, defragmentation } = state
  const own = { memory, processes, system, idle, device, project, effects, registrations, gpu, preview }
  return { ...own, offers, pipelines, background, playback, selection, heapMap, defragmentation }
}

/** Every step at a millisecond of its own, one after another. */
function playing(steps: readonly object[]): LiveRig {
  const timed = steps.map((step, i) => ({ at: `${20 + 20 * i}ms`, ...step }))
  const live = rig({ ...FILE, steps: timed, until: '1s' })
  live.elapse(10 + 20 * (steps.length - 1))
  live.fresh()
  return live
}

describe('the frame after a verb', () => {
  it.each(Object.keys(VERBS) as ActionVerb[])('%s has all that it has changed [LB-01]', (verb) => {
    const live = playing(STEPS[verb])
    live.elapse(10)
    const shown = parts(live.shown)
    expect(live.session.world.commands).toBe(STEPS[verb].length)
    expect(shown).toEqual(parts(live.fresh()))
  })
})

it('of a process that is blocked is told though its device was removed already [GP-25]', () => {
  const changes = new Changes()
  const because = 'timeout 2 of at most 1'
  changes.recorded({ t: 0, type: 'tdr', engine: '3d', action: 'engine-reset', context: 'game', because })
  expect(changes.has('device')).toBe(false)
  changes.recorded({ t: 0, type: 'tdr', engine: '3d', action: 'blocked', context: 'game', because })
  expect(changes.has('device')).toBe(true)
})
