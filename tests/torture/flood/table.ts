/**
 * What each command may carry, written by hand from the contract's words and not from the schema that is attacked: for
 * each field a value that is right and some that are wrong. A new kind of command does not compile until it is here.
 */
import type { Command } from '../../../preload/contract'

export interface Field {
  good: unknown
  /** each makes the command one that must not be carried out */
  bad: readonly unknown[]
  /** may be left out */
  optional?: true
}

const NO_TEXT = [1, true, null, [], {}, ['x'], { length: 3 }, Number.NaN]
/** One for all fields: each of its own would be laid out as it is first read, and count as what messages leave behind. */
const LONG = 'x'.repeat(100_000)
const text = (good: string, most = 100): Field => ({ good, bad: ['', 'x'.repeat(most + 1), LONG, ...NO_TEXT] })
/** of what a file may have named */
const known = (good: string): Field => text(good, 10_000)
const bool = (good: boolean): Field => ({ good, bad: [0, 1, 'true', '', null, [], {}] })
const whole = (good: number, least: number, most = Number.MAX_SAFE_INTEGER): Field => ({
  good,
  bad: [least - 1, most === Number.MAX_SAFE_INTEGER ? 2 ** 53 : most + 1, least + 0.5, -1e300, 1e300, ...NO_NUMBER],
})
const NO_NUMBER = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1', '', null, [], [1], {}, true, 1n]
const oneOf = (good: string): Field => ({
  good,
  bad: [
    `${good} `,
    good.toUpperCase() === good ? good.toLowerCase() : good.toUpperCase(),
    '',
    'nonsense',
    '__proto__',
    'toString',
    0,
    null,
    [good],
    {},
  ],
})
const list = (good: unknown[], bad: readonly unknown[]): Field => ({
  good,
  bad: [null, {}, 'x', 1, { length: 1 }, ...bad],
})
/** of a device: what each may be is the grammar's to say */
const OF_DEVICE: Field = {
  good: { localMemory: 65_536 },
  bad: [{ memory: 1 }, { localMemory: {} }, { displays: [[60]] }, { wddm: 'x'.repeat(65) }, [], 1, '', null, true],
}
const maybe = (field: Field): Field => ({ ...field, optional: true })
const orNull = (field: Field): Field => ({ ...field, bad: field.bad.filter((value) => value !== null) })

const BYTES = whole(65_536, 0)
const US = whole(1_000, 0)
const RESOURCE = { name: 'main', size: 1_048_576, resident: true }
const WORK = { dispatches: 1, threadGroups: 4, threads: 64, instructions: 100 }
const NO_WORK: readonly unknown[] = [
  null,
  [],
  1,
  {},
  { ...WORK, draws: 1 },
  { ...WORK, threads: 0 },
  { draws: 1 },
  { ...WORK, threads: 2 ** 52 },
]
const NO_EFFECT: readonly unknown[] = [
  null,
  [],
  'Blur',
  {},
  { name: 'a', gpuTime: 0 },
  { name: 'a', gpuTime: -1, resources: [] },
  { name: '', gpuTime: 0, resources: [] },
  { name: 'a', gpuTime: 0, resources: [{ ...RESOURCE, size: 0 }] },
  { name: 'a', gpuTime: 0, resources: [{ ...RESOURCE, more: 1 }] },
  { name: 'a', gpuTime: 0, resources: [{ name: 'main' }] },
  { name: 'a', gpuTime: 0, resources: new Array(1001).fill(RESOURCE) },
  { name: 'a', gpuTime: 0, resources: [], passes: new Array(65).fill({ engine: '3d', gpuTime: 0 }) },
  { name: 'a', gpuTime: 0, resources: [], passes: [{ engine: 'paging', gpuTime: 0 }] },
  { name: 'a', gpuTime: 0, resources: [], constants: { 'not a name': [1] } },
  { name: 'a', gpuTime: 0, resources: [], constants: { x: [] } },
  { name: 'a', gpuTime: 0, resources: [], constants: { x: [Number.NaN] } },
  { name: 'a', gpuTime: 0, resources: [], constants: { x: new Array(17).fill(1) } },
  { name: 'a', gpuTime: 0, resources: [], constructor: 1 },
]
const CLIP = {
  name: text('clip'),
  width: whole(1920, 1, 16_384),
  height: whole(1080, 1, 16_384),
  frames: maybe(whole(8, 1, 10_000)),
  thumbnails: maybe(whole(2, 0, 100_000)),
  length: maybe(whole(5_000_000, 41_666, 86_400_000_000)),
}

const PLACED = { track: maybe(whole(1, 1, 8)), at: maybe(whole(1, 0, 86_400_000_000)) }
const FILE = {
  path: '/home/me/beach.png',
  type: 'image/png',
  size: 1234,
  modified: 1_700_000_000_000,
  fingerprint: 'ab'.repeat(32),
}
const MEDIA_FILE: Field = {
  good: FILE,
  bad: [
    [],
    'beach.png',
    {},
    { ...FILE, path: '' },
    { ...FILE, path: 'a'.repeat(4097) },
    { ...FILE, type: 'image/svg+xml' },
    { ...FILE, size: 0 },
    { ...FILE, size: 2 ** 31 + 1 },
    { ...FILE, modified: -1 },
    { ...FILE, fingerprint: 'AB'.repeat(32) },
    { ...FILE, fingerprint: `${'ab'.repeat(32)}\n` },
    { ...FILE, more: 1 },
  ],
}

/** Of these at least one field is there: settings of which none is set would be nothing to record (SC-16). */
export const SETTINGS: ReadonlySet<string> = new Set([
  'setPreemption',
  'setTdr',
  'setTransport',
  'setCompositor',
  'setCpu',
  'setPeriodicTrim',
  'setDevice',
  'setApp',
] satisfies Command['kind'][])

export const TABLE: Readonly<Record<Command['kind'], Readonly<Record<string, Field>>>> = {
  run: {},
  pause: {},
  step: {},
  undo: {},
  redo: {},
  periodicTrim: {},
  restartPeriodicTrim: {},
  restartSimulation: {},
  recreateDevice: {},
  compareVariants: {
    policies: list(['none', 'fence-lru'], [[], ['none', 'none'], ['clock-work'], [1], new Array(11).fill('none')]),
    input: maybe(oneOf('session')),
    from: maybe(US),
  },
  cancelVariants: {},
  compareRuns: { one: whole(0, 0), other: whole(1, 0) },
  showRecords: { row: whole(0, 0), column: oneOf('localByteSeconds'), skip: maybe(whole(0, 0)) },
  closeComparisonInput: {},
  openComparisonInput: {},
  openPolicy: {},
  reloadPolicy: {},
  saveComparison: {},
  openCompared: {},
  cancelWorkflow: {},
  newProject: {
    profile: maybe(orNull(oneOf('integrated'))),
    settings: maybe(OF_DEVICE),
    policy: maybe(oneOf('fence-lru')),
  },
  saveProject: {},
  saveProjectAs: {},
  saveRecording: {},
  exportPerfetto: {},
  beginPass: {},
  endPass: {},
  runDefragmentation: {},
  endDefragmentation: {},
  cancelDefragmentationComparison: {},
  layout: {},
  closeDump: {},
  saveDump: {},
  cancelOpening: {},
  goTo: { time: US, branch: maybe(whole(1, 1)) },
  returnTo: { branch: whole(1, 1) },
  returnToRunBefore: {},
  openRun: { row: whole(0, 0), time: US },
  renameBranch: { branch: whole(1, 1), name: text('mine') },
  compareBranches: { branches: list([1, 2], [[], [1], [1, 1], [1, 2, 3], ['1', 2], [0, 1], [1.5, 2]]) },
  cancelBranchComparison: {},
  deleteBranch: { branch: whole(1, 1) },
  restoreBranch: { branch: whole(1, 1) },
  restoreRecovery: { id: text('r') },
  discardRecovery: { id: text('r') },
  dismissNotice: { id: text('n') },
  showSaved: { id: whole(1, 1) },
  showStart: { open: bool(false) },
  setStartPage: { atStart: bool(true) },
  openExample: { file: text('sample-life.json') },
  openLesson: { lesson: oneOf('idle') },
  leaveLesson: {},
  importClip: { ...CLIP, ...PLACED, file: maybe(MEDIA_FILE) },
  relinkClip: { clip: known('clip'), file: orNull(MEDIA_FILE) },
  importMedia: { path: text('/a.png', 4096), ...CLIP, ...PLACED },
  openMedia: { clip: known('clip') },
  locateMedia: { clip: known('clip') },
  timeline: {
    change: {
      good: { edit: 'split', at: 3_000_000 },
      bad: [
        null,
        [],
        'split',
        {},
        { edit: 'nonsense' },
        { edit: 'split' },
        { edit: 'split', at: -1 },
        { edit: 'split', at: 86_400_000_001 },
        { edit: 'split', at: 1, more: 1 },
        { edit: 'move', clip: '', to: 0 },
        { edit: 'move', clip: 'a', to: 0, track: 9 },
        { edit: 'insert', length: 41_665 },
        { edit: 'keyframe', span: 'a', constant: 'gl_x', at: 0, value: [1] },
        { edit: 'keyframe', span: 'a', constant: 'x', at: 0, value: [] },
        { edit: 'keyframe', span: 'a', constant: 'x', at: 0, value: [1], ease: 'bounce' },
        { edit: 'moveKeyframe', span: 'a', constant: 'x', at: 0 },
        { edit: 'moveKeyframe', span: 'a', constant: 'x', at: 0, to: -1 },
        { edit: 'reorder', effect: 'Blur', place: 10_001 },
        { edit: 'list', name: 'Blur' },
        { edit: 'set', without: new Array(10_001).fill('a') },
        { edit: 'set', effects: [{ effect: 'Blur', enabled: true, spans: [{ id: 'a', start: 0, length: 0 }] }] },
      ],
    },
  },
  removeClip: { clip: known('clip') },
  setProject: { width: whole(1920, 1, 16_384), height: whole(1080, 1, 16_384) },
  setAllocation: { mode: oneOf('placed') },
  allocate: {
    name: text('a'),
    size: {
      good: 65_536,
      bad: [0, -1, 0.5, '1', null, [], {}, { min: 65_536 }, { min: 131_072, max: 65_536 }, { min: 1, max: 2 }],
    },
    count: maybe(whole(1, 1, 100_000)),
    heap: maybe(oneOf('upload')),
    pool: maybe(known('pool')),
    committed: maybe(bool(false)),
    pinned: maybe(bool(false)),
    scratch: maybe(bool(false)),
  },
  free: {
    name: text('a', 20_001),
    every: maybe(whole(2, 1)),
    share: maybe({ good: 0.5, bad: [0, -1, 1.1, ...NO_NUMBER] }),
  },
  setMovable: { allocation: whole(1, 0), movable: bool(true) },
  map: { allocation: whole(1, 0) },
  unmap: { allocation: whole(1, 0) },
  write: { allocation: whole(1, 0) },
  beginDefragmentation: {
    algorithm: maybe(oneOf('fast')),
    maxBytesPerPass: maybe(BYTES),
    maxAllocationsPerPass: maybe(BYTES),
    pool: maybe(known('pool')),
    timePerFrame: maybe(US),
    bytesPerFrame: maybe(BYTES),
    evicted: maybe(oneOf('skip')),
  },
  setMoveOperation: { move: whole(0, 0), operation: oneOf('IGNORE') },
  compareDefragmentation: { maxBytesPerPass: maybe(BYTES), maxAllocationsPerPass: maybe(BYTES) },
  play: { playing: bool(true) },
  seek: { position: US },
  setTransport: {
    rate: maybe({ good: 2, bad: [0, 3, -8, ...NO_NUMBER] }),
    in: maybe(orNull(US)),
    out: maybe(orNull(US)),
    loop: maybe(bool(false)),
  },
  submit: {
    engine: oneOf('compute'),
    gpuTime: US,
    priority: maybe(oneOf('high')),
    context: maybe(text('other')),
    resources: maybe(list(['Blur.main'], [[1], [''], ['x'.repeat(20_002)], [[]], new Array(1001).fill('a')])),
    work: maybe({ good: WORK, bad: NO_WORK }),
    disablePreemption: maybe(bool(true)),
  },
  inject: { fault: oneOf('hang'), duration: maybe(whole(1000, 1)), engine: maybe(oneOf('copy')) },
  takeBackFault: {
    fault: {
      good: { fault: 'hang' },
      bad: [{}, { fault: 'gone' }, { fault: 'hang', duration: -1 }, { fault: 'hang', count: 1 }],
    },
  },
  setPreemption: { model: maybe(oneOf('win7')), graphics: maybe(oneOf('pixel')), compute: maybe(oneOf('thread')) },
  setTdr: { level: maybe(oneOf('recover')), delay: maybe(whole(2_000_000, 1_000)) },
  setCompositor: { enabled: maybe(bool(true)), gpuTime: maybe(whole(500, 1)) },
  setCpu: {
    cores: maybe({ good: 4, bad: [0, -1, 1.5, 1e9, ...NO_NUMBER] }),
    smt: maybe(bool(true)),
    smtSlowdown: maybe({ good: 0.5, bad: [-1, 1e9, ...NO_NUMBER] }),
    quantum: maybe({ good: 20_000, bad: [0, -1, 1.5, ...NO_NUMBER] }),
    frameTime: maybe(US),
    dispatch: maybe({
      good: 'runtime',
      bad: ['Runtime', '', null, [], {}, { core: -1 }, { core: 1e9 }, { core: 0, more: 1 }],
    }),
  },
  setBackgroundProcessingMode: {
    mode: oneOf('ALLOWED'),
    action: oneOf('KEEP_ALL'),
    event: maybe(text('event')),
    drain: maybe(bool(true)),
  },
  setPanelLayout: {
    layout: {
      good: { rows: { upper: 70, chart: 30 } },
      bad: [
        null,
        [],
        1,
        { rows: 1 },
        { rows: { upper: 101 } },
        { rows: { upper: -1 } },
        { rows: { upper: '70' } },
        { '': {} },
      ],
    },
  },
  setDevice: {
    profile: maybe(orNull(oneOf('integrated'))),
    settings: maybe(OF_DEVICE),
  },
  setApp: {
    format: maybe(oneOf('R8_UNORM')),
    blockSize: maybe(BYTES),
    pools: maybe({
      good: [{ name: 'p', heap: 'default', minBlocks: 0, maxBlocks: 0, algorithm: 'tlsf', alwaysCommitted: false }],
      bad: [null, {}, 1, 'p', [null], [{}], [{ name: 'p' }], [{ name: 1, heap: 'x', minBlocks: -1 }]],
    }),
    pool: maybe(orNull(known('p'))),
  },
  setDeveloperMode: { on: bool(true) },
  setConstants: {
    effect: known('Blur'),
    constants: {
      good: { radius: [4] },
      bad: [null, [], 1, {}, { radius: 4 }, { radius: [] }, { radius: ['4'] }, { 'a b': [1] }, { gl_x: [1] }],
    },
    gesture: maybe(whole(1, 0)),
  },
  workflow: { workflow: oneOf('prime-benchmark') },
  frames: { count: whole(2, 1, 1000) },
  setSpeed: { speed: { good: 4, bad: [0, 2, 3, -1, 17, ...NO_NUMBER] } },
  applyEffect: { effect: known('Blur') },
  removeEffect: { effect: known('Blur') },
  addEffect: { effect: { good: { name: 'mine', gpuTime: 1000, resources: [RESOURCE] }, bad: NO_EFFECT } },
  setPolicy: { policy: oneOf('fence-lru') },
  setBudget: { bytes: BYTES },
  reserve: { bytes: BYTES },
  setExternalReservation: { group: oneOf('local'), bytes: BYTES },
  setOtherProcess: { bytes: BYTES, name: maybe(known('other')), foreground: maybe(bool(true)) },
  setResidencyPriority: { id: whole(1, 0), priority: oneOf('low') },
  discard: { id: whole(1, 0) },
  evict: { id: whole(1, 0) },
  use: { id: whole(1, 0) },
  makeResident: { id: whole(1, 0), denyOverbudget: maybe(bool(true)) },
  setEvictionMode: { mode: oneOf('eager') },
  setPeriodicTrim: {
    interval: maybe(whole(1_000_000, 1_000)),
    idleAfter: maybe(US),
    whileActive: maybe(bool(true)),
  },
  trimToBudget: { bytes: maybe(BYTES) },
  notify: { flags: whole(1, 1, 7), bytes: BYTES },
  idle: { idle: bool(true) },
  lock: { locked: bool(true) },
  suspend: { suspended: bool(true) },
  registerCallback: {
    callback: text('onTrim'),
    context: { good: 'context', bad: ['x'.repeat(1001), ...NO_TEXT] },
    behaviour: oneOf('ignore'),
  },
  unregisterCallback: { cookie: { good: 1, bad: ['1', '', null, [], {}, true, Number.NaN, 1n] } },
  selectResource: { id: orNull(whole(1, 0)) },
  selectDelay: { id: orNull(whole(1, 1)) },
  showTraceLine: {
    record: { good: { t: 1, line: 1 }, bad: [1, '', [], { t: 1 }, { line: 1 }, { t: -1, line: 1 }, { t: 1, line: 0 }] },
  },
  openProject: { path: maybe(text('/a.json', 4096)) },
  openDump: { path: maybe(text('/a.json', 4096)) },
  importCapture: {
    path: maybe(text('/a.rmv', 4096)),
    options: maybe({
      good: { from: 1, speed: 2, uses: { kind: 'every', interval: 1000 } },
      bad: [1, '', [], null, { from: -1 }, { speed: 0 }, { uses: 'evidence' }, { unknownSize: 0 }, { of: 1 }],
    }),
  },
  setTheme: { theme: oneOf('dark') },
  exportFile: {
    suggestedName: text('a', 200),
    format: oneOf('csv'),
    content: { good: 'a,b\n', bad: NO_TEXT },
  },
}
