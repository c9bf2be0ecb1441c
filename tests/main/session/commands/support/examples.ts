/** A command of every kind that is carried out, and the verbs that it ends in; index.recorded.test.ts runs each. */
import type { SessionCommand } from '../../../../../preload/contract'
import type { Kind } from '../../../../torture/commands/generate'
import type { RecordedSession } from '../../../../torture/commands/session'
import { MIB, scenario } from '../../live-rig'

/** Of which the examples are commands. */
export const FILE = {
  system: { localMemory: '64MiB', budget: '32MiB', copyBandwidth: '200MiB' },
  app: {
    policy: 'none',
    project: { width: 320, height: 180 },
    pools: [{ name: 'P', blockSize: '1MiB' }],
    effects: [{ name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: '2MiB' }] }],
  },
}

export interface Example {
  before?: SessionCommand[]
  /** one that is carried out; `world` as it is after `before` */
  command: SessionCommand | ((session: RecordedSession) => SessionCommand)
  /** what it adds to the recording; none: it changes nothing that is simulated */
  verbs: string[]
}

const blur: SessionCommand = { kind: 'applyEffect', effect: 'Blur' }
const glow = { name: 'Glow', gpuTime: 500, resources: [{ name: 'r', size: MIB, resident: true }] }
const tiles: SessionCommand[] = [
  { kind: 'allocate', name: 'tile', size: 300 * 1024, count: 6, pool: 'P' },
  { kind: 'free', name: 'tile', every: 2 },
  { kind: 'beginDefragmentation', pool: 'P', algorithm: 'full' },
]
const upload: SessionCommand = { kind: 'allocate', name: 'up', size: 64 * 1024, heap: 'upload' }
const serialOf =
  (name: string) =>
  ({ live }: RecordedSession) =>
    live.world.editor.memory.find(name)?.allocation.serial ?? -1
const handleOf = (name: string) => (session: RecordedSession) => session.live.world.editor.find(name)?.handle ?? -1

export const EXAMPLES: { readonly [K in Kind]: Example } = {
  run: { command: { kind: 'run' }, verbs: [] },
  pause: { command: { kind: 'pause' }, verbs: [] },
  step: { command: { kind: 'step' }, verbs: [] },
  setSpeed: { command: { kind: 'setSpeed', speed: 4 }, verbs: [] },
  applyEffect: { command: blur, verbs: ['apply'] },
  addEffect: { command: { kind: 'addEffect', effect: glow }, verbs: ['addEffect'] },
  removeEffect: { command: { kind: 'removeEffect', effect: 'Blur' }, verbs: ['removeEffect'] },
  undo: { before: [{ kind: 'addEffect', effect: glow }], command: { kind: 'undo' }, verbs: ['removeEffect'] },
  redo: {
    before: [{ kind: 'addEffect', effect: glow }, { kind: 'undo' }],
    command: { kind: 'redo' },
    verbs: ['addEffect'],
  },
  setPolicy: { command: { kind: 'setPolicy', policy: 'fence-lru' }, verbs: ['policy'] },
  setBudget: { command: { kind: 'setBudget', bytes: 8 * MIB }, verbs: ['budget'] },
  setOtherProcess: { command: { kind: 'setOtherProcess', bytes: 2 * MIB, foreground: true }, verbs: ['otherProcess'] },
  setResidencyPriority: {
    command: (session) => ({ kind: 'setResidencyPriority', id: handleOf('Blur.main')(session), priority: 'low' }),
    verbs: ['residencyPriority'],
  },
  evict: {
    command: (session) => ({ kind: 'evict', id: handleOf('Blur.main')(session) }),
    verbs: ['evict'],
  },
  use: {
    command: { kind: 'use', set: ['Blur.main'] },
    verbs: ['use'],
  },
  resource: { command: { kind: 'resource', name: 'Loose', size: MIB }, verbs: ['resource'] },
  makeResident: {
    command: (session) => ({ kind: 'makeResident', id: handleOf('Blur.main')(session), denyOverbudget: true }),
    verbs: ['makeResident'],
  },
  discard: {
    command: (session) => ({ kind: 'discard', id: handleOf('Blur.main')(session) }),
    verbs: ['discard'],
  },
  setExternalReservation: {
    command: { kind: 'setExternalReservation', group: 'local', bytes: MIB },
    verbs: ['externalReservation'],
  },
  reserve: { command: { kind: 'reserve', bytes: MIB }, verbs: ['reserve'] },
  play: { command: { kind: 'play', playing: true }, verbs: ['play'] },
  seek: { command: { kind: 'seek', position: 1_500_000 }, verbs: ['seek'] },
  setTransport: { command: { kind: 'setTransport', rate: -2, in: null, loop: false }, verbs: ['transport'] },
  submit: {
    command: {
      kind: 'submit',
      engine: '3d',
      gpuTime: 7_000,
      parts: [
        { gpuTime: 3_000, resources: ['Blur.main'] },
        { gpuTime: 4_000, resources: [] },
      ],
      wait: { fence: 'f', value: 0 },
      signal: { fence: 'f', value: 2 },
    },
    verbs: ['submit'],
  },
  inject: { command: { kind: 'inject', fault: 'hang', duration: 5_000 }, verbs: ['inject', 'submit'] },
  takeBackFault: {
    before: [{ kind: 'inject', fault: 'allocation-fails' }],
    command: { kind: 'takeBackFault', fault: { fault: 'allocation-fails' } },
    verbs: ['inject'],
  },
  setPreemption: { command: { kind: 'setPreemption', graphics: 'none' }, verbs: ['system'] },
  setTdr: { command: { kind: 'setTdr', delay: 50_000 }, verbs: ['system'] },
  setCompositor: { command: { kind: 'setCompositor', gpuTime: 900 }, verbs: ['system'] },
  setCpu: { command: { kind: 'setCpu', cores: 2, dispatch: { core: 1 } }, verbs: ['system'] },
  compareVariants: { before: [blur], command: { kind: 'compareVariants', policies: ['none', 'fence-lru'] }, verbs: [] },
  cancelVariants: {
    before: [blur, { kind: 'compareVariants', policies: ['none'] }],
    command: { kind: 'cancelVariants' },
    verbs: [],
  },
  compareRuns: {
    before: [blur, { kind: 'compareVariants', policies: ['none', 'fence-lru'] }, { kind: 'cancelVariants' }],
    command: { kind: 'compareRuns', one: 0, other: 1 },
    verbs: [],
  },
  showRecords: {
    before: [blur, { kind: 'compareVariants', policies: ['none'] }, { kind: 'cancelVariants' }],
    command: { kind: 'showRecords', row: 0, column: 'pageInBytes' },
    verbs: [],
  },
  closeComparisonInput: { command: { kind: 'closeComparisonInput' }, verbs: [] },
  setBackgroundProcessingMode: {
    command: {
      kind: 'setBackgroundProcessingMode',
      mode: 'ALLOWED',
      action: 'COMMIT_RESULTS',
      event: 'e',
      drain: true,
    },
    verbs: ['setBackgroundProcessingMode'],
  },
  setPanelLayout: { command: { kind: 'setPanelLayout', layout: { rows: { upper: 70 } } }, verbs: [] },
  setDevice: { command: { kind: 'setDevice', settings: { localMemory: 1_024 * MIB } }, verbs: [] },
  setApp: { command: { kind: 'setApp', blockSize: 32 * MIB }, verbs: [] },
  setDeveloperMode: { command: { kind: 'setDeveloperMode', on: true }, verbs: ['system'] },
  setConstants: {
    command: (session) => {
      const state = session.live.world.editor.effect('Blur')
      if (state === undefined) throw new Error('no Blur')
      const [name, value] = Object.entries(session.live.world.editor.draws.constantsOf(state))[0] ?? ['', []]
      return { kind: 'setConstants', effect: 'Blur', constants: { [name]: [...value] } }
    },
    verbs: ['setConstants'],
  },
  importClip: {
    command: { kind: 'importClip', name: 'sea', width: 320, height: 180, frames: 2 },
    verbs: ['importClip'],
  },
  relinkClip: {
    before: [{ kind: 'importClip', name: 'sea', width: 320, height: 180, frames: 2 }],
    command: { kind: 'relinkClip', clip: 'sea', file: null },
    verbs: ['relinkClip'],
  },
  timeline: { command: { kind: 'timeline', change: { edit: 'split', at: 3_000_000 } }, verbs: ['timeline'] },
  removeClip: {
    before: [{ kind: 'importClip', name: 'sea', width: 320, height: 180, frames: 2 }],
    command: { kind: 'removeClip', clip: 'sea' },
    verbs: ['removeClip'],
  },
  setProject: { command: { kind: 'setProject', width: 640, height: 360 }, verbs: ['project'] },
  setAllocation: { command: { kind: 'setAllocation', mode: 'placed' }, verbs: ['allocation'] },
  allocate: { command: { kind: 'allocate', name: 'a', size: MIB, pool: 'P' }, verbs: ['allocate'] },
  free: { before: tiles.slice(0, 1), command: { kind: 'free', name: 'tile', share: 0.5 }, verbs: ['free'] },
  map: {
    before: [upload],
    command: (session) => ({ kind: 'map', allocation: serialOf('up')(session) }),
    verbs: ['map'],
  },
  unmap: {
    before: [upload],
    command: (session) => ({ kind: 'unmap', allocation: serialOf('up')(session) }),
    verbs: ['unmap'],
  },
  write: {
    // the first that is allocated
    before: [upload, { kind: 'map', allocation: 0 }],
    command: (session) => ({ kind: 'write', allocation: serialOf('up')(session) }),
    verbs: ['write'],
  },
  setMovable: {
    before: tiles.slice(0, 1),
    command: (session) => ({ kind: 'setMovable', allocation: serialOf('tile 1')(session), movable: false }),
    verbs: ['movable'],
  },
  beginDefragmentation: { before: tiles.slice(0, 2), command: tiles[2] as SessionCommand, verbs: ['defragmentation'] },
  beginPass: { before: tiles, command: { kind: 'beginPass' }, verbs: ['defragmentation'] },
  setMoveOperation: {
    before: [...tiles, { kind: 'beginPass' }],
    command: { kind: 'setMoveOperation', move: 0, operation: 'IGNORE' },
    verbs: ['defragmentation'],
  },
  endPass: { before: [...tiles, { kind: 'beginPass' }], command: { kind: 'endPass' }, verbs: ['defragmentation'] },
  runDefragmentation: { before: tiles, command: { kind: 'runDefragmentation' }, verbs: ['defragmentation'] },
  endDefragmentation: { before: tiles, command: { kind: 'endDefragmentation' }, verbs: ['defragmentation'] },
  compareDefragmentation: { before: tiles, command: { kind: 'compareDefragmentation' }, verbs: [] },
  cancelDefragmentationComparison: {
    before: [...tiles, { kind: 'compareDefragmentation' }],
    command: { kind: 'cancelDefragmentationComparison' },
    verbs: [],
  },
  cancelOpening: {
    command: ({ live }) => {
      live.opening.open('another', scenario(FILE), () => {})
      return { kind: 'cancelOpening' }
    },
    verbs: [],
  },
  layout: { before: tiles.slice(0, 1), command: { kind: 'layout' }, verbs: ['layout'] },
  closeDump: { before: tiles.slice(0, 1), command: { kind: 'closeDump' }, verbs: [] },
  workflow: { before: [blur], command: { kind: 'workflow', workflow: 'turn-off' }, verbs: ['workflow'] },
  frames: { before: [blur], command: { kind: 'frames', count: 2 }, verbs: ['frames'] },
  cancelWorkflow: {
    before: [blur, { kind: 'workflow', workflow: 'prime-benchmark' }],
    command: { kind: 'cancelWorkflow' },
    verbs: ['cancelWorkflow'],
  },
  recreateDevice: { command: { kind: 'recreateDevice' }, verbs: ['recreateDevice'] },
  setEvictionMode: { command: { kind: 'setEvictionMode', mode: 'eager' }, verbs: ['system'] },
  setPeriodicTrim: { command: { kind: 'setPeriodicTrim', interval: 20_000, whileActive: true }, verbs: ['system'] },
  periodicTrim: { command: { kind: 'periodicTrim' }, verbs: ['periodicTrim'] },
  restartPeriodicTrim: { command: { kind: 'restartPeriodicTrim' }, verbs: ['restartPeriodicTrim'] },
  trimToBudget: { command: { kind: 'trimToBudget', bytes: MIB }, verbs: ['trimToBudget'] },
  notify: { command: { kind: 'notify', flags: 5, bytes: MIB }, verbs: ['notify'] },
  idle: { command: { kind: 'idle', idle: true }, verbs: ['idle'] },
  lock: { command: { kind: 'lock', locked: true }, verbs: ['lock'] },
  suspend: { command: { kind: 'suspend', suspended: true }, verbs: ['suspend'] },
  registerCallback: {
    command: { kind: 'registerCallback', callback: 'f', context: 'mine', behaviour: 'throw' },
    verbs: ['registerCallback'],
  },
  unregisterCallback: {
    before: [{ kind: 'registerCallback', callback: 'f', context: '', behaviour: 'throw' }],
    command: { kind: 'unregisterCallback', cookie: 0 },
    verbs: ['unregisterCallback'],
  },
  selectResource: {
    command: (session) => ({ kind: 'selectResource', id: handleOf('Blur.main')(session) }),
    verbs: [],
  },
  showTraceLine: { command: { kind: 'showTraceLine', record: { t: 0, line: 1 } }, verbs: [] },
  selectDelay: { command: { kind: 'selectDelay', id: null }, verbs: [] },
  restartSimulation: { before: [blur], command: { kind: 'restartSimulation' }, verbs: [] },
  goTo: { command: { kind: 'goTo', time: 10_000 }, verbs: [] },
  openRun: {
    before: [blur, { kind: 'compareVariants', policies: ['none', 'fence-lru'] }, { kind: 'cancelVariants' }],
    command: { kind: 'openRun', row: 0, time: 10_000 },
    verbs: [],
  },
  returnTo: { before: [{ kind: 'goTo', time: 10_000 }], command: { kind: 'returnTo', branch: 1 }, verbs: [] },
  returnToRunBefore: { before: [{ kind: 'restartSimulation' }], command: { kind: 'returnToRunBefore' }, verbs: [] },
  renameBranch: { command: { kind: 'renameBranch', branch: 1, name: 'mine' }, verbs: [] },
  compareBranches: {
    before: [{ kind: 'goTo', time: 10_000 }, blur],
    command: { kind: 'compareBranches', branches: [1, 2] },
    verbs: [],
  },
  cancelBranchComparison: {
    before: [{ kind: 'goTo', time: 10_000 }, blur, { kind: 'compareBranches', branches: [2, 1] }],
    command: { kind: 'cancelBranchComparison' },
    verbs: [],
  },
  deleteBranch: {
    before: [{ kind: 'goTo', time: 10_000 }, blur],
    command: { kind: 'deleteBranch', branch: 1 },
    verbs: [],
  },
  restoreBranch: {
    before: [{ kind: 'goTo', time: 10_000 }, blur, { kind: 'deleteBranch', branch: 1 }],
    command: { kind: 'restoreBranch', branch: 1 },
    verbs: [],
  },
}
