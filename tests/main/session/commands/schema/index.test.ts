import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../../../main/session/commands/schema'
import {
  ALLOCATION_MODES,
  BACKGROUND_MODES,
  type Command,
  DEFRAGMENTATION_ALGORITHMS,
  EVICTED_MOVES,
  HAND_BEHAVIOURS,
  LESSONS,
  MEASUREMENTS_ACTIONS,
  MOVE_OPERATIONS,
  POLICY_NAMES,
  POOL_HEAPS,
  SPEEDS,
  WORKFLOWS,
} from '../../../../../preload/contract'

const effect = { name: 'Sepia', gpuTime: 1000, resources: [{ name: 'lut', size: 65536, resident: true }] }

const GRAPHICS = { draws: 1, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, [i]]))

/** One of each kind and shape. */
const COMMANDS: readonly Command[] = [
  { kind: 'run' },
  { kind: 'pause' },
  { kind: 'step' },
  { kind: 'undo' },
  { kind: 'redo' },
  { kind: 'periodicTrim' },
  { kind: 'restartPeriodicTrim' },
  { kind: 'restartSimulation' },
  { kind: 'newProject' },
  {
    kind: 'newProject',
    profile: 'integrated',
    settings: { localMemory: 65_536, pagingBandwidth: 1 },
    policy: 'fence-lru',
  },
  { kind: 'newProject', profile: null },
  { kind: 'saveProject' },
  { kind: 'saveProjectAs' },
  { kind: 'saveRecording' },
  { kind: 'exportPerfetto' },
  ...SPEEDS.map((speed) => ({ kind: 'setSpeed', speed }) as const),
  ...POLICY_NAMES.map((policy) => ({ kind: 'setPolicy', policy }) as const),
  {
    kind: 'submit',
    engine: '3d',
    gpuTime: 3,
    parts: [
      { gpuTime: 1, resources: ['Blur.main'] },
      { gpuTime: 2, resources: [] },
    ],
    wait: { fence: 'f', value: 1 },
    signal: { fence: 'f', value: 2 },
  },
  { kind: 'applyEffect', effect: 'Blur' },
  { kind: 'removeEffect', effect: 'Blur' },
  { kind: 'addEffect', effect },
  { kind: 'addEffect', effect: { ...effect, resources: [] } },
  { kind: 'addEffect', effect: { ...effect, shader: 'Blur', constants: {} } },
  { kind: 'addEffect', effect: { ...effect, constants: { radius: [3], _tint: [1, 0.5, -2] } } },
  { kind: 'setConstants', effect: 'Blur', constants: { m: Array.from({ length: 16 }, (_, i) => i) } },
  { kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'KEEP_ALL' },
  ...BACKGROUND_MODES.flatMap((mode) =>
    MEASUREMENTS_ACTIONS.map(
      (action) => ({ kind: 'setBackgroundProcessingMode', mode, action, event: 'e', drain: true }) as const,
    ),
  ),
  { kind: 'setDeveloperMode', on: true },
  ...WORKFLOWS.map((workflow) => ({ kind: 'workflow', workflow }) as const),
  { kind: 'cancelWorkflow' },
  { kind: 'setBudget', bytes: 0 },
  { kind: 'setOtherProcess', bytes: 2 ** 40 },
  { kind: 'setEvictionMode', mode: 'lazy' },
  { kind: 'setEvictionMode', mode: 'eager' },
  { kind: 'setPeriodicTrim', idleAfter: 0 },
  { kind: 'setPeriodicTrim', interval: 1000, idleAfter: 0, whileActive: true },
  { kind: 'trimToBudget' },
  { kind: 'trimToBudget', bytes: 1 },
  { kind: 'notify', flags: 5, bytes: 1 },
  { kind: 'idle', idle: false },
  { kind: 'setCpu', cores: 64, smt: true, smtSlowdown: 0.9, quantum: 100, frameTime: 0, dispatch: { core: 63 } },
  { kind: 'setCpu', dispatch: 'app' },
  ...HAND_BEHAVIOURS.map((behaviour) => ({ kind: 'registerCallback', callback: 'f', context: '', behaviour }) as const),
  { kind: 'unregisterCallback', cookie: -0.5 },
  { kind: 'selectResource', id: 0 },
  { kind: 'selectResource', id: null },
  { kind: 'selectDelay', id: 1 },
  { kind: 'selectDelay', id: 'under-way' },
  { kind: 'selectDelay', id: null },
  { kind: 'showTraceLine', record: { t: 0, line: 1 } },
  { kind: 'showTraceLine', record: null },
  { kind: 'makeResident', id: 0 },
  { kind: 'makeResident', id: 3, denyOverbudget: true },
  { kind: 'evict', id: 0 },
  { kind: 'use', set: [] },
  { kind: 'use', set: ['A.r', 'B.r'], engine: 'copy', gpuTime: 250, context: 'own' },
  { kind: 'resource', name: 'Loose', size: 1 },
  { kind: 'resource', name: 'Loose', size: 1, heap: 'readback', resident: true, priority: 'low' },
  { kind: 'map', allocation: 3 },
  { kind: 'unmap', allocation: 3 },
  { kind: 'write', allocation: 3 },
  { kind: 'setExternalReservation', group: 'non-local', bytes: 0 },
  { kind: 'openProject' },
  { kind: 'openProject', path: '/tmp/a.json' },
  { kind: 'setTheme', theme: 'dark' },
  { kind: 'importClip', name: 'Beach', width: 1920, height: 1080 },
  { kind: 'importClip', name: 'Beach', width: 1, height: 16_384, frames: 1, thumbnails: 0 },
  { kind: 'removeClip', clip: 'Beach' },
  {
    kind: 'addEffect',
    effect: { ...effect, resources: [{ name: 'a', size: 1, resident: false, alignment: 4096, scratch: true }] },
  },
  { kind: 'setProject', width: 1280, height: 720 },
  ...ALLOCATION_MODES.map((mode) => ({ kind: 'setAllocation', mode }) as const),
  { kind: 'allocate', name: 'a', size: 1 },
  ...POOL_HEAPS.map(
    (heap) =>
      ({
        kind: 'allocate',
        name: 'a',
        size: { min: 65_536, max: 65_536 },
        count: 100_000,
        heap,
        pool: 'Cache',
        committed: true,
        pinned: true,
        scratch: false,
      }) as const,
  ),
  { kind: 'free', name: 'a' },
  { kind: 'free', name: 'a 1', every: 2, share: 0.5 },
  { kind: 'setMovable', allocation: 0, movable: false },
  { kind: 'beginDefragmentation' },
  ...DEFRAGMENTATION_ALGORITHMS.flatMap((algorithm) =>
    EVICTED_MOVES.map(
      (evicted) =>
        ({
          kind: 'beginDefragmentation',
          algorithm,
          maxBytesPerPass: 0,
          maxAllocationsPerPass: 7,
          pool: 'Cache',
          timePerFrame: 2000,
          bytesPerFrame: 8_388_608,
          evicted,
        }) as const,
    ),
  ),
  { kind: 'beginPass' },
  ...MOVE_OPERATIONS.map((operation) => ({ kind: 'setMoveOperation', move: 0, operation }) as const),
  { kind: 'endPass' },
  { kind: 'runDefragmentation' },
  { kind: 'endDefragmentation' },
  { kind: 'compareDefragmentation' },
  { kind: 'compareDefragmentation', maxBytesPerPass: 1, maxAllocationsPerPass: 1 },
  { kind: 'cancelDefragmentationComparison' },
  { kind: 'layout' },
  { kind: 'inject', fault: 'hang' },
  { kind: 'inject', fault: 'hang', duration: 5_000, engine: 'copy' },
  { kind: 'inject', fault: 'engine-reset-fails' },
  { kind: 'inject', fault: 'allocation-fails', count: 3 },
  { kind: 'inject', fault: 'callback-takes', duration: 50_000 },
  { kind: 'inject', fault: 'driver-call-throws', call: 'BuildPagingBuffer', count: 1_000 },
  { kind: 'takeBackFault', fault: { fault: 'hang', duration: 5_000, engine: '3d' } },
  {
    kind: 'takeBackFault',
    fault: { fault: 'build-paging-buffer-fails', notify: 'NotifyEviction', chunk: 0, adapter: 1, result: 'no-room' },
  },
  { kind: 'closeDump' },
  { kind: 'saveDump' },
  { kind: 'openDump' },
  { kind: 'importCapture' },
  { kind: 'importCapture', path: '/tmp/a.rmv' },
  { kind: 'importCapture', options: {} },
  { kind: 'importCapture', options: { from: 0, until: 5, process: 4294967295, speed: 0.001, unknownSize: 1 } },
  { kind: 'importCapture', options: { speed: 1_000_000, uses: { kind: 'every', interval: 1000 }, anonymous: true } },
  { kind: 'importCapture', options: { uses: { kind: 'evidence' } } },
  { kind: 'importCapture', options: { uses: { kind: 'residency' } } },
  { kind: 'openDump', path: '/tmp/a.json' },
  { kind: 'restoreRecovery', id: '4711-a1' },
  { kind: 'discardRecovery', id: '4711-a1' },
  { kind: 'dismissNotice', id: 'gpu' },
  { kind: 'showSaved', id: 1 },
  { kind: 'showStart', open: true },
  { kind: 'setStartPage', atStart: false },
  { kind: 'openExample', file: 'sample-life.json' },
  ...LESSONS.map(({ id }) => ({ kind: 'openLesson', lesson: id }) as const),
  { kind: 'leaveLesson' },
  { kind: 'exportFile', suggestedName: 'chart.png', format: 'png', content: 'data:image/png;base64,' },
]

describe('parseCommand', () => {
  it.each(COMMANDS.map((command) => [command]))('lets %j through as it is', (command) => {
    expect(parseCommand(command)).toEqual({ ok: true, command })
    expect(parseCommand(structuredClone(command))).toEqual({ ok: true, command })
  })

  it.each([
    [undefined, 'command'],
    [null, 'command'],
    ['run', 'command'],
    [[], 'command'],
    [{}, 'kind'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: ['run'] }, 'kind'],
    [{ kind: 'run', extra: 1 }, 'extra'],
    [{ kind: 'setSpeed', speed: 2 }, 'speed'],
    [{ kind: 'applyEffect' }, 'effect'],
    [{ kind: 'applyEffect', effect: '' }, 'effect'],
    [{ kind: 'applyEffect', effect: 'x'.repeat(10_001) }, 'effect'],
    [{ kind: 'addEffect', effect: { ...effect, name: 'x'.repeat(101) } }, 'effect.name'],
    [{ kind: 'addEffect', effect: { ...effect, gpuTime: -1 } }, 'effect.gpuTime'],
    [{ kind: 'addEffect', effect: { ...effect, gpuTime: 0.5 } }, 'effect.gpuTime'],
    [
      { kind: 'addEffect', effect: { ...effect, resources: [{ name: 'a', size: 0, resident: true }] } },
      'effect.resources.0.size',
    ],
    [{ kind: 'addEffect', effect: { ...effect, resources: [{ name: 'a', size: 1 }] } }, 'effect.resources.0.resident'],
    [{ kind: 'addEffect', effect: { ...effect, colour: 'red' } }, 'colour'],
    [{ kind: 'addEffect', effect: { ...effect, shader: '' } }, 'effect.shader'],
    [{ kind: 'addEffect', effect: { ...effect, constants: { radius: 3 } } }, 'effect.constants.radius'],
    [{ kind: 'setConstants', effect: 'Blur', constants: {} }, 'constants'],
    [{ kind: 'setConstants', effect: 'Blur', constants: many(65) }, 'constants'],
    [{ kind: 'setConstants', effect: 'Blur', constants: { gl_a: [1] } }, 'constants.gl_a'],
    [{ kind: 'setConstants', effect: 'Blur', constants: { a: [] } }, 'constants.a'],
    [{ kind: 'setConstants', effect: 'Blur', constants: { a: new Array(17).fill(0) } }, 'constants.a'],
    [{ kind: 'setConstants', effect: 'Blur', constants: { a: [1, Number.NaN] } }, 'constants.a.1'],
    [{ kind: 'setConstants', effect: 'Blur', constants: { a: [Number.POSITIVE_INFINITY] } }, 'constants.a.0'],
    [{ kind: 'setConstants', constants: { a: [1] } }, 'effect'],
    [{ kind: 'setCpu', cores: 0 }, 'cores'],
    [{ kind: 'setCpu', cores: 65 }, 'cores'],
    [{ kind: 'setCpu', smt: 1 }, 'smt'],
    [{ kind: 'setCpu', smtSlowdown: 0.95 }, 'smtSlowdown'],
    [{ kind: 'setCpu', quantum: 99 }, 'quantum'],
    [{ kind: 'setCpu', frameTime: 0.5 }, 'frameTime'],
    [{ kind: 'setCpu', dispatch: 'driver' }, 'dispatch'],
    [{ kind: 'setCpu', dispatch: { core: 64 } }, 'dispatch.core'],
    [{ kind: 'inject', fault: 'allocation-breaks' }, 'fault'],
    [{ kind: 'inject', fault: 'callback-takes' }, 'duration'],
    [{ kind: 'inject', fault: 'driver-call-throws' }, 'call'],
    [{ kind: 'inject', fault: 'make-resident-fails', count: 1_001 }, 'count'],
    [{ kind: 'inject', fault: 'hang', duration: 0 }, 'duration'],
    [{ kind: 'inject', fault: 'engine-reset-fails', duration: 5_000 }, 'duration'],
    [{ kind: 'takeBackFault', fault: { fault: 'hang', count: 1 } }, 'fault'],
    [{ kind: 'takeBackFault' }, 'fault'],
    [{ kind: 'use', id: 0, engine: 'paging' }, 'engine'],
    [{ kind: 'use', id: 0, gpuTime: -1 }, 'gpuTime'],
    [{ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED' }, 'action'],
    [{ kind: 'setBackgroundProcessingMode', mode: 'allowed', action: 'KEEP_ALL' }, 'mode'],
    [{ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'COMMIT' }, 'action'],
    [{ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: '' }, 'event'],
    [{ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'KEEP_ALL', drain: 1 }, 'drain'],
    [{ kind: 'setDeveloperMode' }, 'on'],
    [{ kind: 'workflow', workflow: 'pix' }, 'workflow'],
    [{ kind: 'cancelWorkflow', workflow: 'turn-off' }, 'workflow'],
    [{ kind: 'setBudget', bytes: -1 }, 'bytes'],
    [{ kind: 'setBudget', bytes: Number.NaN }, 'bytes'],
    [{ kind: 'setBudget', bytes: 2 ** 53 }, 'bytes'],
    [{ kind: 'setBudget', bytes: '64MiB' }, 'bytes'],
    [{ kind: 'setPolicy', policy: 'best' }, 'policy'],
    [{ kind: 'setPeriodicTrim', interval: 999 }, 'interval'],
    [{ kind: 'setPeriodicTrim', whileActive: 'yes' }, 'whileActive'],
    [{ kind: 'notify', flags: 0, bytes: 0 }, 'flags'],
    [{ kind: 'notify', flags: 8, bytes: 0 }, 'flags'],
    [{ kind: 'notify', flags: 1 }, 'bytes'],
    [{ kind: 'registerCallback', callback: 'f', context: '', behaviour: 'explode' }, 'behaviour'],
    [{ kind: 'unregisterCallback', cookie: '0' }, 'cookie'],
    [{ kind: 'selectResource', id: -1 }, 'id'],
    [{ kind: 'selectResource' }, 'id'],
    [{ kind: 'selectDelay', id: 0 }, 'id'],
    [{ kind: 'showTraceLine', record: { t: 0, line: 0 } }, 'record.line'],
    [{ kind: 'showTraceLine', record: { t: -1, line: 1 } }, 'record.t'],
    [{ kind: 'selectDelay', id: 'over' }, 'id'],
    [{ kind: 'exportFile', suggestedName: 'a', format: 'exe', content: '' }, 'format'],
    [{ kind: 'importClip', name: 'Beach', width: 1920 }, 'height'],
    [{ kind: 'importClip', name: 'Beach', width: 16_385, height: 1 }, 'width'],
    [{ kind: 'importClip', name: '', width: 1, height: 1 }, 'name'],
    [{ kind: 'importClip', name: 'Beach', width: 1, height: 1, frames: 0 }, 'frames'],
    [{ kind: 'removeClip', name: 'Beach' }, 'clip'],
    [{ kind: 'addEffect', effect: { ...effect, clip: { name: 'a' } } }, 'effect'],
    [
      { kind: 'addEffect', effect: { ...effect, resources: [{ name: 'a', size: 1, resident: true, alignment: 3 }] } },
      'effect.resources.0.alignment',
    ],
    [{ kind: 'setProject', width: 0, height: 1 }, 'width'],
    [{ kind: 'setAllocation', mode: 'shared' }, 'mode'],
    [{ kind: 'allocate', name: 'a', size: 0 }, 'size'],
    [{ kind: 'allocate', name: 'a', size: { min: 65_536, max: 65_537 } }, 'size.max'],
    [{ kind: 'allocate', name: 'a', size: { min: 131_072, max: 65_536 } }, 'size.min'],
    [{ kind: 'allocate', name: 'a', size: 1, count: 100_001 }, 'count'],
    [{ kind: 'allocate', name: 'a', size: 1, heap: 'custom' }, 'heap'],
    [{ kind: 'free', name: 'a', every: 0 }, 'every'],
    [{ kind: 'free', name: 'a', share: 0 }, 'share'],
    [{ kind: 'free', name: 'a', share: 1.5 }, 'share'],
    [{ kind: 'setMovable', allocation: -1, movable: true }, 'allocation'],
    [{ kind: 'beginDefragmentation', algorithm: 'best' }, 'algorithm'],
    [{ kind: 'beginDefragmentation', maxBytesPerPass: '1MiB' }, 'maxBytesPerPass'],
    [{ kind: 'beginDefragmentation', ignore: ['a'] }, 'ignore'],
    [{ kind: 'setMoveOperation', move: 0, operation: 'copy' }, 'operation'],
    [{ kind: 'setMoveOperation', operation: 'COPY' }, 'move'],
    [{ kind: 'compareDefragmentation', maxAllocationsPerPass: 0.5 }, 'maxAllocationsPerPass'],
    [{ kind: 'openDump', path: '' }, 'path'],
    [{ kind: 'importCapture', path: '' }, 'path'],
    [{ kind: 'importCapture', options: { from: -1 } }, 'options.from'],
    [{ kind: 'importCapture', options: { until: 0.5 } }, 'options.until'],
    [{ kind: 'importCapture', options: { process: 4294967296 } }, 'options.process'],
    [{ kind: 'importCapture', options: { speed: 0 } }, 'options.speed'],
    [{ kind: 'importCapture', options: { unknownSize: 0 } }, 'options.unknownSize'],
    [{ kind: 'importCapture', options: { uses: { kind: 'every' } } }, 'options.uses.interval'],
    [{ kind: 'importCapture', options: { uses: { kind: 'every', interval: 999 } } }, 'options.uses.interval'],
    [{ kind: 'importCapture', options: { name: 'x' } }, 'name'],
    // what no file may hold, so that it could not be recorded
    [{ kind: 'setPeriodicTrim' }, 'command'],
    [{ kind: 'setTdr', level: undefined }, 'command'],
    [{ kind: 'setPreemption' }, 'command'],
    [{ kind: 'setCompositor' }, 'command'],
    [{ kind: 'setCpu' }, 'command'],
    [{ kind: 'submit', engine: 'copy', gpuTime: 1, work: GRAPHICS }, 'work'],
    [{ kind: 'submit', engine: 'video-decode', gpuTime: 1, work: GRAPHICS }, 'work'],
    [{ kind: 'submit', engine: 'compute', gpuTime: 1, work: GRAPHICS }, 'work'],
    [{ kind: 'submit', engine: '3d', gpuTime: 4, parts: [{ gpuTime: 3, resources: [] }] }, 'gpuTime'],
    [{ kind: 'submit', engine: '3d', gpuTime: 0, parts: [] }, 'parts'],
    [{ kind: 'submit', engine: '3d', gpuTime: 0, wait: { fence: 'f' } }, 'wait.value'],
    [{ kind: 'addEffect', effect: { ...effect, passes: [{ engine: '3d', gpuTime: 999 }] } }, 'effect.gpuTime'],
    [
      { kind: 'addEffect', effect: { ...effect, passes: [{ engine: 'copy', gpuTime: 1000, work: GRAPHICS }] } },
      'effect.passes.0.work',
    ],
  ])('refuses %j and names %s', (value, field) => {
    const parsed = parseCommand(value)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.message).toMatch(new RegExp(`(^|[\\s"'])${field.replaceAll('.', '\\.')}["': ]`))
  })

  it('takes as many constants as a file may have, and -0 as 0, which is what a file would say', () => {
    const command = { kind: 'setConstants', effect: 'Blur', constants: many(64) }
    expect(parseCommand(command)).toEqual({ ok: true, command })
    const parsed = parseCommand({ ...command, constants: { a: [-0] } })
    expect(parsed).toStrictEqual({ ok: true, command: { ...command, constants: { a: [0] } } })
  })

  const long = 'x'.repeat(10_000)
  it.each([
    { kind: 'applyEffect', effect: long },
    { kind: 'removeEffect', effect: long },
    { kind: 'setConstants', effect: long, constants: { [long]: [1] } },
    { kind: 'submit', engine: '3d', gpuTime: 1, resources: [`${long}.${long}`] },
    { kind: 'allocate', name: 'a', size: 1, pool: long },
    { kind: 'free', name: `${long} 1` },
    { kind: 'beginDefragmentation', pool: long },
    { kind: 'setOtherProcess', bytes: 1, name: long },
    { kind: 'removeClip', clip: long },
    { kind: 'relinkClip', clip: long, file: null },
    { kind: 'timeline', change: { edit: 'insert', media: long } },
    { kind: 'timeline', change: { edit: 'enable', effect: long, enabled: true } },
  ])('$kind takes what a file has given a long name [SC-02]', (command) => {
    expect(parseCommand(command)).toEqual({ ok: true, command })
  })

  it('tells everything that is wrong at once', () => {
    const parsed = parseCommand({ kind: 'notify', flags: 9, bytes: -1, more: true })
    expect(parsed).toMatchObject({ ok: false })
    for (const field of ['flags', 'bytes', 'more']) expect((parsed as { message: string }).message).toContain(field)
  })

  it('never throws, whatever comes, and lets nothing through that is not a command', () => {
    const kind = fc.constantFrom(...COMMANDS.map((command) => command.kind))
    const field = fc.constantFrom(
      'effect',
      'bytes',
      'flags',
      'id',
      'cookie',
      'policy',
      'speed',
      'interval',
      '__proto__',
    )
    const like = fc
      .tuple(kind, fc.dictionary(field, fc.anything()))
      .map(([name, fields]) => ({ ...fields, kind: name }))
    const known = new Set<string>(COMMANDS.map((command) => command.kind))
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), like), (value) => {
        const parsed = parseCommand(value)
        if (parsed.ok) expect(known).toContain(parsed.command.kind)
        else expect(parsed.message).toMatch(/^The command was refused: \S+: /)
      }),
      { numRuns: 2000 },
    )
  })
})
