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
  CONTEXT_PRIORITIES,
  DEFRAGMENTATION_ALGORITHMS,
  DEVICE_PROFILES,
  EASES,
  type EffectSpec,
  ENGINES,
  EVICTED_MOVES,
  GRAPHICS_GRANULARITIES,
  HAND_BEHAVIOURS,
  MEASUREMENTS_ACTIONS,
  MEDIA_TYPES,
  type MediaFile,
  MOVE_OPERATIONS,
  type PacketWork,
  POLICY_NAMES,
  POOL_HEAPS,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
  type SessionCommand,
  type ShellCommand,
  SPEEDS,
  type SubmitSpec,
  TDR_LEVELS,
  type TimelineEdit,
  TRANSPORT_RATES,
  WORKFLOWS,
} from '../../../preload/contract'
import type { Chance } from './chance'

export type Kind = SessionCommand['kind']
type Of<K extends Kind> = Extract<SessionCommand, { kind: K }>
type Generators = { readonly [K in Kind]: (chance: Chance, world: World) => Omit<Of<K>, 'kind'> }

const KIB = 1024
const PAGE = 64 * KIB
const MIB = 1024 * KIB

const EFFECTS = ['Blur', 'Grayscale', 'Sepia', 'A', 'B', 'a', 'a.b', 'clip', 'opening'] as const
const RESOURCES = ['r', 'main', 'b.c', 'c', '1'] as const
const CLIPS = ['clip', 'opening', 'A', 'a.b'] as const
const ALLOCATIONS = ['x', 'y', 'x 1', 'x 2', 'g', 'A.r', 'Blur.main', 'P block 0', 'opening.frame 1'] as const
const POOLS = ['P', 'Q', 'L', 'DEFAULT', 'dump'] as const
const CONTEXTS = ['game', 'browser', 'other'] as const

const nothing = (): Record<never, never> => ({})
const bytes = (chance: Chance): number =>
  chance.one([0, 1, PAGE, MIB, 4 * MIB, 64 * MIB, 2 ** 40, Number.MAX_SAFE_INTEGER, chance.upTo(8 * MIB)])
const gpuTime = (chance: Chance): number => chance.one([0, 1, 300, 4_000, 20_000, chance.upTo(60_000), 3_000_000])
const size = (chance: Chance): number =>
  chance.one([1, 4_000, PAGE, MIB, MIB + 1, chance.between(1, 3 * MIB), 12 * MIB])

/** Names that are there now, as a person picks them, and sometimes any. */
function effectName(chance: Chance, { editor }: World): string {
  const there = editor.effects
  return there.length > 0 && !chance.oneIn(5) ? chance.one(there).spec.name : chance.one(EFFECTS)
}

function allocationName(chance: Chance, { editor }: World): string {
  const there = [...editor.memory.all]
  return there.length > 0 && chance.flip() ? chance.one(there).name : chance.one(ALLOCATIONS)
}

function resourceName(chance: Chance, world: World): string {
  const resources = world.editor.effects.flatMap((effect) => effect.resources)
  if (resources.length > 0 && !chance.oneIn(6)) return chance.one(resources).name
  return allocationName(chance, world)
}

/** Of what lies there now, as a person picks it, and sometimes of what does not. */
function timelineChange(c: Chance, world: World): TimelineEdit {
  const { clips, effects } = world.timeline.spec
  const clip = clips.length > 0 && !c.oneIn(6) ? c.one(clips).id : c.one(CLIPS)
  const spans = effects.flatMap((lane) => lane.spans)
  const span = spans.length > 0 && !c.oneIn(6) ? c.one(spans).id : c.one(EFFECTS)
  const at = c.upTo(12_000_000)
  const length = c.between(41_666, 5_000_000)
  const effect = effectName(c, world)
  return c.one<() => TimelineEdit>([
    () => ({ edit: 'insert', media: c.maybe(() => c.one(CLIPS)), track: c.maybe(() => c.between(1, 3)), at, length }),
    () => ({ edit: 'move', clip, to: at, track: c.maybe(() => c.between(1, 3)) }),
    () => ({ edit: 'trim', clip, start: c.maybe(() => at), end: c.maybe(() => c.upTo(12_000_000)) }),
    () => ({ edit: 'split', at, clip: c.maybe(() => clip), span: c.maybe(() => span) }),
    () => ({ edit: 'remove', clip, ripple: c.maybe(() => c.flip()) }),
    () => ({ edit: 'enable', effect, enabled: c.flip() }),
    () => ({ edit: 'reorder', effect, place: c.upTo(4) }),
    () => ({ edit: 'addSpan', effect, start: at, length: c.maybe(() => length) }),
    () => ({
      edit: 'setSpan',
      span,
      start: c.maybe(() => at),
      length: c.maybe(() => length),
      keyframesStay: c.maybe(() => c.flip()),
    }),
    () => ({ edit: 'removeSpan', span }),
    () => ({ edit: 'takeOff', effect }),
    () => ({
      edit: 'keyframe',
      span,
      constant: 'radius',
      at,
      value: [c.between(1, 24)],
      ease: c.maybe(() => c.one(EASES)),
    }),
    () => ({ edit: 'removeKeyframe', span, constant: 'radius', at }),
    () => ({ edit: 'moveKeyframe', span, constant: 'radius', at, to: c.upTo(12_000_000) }),
    () => ({ edit: 'set', without: [clip] }),
    () => ({ edit: 'render', from: at, to: at + length }),
    () => ({ edit: 'dropRenders' }),
    () => ({ edit: 'list', name: effect, before: effectName(c, world) }),
  ])()
}

function poolName(chance: Chance, { editor }: World): string {
  const there = editor.memory.allocator.customPools
  return there.length > 0 && !chance.oneIn(6) ? chance.one(there).name : chance.one(POOLS)
}

function work(chance: Chance, engine: string): PacketWork | undefined {
  if (engine === 'copy' || engine === 'video-decode' || chance.flip()) return undefined
  const count = (): number => chance.one([1, 2, 7, 100, 1_000])
  if (engine === 'compute' || chance.oneIn(3))
    return { dispatches: count(), threadGroups: count(), threads: count(), instructions: count() }
  return { draws: count(), primitives: count(), triangles: count(), pixels: count(), instructions: count() }
}

const constants = (chance: Chance): Record<string, number[]> => ({
  [chance.one(['radius', 'sigma', 'amount', 'k'])]: chance
    .list(3, () => chance.one([-1, -0, 0, 0.5, 1, 3, 1e30]))
    .concat(1),
})

function effect(chance: Chance, world: World): Omit<EffectSpec, 'clip'> {
  const passes = chance.maybe(() =>
    Array.from({ length: chance.between(1, 3) }, () => {
      const engine = chance.one(['3d', '3d', 'compute', 'copy'] as const)
      return { engine, gpuTime: chance.upTo(5_000), work: work(chance, engine) }
    }),
  )
  const resources = chance.list(3, () => ({
    name: chance.one(RESOURCES),
    size: size(chance),
    resident: chance.flip(),
    heap: chance.maybe(() => chance.one(POOL_HEAPS)),
    compressed: chance.oneIn(4) ? true : undefined,
    priority: chance.maybe(() => chance.one(RESIDENCY_PRIORITIES)),
    alignment: chance.oneIn(4) ? chance.one([4 * KIB, PAGE, 4 * MIB]) : undefined,
    scratch: chance.maybe(() => chance.flip()),
  }))
  return {
    name: chance.oneIn(4) ? effectName(chance, world) : chance.one(EFFECTS),
    gpuTime: passes === undefined ? gpuTime(chance) : passes.reduce((sum, pass) => sum + pass.gpuTime, 0),
    resources,
    passes,
    shader: chance.maybe(() => chance.one(['Blur', 'Sepia', 'Grayscale', 'nothing'])),
    constants: chance.oneIn(3) ? constants(chance) : undefined,
  }
}

function submit(chance: Chance, world: World): SubmitSpec {
  const engine = chance.one(['3d', '3d', 'compute', 'copy', 'video-decode'] as const)
  const resources = (): string[] => chance.list(3, () => resourceName(chance, world))
  const parts = chance.oneIn(3)
    ? Array.from({ length: chance.between(1, 4) }, () => ({ gpuTime: chance.upTo(9_000), resources: resources() }))
    : undefined
  const fence = (): { fence: string; value: number } => ({ fence: chance.one(['f', 'g']), value: chance.upTo(4) })
  return {
    engine,
    gpuTime: parts === undefined ? gpuTime(chance) : parts.reduce((sum, part) => sum + part.gpuTime, 0),
    priority: chance.maybe(() => chance.one(CONTEXT_PRIORITIES)),
    context: chance.maybe(() => chance.one(CONTEXTS)),
    resources: chance.maybe(resources),
    work: work(chance, engine),
    parts,
    wait: chance.oneIn(6) ? fence() : undefined,
    signal: chance.oneIn(4) ? fence() : undefined,
    disablePreemption: chance.oneIn(6) ? chance.flip() : undefined,
  }
}

const texels = (chance: Chance): number => chance.one([1, 64, 160, 320, 640, 1_280, 16_384])
const resolution = (chance: Chance) =>
  chance.oneIn(8)
    ? { width: texels(chance), height: texels(chance) }
    : chance.one([
        { width: 320, height: 180 },
        { width: 640, height: 360 },
        { width: 160, height: 90 },
      ])

/** Of no file that there is: the simulation does not look. */
const mediaFile = (chance: Chance): MediaFile => ({
  path: chance.one(['/home/me/beach.png', 'C:\\beach.webm', 'beach']),
  type: chance.one(MEDIA_TYPES),
  size: chance.between(1, 5_000_000),
  modified: chance.upTo(2_000_000_000),
  fingerprint: chance.one(['0', 'a', 'f']).repeat(64),
})

const limits = (chance: Chance) => ({
  maxBytesPerPass: chance.maybe(() => chance.one([0, PAGE, MIB, 4 * MIB])),
  maxAllocationsPerPass: chance.maybe(() => chance.one([0, 1, 2, 5])),
})

/** A live handle of the kernel's, or some number. */
const handle = (chance: Chance, { vidmm }: World): number => {
  const live = [...vidmm.residency.table.live()]
  return live.length > 0 && !chance.oneIn(6) ? chance.one(live) : chance.upTo(40)
}

const serial = (chance: Chance, { editor }: World): number => {
  const all = [...editor.memory.all]
  return all.length > 0 && !chance.oneIn(6) ? chance.one(all).allocation.serial : chance.upTo(40)
}

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
  reserve: (c) => ({ bytes: bytes(c) }),
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
  inject: (c) =>
    c.oneIn(3)
      ? { fault: 'engine-reset-fails' }
      : {
          fault: 'hang',
          duration: c.oneIn(3) ? undefined : c.one([1, 5_000, 40_000, 2_500_000]),
          engine: c.maybe(() => c.one(ENGINES)),
        },
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
    localMemory: c.one([256 * MIB, 2_048 * MIB]),
    pagingBandwidth: c.maybe(() => c.one([1, 2 ** 33])),
  }),
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
  registerCallback: (c) => ({
    callback: c.one(['f', 'g', 'h']),
    context: c.one(['', 'my "context"\n']),
    behaviour: c.one(HAND_BEHAVIOURS),
  }),
  unregisterCallback: (c) => ({ cookie: c.one([0, 1, 2, 3, -1, 0.5, 2 ** 32 - 1, 1e300]) }),
  selectDelay: (c) => ({ id: c.one([null, 'under-way', 1, 2, 60]) }),
  selectResource: (c, world) => ({ id: c.oneIn(5) ? null : handle(c, world) }),
  restartSimulation: nothing,
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
}

export const KINDS = Object.keys(GENERATORS) as Kind[]

/** Handled by the shell: they change files and windows, and of the simulation what the harness does in their place. */
export const SHELL_KINDS: { readonly [K in ShellCommand['kind']]: string } = {
  newProject: 'another session',
  openProject: 'another session',
  saveProject: 'LiveSession.toScenarioText',
  saveProjectAs: 'LiveSession.toScenarioText',
  saveRecording: 'LiveSession.toRecordingText',
  exportPerfetto: 'LiveSession.toRecordingText',
  setTheme: 'LiveSession.setDocument',
  saveDump: 'LiveSession.dumpText',
  openDump: 'LiveSession.openDump',
  importCapture: 'another session',
  importMedia: 'LiveSession.execute importClip',
  openMedia: 'LiveSession.mediaFileOf',
  locateMedia: 'LiveSession.execute relinkClip',
  exportFile: 'no part of the session',
  openComparisonInput: 'Laboratory.open',
  saveComparison: 'Laboratory.report',
  openCompared: 'another session',
  openPolicy: 'LiveSession.execute',
  reloadPolicy: 'LiveSession.execute',
  restoreRecovery: 'another session',
  discardRecovery: 'no part of the session',
  dismissNotice: 'no part of the session',
  showSaved: 'no part of the session',
  showStart: 'LiveSession.setDocument',
  setStartPage: 'LiveSession.setDocument',
  openExample: 'another session',
  openLesson: 'another session',
  leaveLesson: 'the session before',
}

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
const BAG: readonly Kind[] = [
  ...KINDS.filter((kind) => kind !== 'restartSimulation' && kind !== 'setDevice'),
  ...KINDS,
  ...OFTEN,
]

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
