/** Checks what comes through the ipc gate: every command's shape, with an error that names the field. */
import { z } from 'zod'
import {
  ALLOCATION_MODES,
  BACKGROUND_MODES,
  COMPUTE_GRANULARITIES,
  CONTEXT_PRIORITIES,
  type Command,
  DEFRAGMENTATION_ALGORITHMS,
  EVICTED_MOVES,
  GRAPHICS_GRANULARITIES,
  HAND_BEHAVIOURS,
  LEAST_QUANTUM,
  MEASUREMENTS_ACTIONS,
  MOST_BRANCH_NAME,
  MOST_CORES,
  MOST_FRAMES,
  MOST_PASSES,
  MOST_SMT_SLOWDOWN,
  MOST_SUBMITTED,
  MOVE_OPERATIONS,
  POOL_HEAPS,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
  SPEEDS,
  TDR_LEVELS,
  TRANSPORT_RATES,
  WORKFLOWS,
} from '../../../../preload/contract'
import {
  alignmentProblem,
  CONSTANT_NAME,
  CONSTANT_NAME_TEXT,
  GRANULE,
  MAX_COMPONENTS,
  MAX_CONSTANTS,
  MOST_ALLOCATIONS,
  MOST_TEXELS,
} from '../../scenario'
import { effectIssues, submitIssues } from '../checks'
import { appCommand, deviceCommand, newProjectCommand } from './device'
import { injectCommand, takeBackCommand } from './fault'
import { fileSchemas } from './file'
import { guideSchemas } from './guide'
import { laboratorySchemas, policyId } from './laboratory'
import { mediaSchemas } from './media'
import { knownName, timelineChange } from './timeline'

const text = (most: number) => z.string().min(1).max(most)
const known = knownName()
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const duration = (least: number) => z.number().int().min(least).max(Number.MAX_SAFE_INTEGER)
/** handle of an allocation, as frames name it */
const allocation = z.number().int().min(0)
/** as frames name it */
const branchId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** groups of panels, and panels of one */
const MOST_PANELS = 20

/** µs; a shorter cadence than this is no cadence of an operating system */
const LEAST_INTERVAL = 1_000

/** µs; below it ordinary packets would be timeouts */
const LEAST_TDR_DELAY = 1_000

const resourceShape = z.strictObject({
  name: text(100),
  size: bytes.min(1),
  resident: z.boolean(),
  heap: z.enum(['default', 'upload', 'readback']).optional(),
  compressed: z.boolean().optional(),
  notZeroed: z.boolean().optional(),
  priority: z.enum(RESIDENCY_PRIORITIES).optional(),
  alignment: bytes.optional(),
  scratch: z.boolean().optional(),
})
const resource = resourceShape.check(({ value, issues }) => {
  const expected = value.alignment === undefined ? null : alignmentProblem(value)
  if (expected === null) return
  const message = `found ${value.alignment}, expected ${expected}`
  issues.push({ code: 'custom', input: value.alignment, path: ['alignment'], message })
})
const units = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const work = z
  .union([
    z.strictObject({ draws: units, primitives: units, triangles: units, pixels: units, instructions: units }),
    z.strictObject({ dispatches: units, threadGroups: units, threads: units, instructions: units }),
  ])
  .refine((counts) => Object.values(counts).reduce((product, count) => product * count, 1) <= Number.MAX_SAFE_INTEGER, {
    error: 'the product of the counts must stay below 2^53',
  })
const pass = z.strictObject({
  engine: z.enum(['3d', 'compute', 'copy']),
  gpuTime: duration(0),
  work: work.optional(),
})
// a saved file could not say -0: JSON writes it as 0
const component = z.number().transform((value) => value + 0)
const constants = z
  .record(known.regex(CONSTANT_NAME), z.array(component).min(1).max(MAX_COMPONENTS), {
    error: (issue) => (issue.code === 'invalid_key' ? `expected ${CONSTANT_NAME_TEXT}` : undefined),
  })
  .refine((values) => Object.keys(values).length <= MAX_CONSTANTS, { error: `at most ${MAX_CONSTANTS} constants` })
const texels = z.number().int().min(1).max(MOST_TEXELS)
const effect = z
  .strictObject({
    name: text(100),
    gpuTime: duration(0),
    resources: z.array(resource).max(1000),
    passes: z.array(pass).max(MOST_PASSES).optional(),
    shader: text(100).optional(),
    constants: constants.optional(),
  })
  .superRefine(effectIssues)
const fence = z.strictObject({ fence: text(100), value: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })
/** of resources, with their effects */
const names = z.array(knownName(2)).max(MOST_SUBMITTED)
const submit = z
  .strictObject({
    kind: z.literal('submit'),
    engine: z.enum(['3d', 'compute', 'copy', 'video-decode']),
    gpuTime: duration(0),
    priority: z.enum(CONTEXT_PRIORITIES).optional(),
    context: text(100).optional(),
    resources: names.optional(),
    work: work.optional(),
    parts: z
      .array(z.strictObject({ gpuTime: duration(0), resources: names }))
      .min(1)
      .max(MOST_SUBMITTED)
      .optional(),
    wait: fence.optional(),
    signal: fence.optional(),
    disablePreemption: z.boolean().optional(),
  })
  .superRefine(submitIssues)

const granules = bytes.min(GRANULE).multipleOf(GRANULE)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const allocate = z.strictObject({
  kind: z.literal('allocate'),
  name: text(100),
  size: z.union([
    bytes.min(1),
    z
      .strictObject({ min: granules, max: granules })
      .refine(({ min, max }) => min <= max, { error: '"min" must be at most "max"', path: ['min'] }),
  ]),
  count: z.number().int().min(1).max(MOST_ALLOCATIONS).optional(),
  heap: z.enum(POOL_HEAPS).optional(),
  pool: known.optional(),
  committed: z.boolean().optional(),
  pinned: z.boolean().optional(),
  scratch: z.boolean().optional(),
})
const free = z.strictObject({
  kind: z.literal('free'),
  name: knownName(2),
  every: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  share: z.number().positive().max(1).optional(),
})
const beginDefragmentation = z.strictObject({
  kind: z.literal('beginDefragmentation'),
  algorithm: z.enum(DEFRAGMENTATION_ALGORITHMS).optional(),
  maxBytesPerPass: bytes.optional(),
  maxAllocationsPerPass: count.optional(),
  pool: known.optional(),
  timePerFrame: duration(0).optional(),
  bytesPerFrame: bytes.optional(),
  evicted: z.enum(EVICTED_MOVES).optional(),
})

const share = z.number().min(0).max(100)
const panelName = z.string().min(1).max(40)
const few = (record: object): boolean => Object.keys(record).length <= MOST_PANELS
const panelLayout = z.record(panelName, z.record(panelName, share).refine(few)).refine(few)

/** Settings of which those left out stay; of none of them there would be nothing to record. */
const some = <Shape extends { kind: z.ZodType }>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((settings) => Object.values(settings).filter((value) => value !== undefined).length > 1, {
      error: 'at least one setting',
    })

export const commandSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['cancelOpening', 'cancelVariants', 'cancelBranchComparison', 'cancelWorkflow']) }),
  z.strictObject({
    kind: z.enum([
      'run',
      'pause',
      'step',
      'undo',
      'redo',
      'periodicTrim',
      'restartPeriodicTrim',
      'restartSimulation',
      'returnToRunBefore',
      'recreateDevice',
      'closeComparisonInput',
      'openComparisonInput',
      'saveComparison',
      'saveProject',
      'saveProjectAs',
      'saveRecording',
      'exportPerfetto',
      'beginPass',
      'endPass',
      'runDefragmentation',
      'endDefragmentation',
      'cancelDefragmentationComparison',
      'layout',
      'closeDump',
      'saveDump',
    ]),
  }),
  ...laboratorySchemas,
  newProjectCommand,
  ...mediaSchemas,
  z.strictObject({ kind: z.literal('timeline'), change: timelineChange }),
  z.strictObject({ kind: z.literal('setProject'), width: texels, height: texels }),
  z.strictObject({ kind: z.literal('setAllocation'), mode: z.enum(ALLOCATION_MODES) }),
  allocate,
  free,
  z.strictObject({ kind: z.literal('setMovable'), allocation: count, movable: z.boolean() }),
  z.strictObject({ kind: z.enum(['map', 'unmap', 'write']), allocation: count }),
  beginDefragmentation,
  z.strictObject({ kind: z.literal('setMoveOperation'), move: count, operation: z.enum(MOVE_OPERATIONS) }),
  z.strictObject({
    kind: z.literal('compareDefragmentation'),
    maxBytesPerPass: bytes.optional(),
    maxAllocationsPerPass: count.optional(),
  }),
  z.strictObject({ kind: z.literal('play'), playing: z.boolean() }),
  z.strictObject({ kind: z.literal('seek'), position: duration(0) }),
  some({
    kind: z.literal('setTransport'),
    rate: z.literal(TRANSPORT_RATES).optional(),
    in: duration(0).nullable().optional(),
    out: duration(0).nullable().optional(),
    loop: z.boolean().optional(),
  }),
  submit,
  injectCommand,
  takeBackCommand,
  some({
    kind: z.literal('setPreemption'),
    model: z.enum(PREEMPTION_MODELS).optional(),
    graphics: z.enum(GRAPHICS_GRANULARITIES).optional(),
    compute: z.enum(COMPUTE_GRANULARITIES).optional(),
  }),
  some({
    kind: z.literal('setTdr'),
    level: z.enum(TDR_LEVELS).optional(),
    delay: duration(LEAST_TDR_DELAY).optional(),
  }),
  some({
    kind: z.literal('setCompositor'),
    enabled: z.boolean().optional(),
    gpuTime: duration(1).optional(),
  }),
  some({
    kind: z.literal('setCpu'),
    cores: z.number().int().min(1).max(MOST_CORES).optional(),
    smt: z.boolean().optional(),
    smtSlowdown: z.number().min(0).max(MOST_SMT_SLOWDOWN).optional(),
    quantum: duration(LEAST_QUANTUM).optional(),
    frameTime: duration(0).optional(),
    dispatch: z
      .union([
        z.enum(['runtime', 'app']),
        z.strictObject({
          core: z
            .number()
            .int()
            .min(0)
            .max(MOST_CORES - 1),
        }),
      ])
      .optional(),
  }),
  z.strictObject({
    kind: z.literal('setBackgroundProcessingMode'),
    mode: z.enum(BACKGROUND_MODES),
    action: z.enum(MEASUREMENTS_ACTIONS),
    event: text(100).optional(),
    drain: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('setPanelLayout'), layout: panelLayout }),
  deviceCommand,
  appCommand,
  z.strictObject({ kind: z.literal('setDeveloperMode'), on: z.boolean() }),
  z.strictObject({
    kind: z.literal('setConstants'),
    effect: known,
    constants: constants.refine((values) => Object.keys(values).length > 0, { error: 'at least one constant' }),
    gesture: count.optional(),
  }),
  z.strictObject({ kind: z.literal('workflow'), workflow: z.enum(WORKFLOWS) }),
  z.strictObject({ kind: z.literal('frames'), count: z.number().int().min(1).max(MOST_FRAMES) }),
  z.strictObject({ kind: z.literal('setSpeed'), speed: z.literal(SPEEDS) }),
  z.strictObject({ kind: z.enum(['applyEffect', 'removeEffect']), effect: known }),
  z.strictObject({ kind: z.literal('addEffect'), effect }),
  z.strictObject({ kind: z.literal('setPolicy'), policy: policyId }),
  z.strictObject({ kind: z.enum(['openPolicy', 'reloadPolicy']) }),
  z.strictObject({ kind: z.literal('setBudget'), bytes, gesture: count.optional() }),
  z.strictObject({ kind: z.literal('reserve'), bytes }),
  z.strictObject({ kind: z.literal('setExternalReservation'), group: z.enum(['local', 'non-local']), bytes }),
  z.strictObject({
    kind: z.literal('setOtherProcess'),
    bytes,
    name: known.optional(),
    foreground: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('setResidencyPriority'),
    id: allocation,
    priority: z.enum(RESIDENCY_PRIORITIES),
  }),
  z.strictObject({ kind: z.enum(['discard', 'evict']), id: allocation }),
  resourceShape
    .pick({ name: true, size: true, heap: true, priority: true })
    .extend({ kind: z.literal('resource'), resident: z.boolean().optional() }),
  z.strictObject({
    kind: z.literal('use'),
    set: names,
    engine: submit.shape.engine.optional(),
    gpuTime: duration(0).optional(),
    context: text(100).optional(),
  }),
  z.strictObject({ kind: z.literal('makeResident'), id: allocation, denyOverbudget: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('setEvictionMode'), mode: z.enum(['lazy', 'eager']) }),
  some({
    kind: z.literal('setPeriodicTrim'),
    interval: duration(LEAST_INTERVAL).optional(),
    idleAfter: duration(0).optional(),
    whileActive: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('trimToBudget'), bytes: bytes.optional() }),
  z.strictObject({ kind: z.literal('notify'), flags: z.number().int().min(1).max(7), bytes }),
  z.strictObject({ kind: z.literal('idle'), idle: z.boolean() }),
  z.strictObject({ kind: z.literal('lock'), locked: z.boolean() }),
  z.strictObject({ kind: z.literal('suspend'), suspended: z.boolean() }),
  z.strictObject({
    kind: z.literal('registerCallback'),
    callback: text(100),
    context: z.string().max(1000),
    behaviour: z.enum(HAND_BEHAVIOURS),
  }),
  z.strictObject({ kind: z.literal('unregisterCallback'), cookie: z.number() }),
  z.strictObject({ kind: z.literal('goTo'), time: duration(0), branch: branchId.optional() }),
  z.strictObject({ kind: z.enum(['returnTo', 'deleteBranch', 'restoreBranch']), branch: branchId }),
  z.strictObject({ kind: z.literal('renameBranch'), branch: branchId, name: text(MOST_BRANCH_NAME) }),
  z.strictObject({ kind: z.literal('selectResource'), id: allocation.nullable() }),
  z.strictObject({
    kind: z.literal('selectDelay'),
    id: z.union([z.number().int().min(1), z.literal('under-way')]).nullable(),
  }),
  ...fileSchemas,
  z.strictObject({ kind: z.literal('setTheme'), theme: z.enum(['system', 'dark', 'light']) }),
  ...guideSchemas,
  z.strictObject({ kind: z.enum(['restoreRecovery', 'discardRecovery', 'dismissNotice']), id: text(100) }),
  z.strictObject({ kind: z.literal('showSaved'), id: z.number().int().min(1) }),
])

/** The same type, however it is put together. */
type Flat<T> = T extends readonly (infer Element)[]
  ? Flat<Element>[]
  : T extends object
    ? { [Field in keyof T]: Flat<Exclude<T[Field], undefined>> }
    : T
type Fields<Union, Kind> = Union extends { kind: unknown }
  ? Kind extends Union['kind']
    ? Flat<{ [Field in keyof Union as Field extends 'kind' ? never : Field]: Union[Field] }>
    : never
  : never
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Parsed = z.output<typeof commandSchema>
/** Kinds of which gate and contract do not say the same, in either direction. */
type Drifted = {
  [Kind in (Command | Parsed)['kind']]: IsSame<Fields<Command, Kind>, Fields<Parsed, Kind>> extends true ? never : Kind
}[(Command | Parsed)['kind']]

/**
 * Does not compile when the contract has a field that the gate refuses, or the gate one that nobody knows.
 * Exported for the compiler, which reads it; nothing imports it.
 */
export const GATE_IS_CONTRACT: [Drifted] extends [never] ? true : Drifted = true

export type ParsedCommand = { ok: true; command: Command } | { ok: false; message: string }

/** @param value what the renderer sent */
export function parseCommand(value: unknown): ParsedCommand {
  const parsed = commandSchema.safeParse(value)
  if (parsed.success) return { ok: true, command: parsed.data }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'command'}: ${issue.message}`)
  return { ok: false, message: `The command was refused: ${problems.join('; ')}` }
}
