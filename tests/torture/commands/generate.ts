/**
 * A random command of every kind that the contract has, within what the gate lets through. A kind without a generator
 * does not compile, and one that the gate knows and this does not fails a test.
 */
import type { World } from '../../../main/session/world/world'
import {
  ALLOCATION_MODES,
  BACKGROUND_MODES,
  CLIP_LENGTH,
  COMPUTE_GRANULARITIES,
  DEFRAGMENTATION_ALGORITHMS,
  DEVICE_PROFILES,
  ENGINES,
  EVICTED_MOVES,
  FAULT_NAMES,
  GRAPHICS_GRANULARITIES,
  HAND_BEHAVIOURS,
  MEASUREMENTS_ACTIONS,
  MOVE_OPERATIONS,
  PIXEL_FORMATS,
  POLICY_NAMES,
  POOL_ALGORITHMS,
  POOL_HEAPS,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
  type SessionCommand,
  SPEEDS,
  TDR_LEVELS,
  THROWING_CALLS,
  TRANSPORT_RATES,
  WORKFLOWS,
} from '../../../preload/contract'
import type { Chance } from './chance'
import { settings } from './device'
import {
  ALLOCATIONS,
  allocationName,
  bytes,
  CLIPS,
  CONTEXTS,
  constants,
  effect,
  effectName,
  handle,
  KIB,
  limits,
  MIB,
  mediaFile,
  PAGE,
  poolName,
  resolution,
  resourceName,
  serial,
  size,
  submit,
  timelineChange,
} from './fields'

export type Kind = SessionCommand['kind']
type Of<K extends Kind> = Extract<SessionCommand, { kind: K }>
type Generators = { readonly [K in Kind]: (chance: Chance, world: World) => Omit<Of<K>, 'kind'> }

const nothing = (): Record<never, never> => ({})

const GENERATORS: Generators = {
  run: nothing,
  pause: nothing,
  step: nothing,
  setSpeed: (c) => ({ speed: c.one(SPEEDS) }),
  applyEffect: (c, world) => ({ effect: effectName(c, world) }),
  addEffect: (c, world) => ({ effect: effect(c, world) }),
  removeEffect: (c, world) => ({ effect: effectName(c, world) }),
  undo: nothing,
  redo: nothing,
  setPolicy: (c) => ({ policy: c.one(POLICY_NAMES) }),
  setBudget: (c) => ({ bytes: bytes(c) }),
  setOtherProcess: (c) => ({
    bytes: c.one([0, PAGE, MIB, 8 * MIB, c.upTo(16 * MIB), 2 ** 40]),
    name: c.maybe(() => c.one(CONTEXTS)),
    foreground: c.maybe(() => c.flip()),
  }),
  setResidencyPriority: (c, world) => ({ id: handle(c, world), priority: c.one(RESIDENCY_PRIORITIES) }),
  discard: (c, world) => ({ id: handle(c, world) }),
  evict: (c, world) => ({ id: handle(c, world) }),
  resource: (c) => ({
    name: c.one(['Loose', 'Loose 2', 'Blur.main']),
    size: size(c),
    heap: c.maybe(() => c.one(POOL_HEAPS)),
    resident: c.maybe(() => c.flip()),
    priority: c.maybe(() => c.one(RESIDENCY_PRIORITIES)),
  }),
  use: (c, world) => ({
    set: Array.from({ length: c.upTo(3) }, () => c.one(['Loose', 'Blur.main', resourceName(c, world)])),
    engine: c.maybe(() => c.one(['3d' as const, 'compute' as const, 'copy' as const])),
    context: c.maybe(() => c.one(CONTEXTS)),
  }),
  makeResident: (c, world) => ({ id: handle(c, world), denyOverbudget: c.one([undefined, true, false]) }),
  reserve: (c) => ({ bytes: bytes(c) }),
  setExternalReservation: (c) => ({ group: c.one(['local', 'non-local']), bytes: bytes(c) }),
  play: (c) => ({ playing: c.flip() }),
  seek: (c) => ({ position: c.one([0, 1, c.upTo(CLIP_LENGTH), 2 * CLIP_LENGTH]) }),
  setTransport: (c) =>
    c.some({
      rate: c.one(TRANSPORT_RATES),
      in: c.oneIn(3) ? null : c.upTo(CLIP_LENGTH),
      out: c.oneIn(3) ? null : c.upTo(CLIP_LENGTH),
      loop: c.flip(),
    }),
  submit,
  inject: (c) => {
    const fault = c.oneIn(2) ? 'hang' : c.one(FAULT_NAMES)
    const count = c.maybe(() => c.between(1, 4))
    if (fault === 'callback-takes') return { fault, count, duration: c.one([1, 4_000, 200_000]) }
    if (fault === 'driver-call-throws') return { fault, count, call: c.one(THROWING_CALLS) }
    return fault !== 'hang'
      ? { fault, count }
      : {
          fault: 'hang',
          duration: c.oneIn(3) ? undefined : c.one([1, 5_000, 40_000, 2_500_000]),
          engine: c.maybe(() => c.one(ENGINES)),
        }
  },
  takeBackFault: (c) => ({ fault: { fault: c.one(FAULT_NAMES), duration: c.maybe(() => c.one([4_000, 5_000])) } }),
  setPreemption: (c) =>
    c.some({
      model: c.one(PREEMPTION_MODELS),
      graphics: c.one(GRAPHICS_GRANULARITIES),
      compute: c.one(COMPUTE_GRANULARITIES),
    }),
  // a bug check ends a session: it is one of many levels
  setTdr: (c) =>
    c.some({ level: c.oneIn(6) ? c.one(TDR_LEVELS) : ('recover' as const), delay: c.one([1_000, 20_000, 100_000]) }),
  setCompositor: (c) => c.some({ enabled: c.flip(), gpuTime: c.one([1, 500, 5_000, 20_000]) }),
  setCpu: (c) =>
    c.some({
      cores: c.one([1, 2, 4, 64]),
      smt: c.flip(),
      smtSlowdown: c.one([0, 0.25, 0.9]),
      quantum: c.one([100, 5_000, 1_000_000]),
      frameTime: c.one([0, 1, 2_000, 40_000]),
      dispatch: c.one(['runtime' as const, 'app' as const, { core: c.upTo(3) }]),
    }),
  compareVariants: (c) => ({
    policies: [...new Set([c.one(POLICY_NAMES), c.one(POLICY_NAMES)])],
    budgets: c.maybe(() => [bytes(c)]),
    input: c.one(['session' as const, 'here' as const, 'file' as const]),
    from: c.maybe(() => c.upTo(2_000_000)),
  }),
  cancelVariants: nothing,
  compareRuns: (c) => ({ one: c.upTo(3), other: c.upTo(3) }),
  showRecords: (c) => ({ row: c.upTo(3), column: c.one(['pageInBytes' as const, 'timesBound' as const]) }),
  closeComparisonInput: nothing,
  setBackgroundProcessingMode: (c) => ({
    mode: c.one(BACKGROUND_MODES),
    action: c.one(MEASUREMENTS_ACTIONS),
    event: c.maybe(() => c.one(['done', 'pass 1'])),
    drain: c.maybe(() => c.flip()),
  }),
  setPanelLayout: (c) => ({ layout: { rows: { upper: c.upTo(100), chart: 30 } } }),
  setDevice: (c) => ({
    profile: c.maybe(() => c.one([...DEVICE_PROFILES, null])),
    settings: settings(c),
  }),
  setApp: (c) => {
    const pools = c.maybe(() => [
      {
        name: c.one(['Frames', 'Other', 'DEFAULT', '']),
        heap: c.one(POOL_HEAPS),
        blockSize: c.maybe(() => c.one([65_536, 4 * 1_048_576, 1])),
        minBlocks: c.upTo(3),
        maxBlocks: c.upTo(4),
        algorithm: c.one(POOL_ALGORITHMS),
        alwaysCommitted: c.oneIn(4),
      },
    ])
    return c.some({
      format: c.one(PIXEL_FORMATS),
      blockSize: c.one([65_536, 64 * 1_048_576, 3]),
      pools,
      pool: c.maybe(() => c.one(['Frames', null])),
    })
  },
  setDeveloperMode: (c) => ({ on: !c.oneIn(3) }),
  setConstants: (c, world) => {
    const name = effectName(c, world)
    const state = world.editor.effect(name)
    const own = state === undefined ? {} : world.editor.draws.constantsOf(state)
    const names = Object.keys(own)
    if (names.length === 0 || c.oneIn(4)) return { effect: name, constants: constants(c) }
    const constant = c.one(names)
    return { effect: name, constants: { [constant]: [...(own[constant] as readonly number[])] } }
  },
  importClip: (c) => ({
    name: c.one(CLIPS),
    ...resolution(c),
    frames: c.maybe(() => c.between(1, 4)),
    thumbnails: c.maybe(() => c.upTo(6)),
    length: c.maybe(() => c.between(41_666, 4_000_000)),
    track: c.maybe(() => c.between(1, 3)),
    file: c.maybe(() => mediaFile(c)),
  }),
  relinkClip: (c) => ({ clip: c.one(CLIPS), file: c.oneIn(3) ? null : mediaFile(c) }),
  timeline: (c, world) => ({ change: timelineChange(c, world) }),
  removeClip: (c, world) => ({ clip: c.flip() ? effectName(c, world) : c.one(CLIPS) }),
  setProject: (c) => resolution(c),
  setAllocation: (c) => ({ mode: c.one(ALLOCATION_MODES) }),
  allocate: (c, world) => ({
    name: c.one(ALLOCATIONS),
    size: c.oneIn(3) ? { min: PAGE, max: c.between(1, 8) * PAGE } : size(c),
    count: c.maybe(() => c.between(1, 6)),
    heap: c.oneIn(3) ? c.one(POOL_HEAPS) : undefined,
    pool: c.maybe(() => poolName(c, world)),
    committed: c.oneIn(4) ? c.flip() : undefined,
    pinned: c.oneIn(4) ? c.flip() : undefined,
    scratch: c.oneIn(4) ? c.flip() : undefined,
  }),
  free: (c, world) => ({
    name: c.flip() ? allocationName(c, world) : c.one(ALLOCATIONS),
    every: c.maybe(() => c.between(1, 3)),
    share: c.maybe(() => c.one([0.1, 0.5, 1])),
  }),
  setMovable: (c, world) => ({ allocation: serial(c, world), movable: c.flip() }),
  map: (c, world) => ({ allocation: serial(c, world) }),
  unmap: (c, world) => ({ allocation: serial(c, world) }),
  write: (c, world) => ({ allocation: serial(c, world) }),
  beginDefragmentation: (c, world) => ({
    algorithm: c.maybe(() => c.one(DEFRAGMENTATION_ALGORITHMS)),
    ...limits(c),
    pool: c.maybe(() => poolName(c, world)),
    timePerFrame: c.maybe(() => c.one([0, 1, 2_000])),
    bytesPerFrame: c.maybe(() => c.one([0, 1, MIB])),
    evicted: c.maybe(() => c.one(EVICTED_MOVES)),
  }),
  beginPass: nothing,
  setMoveOperation: (c) => ({ move: c.upTo(3), operation: c.one(MOVE_OPERATIONS) }),
  endPass: nothing,
  runDefragmentation: nothing,
  endDefragmentation: nothing,
  compareDefragmentation: limits,
  cancelDefragmentationComparison: nothing,
  layout: nothing,
  cancelOpening: nothing,
  closeDump: nothing,
  frames: (c) => ({ count: 1 + c.upTo(3) }),
  workflow: (c) => ({ workflow: c.one(WORKFLOWS) }),
  cancelWorkflow: nothing,
  recreateDevice: nothing,
  setEvictionMode: (c) => ({ mode: c.one(['lazy', 'eager'] as const) }),
  setPeriodicTrim: (c) =>
    c.some({ interval: c.one([1_000, 100_000, 10_000_000]), idleAfter: c.one([0, 50_000]), whileActive: c.flip() }),
  periodicTrim: nothing,
  restartPeriodicTrim: nothing,
  trimToBudget: (c) => ({ bytes: c.maybe(() => bytes(c)) }),
  notify: (c) => {
    const flags = c.between(1, 7)
    return { flags, bytes: (flags & 4) === 0 && !c.oneIn(4) ? 0 : bytes(c) }
  },
  idle: (c) => ({ idle: c.flip() }),
  lock: (c) => ({ locked: c.flip() }),
  suspend: (c) => ({ suspended: c.flip() }),
  registerCallback: (c) => ({
    callback: c.one(['f', 'g', 'h']),
    context: c.one(['', 'my "context"\n']),
    behaviour: c.one(HAND_BEHAVIOURS),
  }),
  unregisterCallback: (c) => ({ cookie: c.one([0, 1, 2, 3, -1, 0.5, 2 ** 32 - 1, 1e300]) }),
  showTraceLine: (c, { sim }) => ({
    record: c.oneIn(5) ? null : { t: c.upTo(sim.now + 1), line: c.between(1, sim.trace.total + 2) },
  }),
  selectDelay: (c) => ({ id: c.one([null, 'under-way', 1, 2, 60]) }),
  selectResource: (c, world) => ({ id: c.oneIn(5) ? null : handle(c, world) }),
  restartSimulation: nothing,
  returnToRunBefore: nothing,
  goTo: (c, { sim }) => ({
    time: c.oneIn(4) ? c.one([0, sim.now, sim.now + 1]) : c.upTo(sim.now),
    branch: c.oneIn(4) ? c.between(1, 5) : undefined,
  }),
  openRun: (c, { sim }) => ({ row: c.upTo(3), time: c.upTo(sim.now) }),
  returnTo: (c) => ({ branch: c.between(1, 5) }),
  renameBranch: (c) => ({ branch: c.between(1, 5), name: c.one(['x', 'my branch']) }),
  compareBranches: (c) => ({ branches: [1, c.between(2, 4)] }),
  cancelBranchComparison: nothing,
  deleteBranch: (c) => ({ branch: c.between(1, 5) }),
  restoreBranch: (c) => ({ branch: c.between(1, 5) }),
}

export const KINDS = Object.keys(GENERATORS) as Kind[]

/** More often than the others: what other commands need to do something, and what a person does most. */
const OFTEN: readonly Kind[] = [
  'applyEffect',
  'applyEffect',
  'applyEffect',
  'addEffect',
  'allocate',
  'allocate',
  'free',
  'submit',
  'importClip',
  'undo',
  'recreateDevice',
  'beginDefragmentation',
  'beginPass',
  'endPass',
  'runDefragmentation',
  'inject',
  'play',
]
/** Where nothing stays for long nothing is found. */
const RESTARTS: ReadonlySet<Kind> = new Set<Kind>(['restartSimulation', 'setDevice', 'setApp'])

const BAG: readonly Kind[] = [...KINDS.filter((kind) => !RESTARTS.has(kind)), ...KINDS, ...OFTEN]

export function commandOf<K extends Kind>(kind: K, chance: Chance, world: World): SessionCommand {
  // sound: the generator of a kind makes its fields
  return { kind, ...GENERATORS[kind](chance, world) } as unknown as SessionCommand
}

/** What only some commands in a row come to: a pass whose moves wait, a guided run under way, a device that is lost. */
export function anyPlan(chance: Chance, world: World): readonly SessionCommand[] {
  const pool = world.editor.memory.allocator.customPools[0]?.name
  const fragments: SessionCommand[] = [
    { kind: 'allocate', name: 'x', size: 300 * KIB, count: 6, pool },
    { kind: 'free', name: 'x', every: chance.between(2, 3) },
    { kind: 'beginDefragmentation', pool, algorithm: 'full', evicted: chance.one(EVICTED_MOVES) },
    { kind: 'beginPass' },
    commandOf('setMoveOperation', chance, world),
    chance.flip() ? { kind: 'endPass' } : commandOf('removeEffect', chance, world),
  ]
  const guided: SessionCommand[] = [
    commandOf('applyEffect', chance, world),
    { kind: 'setDeveloperMode', on: true },
    commandOf('workflow', chance, world),
    { kind: 'cancelWorkflow' },
  ]
  const lost: SessionCommand[] = [
    commandOf('inject', chance, world),
    { kind: 'inject', fault: 'engine-reset-fails' },
    commandOf('applyEffect', chance, world),
    commandOf('setAllocation', chance, world),
    { kind: 'recreateDevice' },
  ]
  return chance.one([fragments, guided, lost])
}

export function anyCommand(chance: Chance, world: World): SessionCommand {
  return commandOf(chance.one(BAG), chance, world)
}
