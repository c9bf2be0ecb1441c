/** Random beginnings of a session: a small system in which things fail, a project or a scenario that plays. */
import { type Scenario, validateScenario } from '../../../main/session/scenario'
import { DRIVER_CALLS, FAULTS, type FaultName } from '../../../main/sim/faults'
import { POLICY_NAMES } from '../../../preload/contract'
import type { Chance } from './chance'

const PAGE = 64 * 1024
const MIB = 1024 * 1024

/** Those that take more than a count are made where their fields are. */
const WITH_FIELDS: readonly FaultName[] = ['callback-takes', 'hang', 'driver-call-throws']
const COUNTED = FAULTS.filter((fault) => !WITH_FIELDS.includes(fault))

/** @throws Error when what it makes is no scenario: the generator is wrong then */
export function anyStart(chance: Chance): Scenario {
  const file = {
    trimline: 1,
    name: 'torture',
    seed: chance.upTo(1_000),
    system: system(chance),
    app: app(chance),
    ...(chance.oneIn(3) ? { steps: steps(chance) } : {}),
  }
  const parsed = validateScenario(file)
  if (!parsed.ok) throw new Error(`no scenario: ${JSON.stringify(parsed.problems)} in ${JSON.stringify(file)}`)
  return parsed.scenario
}

function system(chance: Chance): Record<string, unknown> {
  const local = chance.one([16, 32, 64]) * MIB
  return {
    localMemory: local,
    nonLocalMemory: chance.one([8, 64]) * MIB,
    budget: chance.one([local, local / 2, local / 4, 3 * PAGE]),
    localSegment: chance.oneIn(5) ? 'aperture' : 'memory',
    physicalAdapters: chance.oneIn(6) ? 2 : 1,
    hardwareScheduling: chance.oneIn(4),
    trimNotifications: !chance.oneIn(6),
    developerMode: chance.flip(),
    backgroundProcessing: !chance.oneIn(6),
    wddm: chance.one(['3.2', '3.2', '3.1', '2.0', '1.2']),
    evictionMode: chance.one(['lazy', 'eager']),
    pagingBandwidth: chance.one(['8GiB', '256MiB']),
    copyBandwidth: chance.one(['64GiB', '200MiB']),
    periodicTrim: { interval: chance.one(['5ms', '50ms', '10s']), whileActive: chance.flip() },
    preemption: { model: chance.one(['win8', 'win8', 'win7']), graphics: chance.one(['pixel', 'dma-buffer', 'none']) },
    tdr: { delay: chance.one(['20ms', '2s']), limitCount: chance.one([0, 2, 1_000]) },
    compositor: { enabled: chance.flip() },
    driver: {
      queueDepth: chance.between(1, 3),
      contextAllocation: chance.one([0, 0, PAGE]),
      pagingEngine: chance.one(['paging', 'copy', '3d']),
      notifyEviction: chance.flip(),
      touchesAfterUnmap: chance.oneIn(8),
      interfaceVersion: chance.oneIn(8) ? 'win7' : 'win8',
    },
  }
}

function app(chance: Chance): Record<string, unknown> {
  const resource = (name: string) => ({ name, size: chance.between(1, 40) * PAGE, resident: chance.flip() })
  const pool = (name: string, heap: string, algorithm: string) => ({
    name,
    heap,
    algorithm,
    blockSize: chance.one([MIB, 4 * MIB]),
    minBlocks: chance.upTo(1),
    maxBlocks: chance.one([0, 2]),
    alwaysCommitted: chance.oneIn(6),
  })
  return {
    policy: chance.one(POLICY_NAMES),
    allocation: chance.one(['committed', 'placed']),
    blockSize: chance.one([MIB, 4 * MIB]),
    project: { width: 320, height: 180 },
    pools: [pool('P', 'default', 'tlsf'), pool('Q', 'upload', 'tlsf'), pool('L', 'default', 'linear')].slice(
      0,
      chance.upTo(3),
    ),
    clips: chance.oneIn(3) ? [{ name: 'opening', width: 320, height: 180, frames: 2, thumbnails: 3 }] : [],
    effects: [
      { name: 'Blur', gpuTime: 4_000, resources: [resource('main'), resource('temp')] },
      { name: 'Grayscale', gpuTime: '2ms', resources: [resource('convert')] },
    ].slice(0, chance.between(1, 2)),
  }
}

/** Of a scenario that plays while a person does other things. */
function steps(chance: Chance): Record<string, unknown>[] {
  let at = 0
  const next = (): Record<string, unknown> => {
    at += chance.one([0, 0, 1_000, chance.upTo(100_000)])
    return { at, ...step(chance) }
  }
  // so that there is something to free
  const first = { at: 0, allocate: { name: 'x', size: MIB, count: 2, heap: 'upload' } }
  return [first, ...Array.from({ length: chance.between(1, 12) }, next)]
}

function step(chance: Chance): Record<string, unknown> {
  const steps: Record<string, unknown>[] = [
    { apply: 'Blur' },
    { apply: 'Blur' },
    { removeEffect: 'Blur' },
    { addEffect: { name: 'Blur', resources: [{ name: 'main', size: PAGE }] } },
    { addEffect: { name: 'A', resources: [{ name: 'r', size: MIB }] } },
    { idle: chance.flip() },
    { suspend: true },
    { resume: true },
    { lock: true },
    { unlock: true },
    { budget: chance.upTo(16) * MIB },
    { recreateDevice: true },
    { inject: { fault: chance.one(COUNTED), count: chance.between(1, 3) } },
    { inject: { fault: 'callback-takes', duration: chance.upTo(30_000) } },
    { inject: { fault: 'driver-call-throws', call: chance.one([...DRIVER_CALLS]) } },
    { inject: { fault: 'build-paging-buffer-fails', chunk: chance.upTo(3), count: 2, result: 'no-room' } },
    { inject: { fault: 'hang', duration: chance.upTo(60_000) } },
    { allocate: { name: 'x', size: MIB, count: chance.between(1, 3), heap: 'upload' } },
    { free: { name: 'x', every: 2 } },
    { defragment: { algorithm: 'full' } },
    { frames: { count: chance.between(1, 3) } },
    { workflow: { name: 'prime-benchmark', maxPasses: 2 } },
    { play: chance.flip() },
    { registerCallback: { name: 'f', behaviour: 'throw' } },
    { unregisterCallback: chance.upTo(2) },
    { makeResident: { names: ['Blur.main'], denyOverbudget: chance.flip() } },
    { evict: { names: ['Blur.main', 'Blur.main'] } },
    { cancelWorkflow: true },
    { map: 'x 1' },
    { unmap: 'x 1' },
    { write: 'x 1' },
    { resource: { name: 'own', size: MIB } },
    { use: { set: ['Blur.main', 'x 1'], gpuTime: '2ms' } },
    { expect: { resident: ['Blur.main'], findings: 0 } },
  ]
  return chance.one(steps)
}
