/**
 * The file format of scenarios: these schemas validate it, fill the defaults in, and are what the JSON Schema is
 * generated from (SC-03). The steps are in steps.ts; what one field alone cannot tell is in semantics.ts.
 *
 * @see spec SC, "The file"
 */
import { z } from 'zod'
import {
  ALIGNMENTS,
  COMPUTE_GRANULARITIES,
  FILE_NAME_FORM,
  GRAPHICS_GRANULARITIES,
  LOCAL_SEGMENTS,
  MOST_FILE_NAME,
  MOST_OWN_POLICY,
  NON_LOCAL_SEGMENTS,
  PIXEL_FORMATS,
  POLICY_NAMES,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
  TDR_LEVELS,
  WDDM_VERSIONS,
} from '../../../../preload/contract'
import { getResourceAllocationInfo, PlacementAlignment } from '../../../d3d12/resource-desc'
import { list, record } from '../check/lists'
import { PROFILE_NAMES } from '../profiles'
import { allocationMode, blockSize, clipSchema, poolSchema } from './allocation'
import { constantsSchema, cpuSchema, cpuStepSchema } from './background'
import { driverSchema, vaAnswer } from './driver'
import { MOST_ADAPTERS } from './faults'
import { passSchema, totalTime } from './gpu-work'
import { checked, duration, flag, GRANULE, label, size, some, strict, texels, wholeNumber } from './quantities'
import { timelineSchema } from './timeline'
import { EVICTION_MODES, HEAPS, type ScenarioEffect } from './types'
import { sizeToText } from './units'

/** µs that an effect takes which does not say */
const EFFECT_TIME = 4000

export const prioritySchema = z.enum(RESIDENCY_PRIORITIES).meta({ description: 'D3D12_RESIDENCY_PRIORITY' })

const ALIGNMENT_TEXT = '4KiB (small textures), 64KiB or 4MiB (multisampled textures)'

const alignment = checked(size(`${ALIGNMENT_TEXT}; when absent 64KiB, as buffers have it`), (bytes, refuse) => {
  if (!ALIGNMENTS.includes(bytes)) refuse([], bytes, ALIGNMENT_TEXT)
})

/**
 * Why D3D12 has no such resource: what is expected instead of its alignment; null: it has (DF-02).
 * @param resource `size` and `alignment` in bytes
 */
export function alignmentProblem({ size, alignment }: { size: number; alignment?: number | undefined }): string | null {
  if (getResourceAllocationInfo({ dimension: 'opaque', width: size, alignment }) !== null) return null
  if (!ALIGNMENTS.includes(alignment ?? PlacementAlignment.DEFAULT)) return ALIGNMENT_TEXT
  return `64KiB or 4MiB: the size is ${sizeToText(size)}, and only textures of at most 64KiB have 4KiB`
}

const resourceShape = strict(
  {
    name: label('unique within its effect'),
    size: size('bytes asked for', { min: 1 }),
    resident: flag('created resident; false: CREATE_NOT_RESIDENT').prefault(true),
    heap: z.enum(HEAPS).optional().meta({ description: 'upload and readback lie in the non-local segment' }),
    compressed: flag('the driver keeps it compressed while the device uses it').optional(),
    notZeroed: flag('CREATE_NOT_ZEROED: its memory is not zeroed, where it has a heap of its own').optional(),
    priority: prioritySchema.optional(),
    alignment: alignment.optional(),
    scratch: flag('its contents mean nothing between uses: a move recreates it without a copy').optional(),
  },
  'A resource of an effect. Its full name is "Effect.resource".',
).meta({ id: 'resource' })

const resource = checked(resourceShape, (own, refuse) => {
  if (own.alignment === undefined || !ALIGNMENTS.includes(own.alignment)) return
  const expected = alignmentProblem(own)
  if (expected !== null) refuse(['alignment'], own.alignment, expected)
})

export const effectSchema = strict(
  {
    name: label('unique among the effects'),
    gpuTime: duration('how long one application takes; when absent the sum of its passes, or 4ms').optional(),
    resources: list(resource).prefault([]).meta({ description: 'in registration order' }),
    passes: list(passSchema, { min: [1, 'at least one pass'] })
      .optional()
      .meta({ description: 'in order, each after the one before; when absent one on the 3D engine' }),
    shader: label("whose shaders it has: a built-in effect's name; when absent its own name").optional(),
    constants: constantsSchema.optional(),
  },
  'An effect of the creative app.',
)
  .meta({ id: 'effect' })
  .transform(
    ({ name, gpuTime, resources, passes, shader, constants }): ScenarioEffect => ({
      name,
      gpuTime: gpuTime ?? (passes === undefined ? EFFECT_TIME : totalTime(passes)),
      resources,
      ...(passes === undefined ? {} : { passes }),
      ...(shader === undefined ? {} : { shader }),
      ...(constants === undefined ? {} : { constants }),
    }),
  )

/** TN-36: the sample's own two effects. */
const DEFAULT_EFFECTS: z.input<typeof effectSchema>[] = [
  {
    name: 'Blur',
    gpuTime: '4ms',
    resources: [
      { name: 'main', size: '64MiB' },
      { name: 'temp', size: '64MiB' },
      { name: 'kernel', size: '64KiB', resident: true },
    ],
  },
  {
    name: 'Grayscale',
    gpuTime: '2ms',
    resources: [
      { name: 'convert', size: '32MiB', resident: false },
      { name: 'luminance', size: '64KiB', resident: false },
    ],
  },
]

const FILE_NAME = `the name of a file without folders, of at most ${MOST_FILE_NAME} characters`
const MODULE = `the text of an ES module, of at most ${MOST_OWN_POLICY} characters`
const POLICY = `one of ${POLICY_NAMES.join(', ')}, or { "file", "text" } of a policy of one's own`

const ownPolicySchema = strict(
  {
    file: z
      .string({ error: FILE_NAME })
      .max(MOST_FILE_NAME, { error: FILE_NAME })
      .regex(FILE_NAME_FORM, { error: FILE_NAME })
      .meta({ description: 'name of its file, without folders' }),
    text: z
      .string({ error: MODULE })
      .max(MOST_OWN_POLICY, { error: MODULE })
      .meta({ description: 'the ES module that it is' }),
  },
  "A policy of one's own.",
)

export const policySchema = z
  .union([z.enum(POLICY_NAMES), ownPolicySchema], { error: POLICY })
  .meta({ id: 'policy', description: "A residency policy, by name or one of one's own with its module." })

const cadence = {
  interval: duration('between two periodic trims, at least 1 ms', { min: 1000 }),
  idleAfter: duration('without input, until the OS counts as idle'),
  whileActive: flag('the cadence also runs while the user is active'),
}
const granularity = {
  model: z.enum(PREEMPTION_MODELS),
  graphics: z.enum(GRAPHICS_GRANULARITIES),
  compute: z.enum(COMPUTE_GRANULARITIES),
}
const detection = { level: z.enum(TDR_LEVELS), delay: duration('TdrDelay') }
const composition = {
  enabled: flag('it presents every vertical blank, at high priority'),
  gpuTime: duration('how long each of its presents takes, at least 1 us', { min: 1 }),
}
const developerMode = flag('developer mode of the system')
const evictionMode = z.enum(EVICTION_MODES).meta({ description: 'when evicted memory is taken' })

const periodicTrim = strict(
  {
    interval: cadence.interval.prefault('10s'),
    idleAfter: cadence.idleAfter.prefault('5s'),
    whileActive: cadence.whileActive.prefault(false),
  },
  'The cadence of PERIODIC_TRIM.',
)

const preemption = strict(
  {
    model: granularity.model.prefault('win8'),
    graphics: granularity.graphics.prefault('pixel'),
    compute: granularity.compute.prefault('thread-group'),
  },
  'How finely the GPU can be preempted.',
)

const tdr = strict(
  {
    level: detection.level.prefault('recover'),
    delay: detection.delay.prefault('2s'),
    limitCount: wholeNumber(0, 'TdrLimitCount').prefault(5),
    limitTime: duration('TdrLimitTime').prefault('60s'),
  },
  'Timeout detection and recovery.',
)

const compositor = strict(
  { enabled: composition.enabled.prefault(true), gpuTime: composition.gpuTime.prefault('500us') },
  'The desktop compositor.',
)

const rate = 'a number above 0, at most 1000'
const refreshRate = z
  .number({ error: rate })
  .positive({ error: rate })
  .max(1000, { error: rate })
  .meta({ description: 'vertical blanks per second' })

/** displays that a desktop has, at most */
const MOST_DISPLAYS = 8
/** µs; shorter turns would be spent on switching */
const LEAST_QUANTUM = 100

const quantum = strict(
  {
    time: duration('how long a context keeps the engine while others of its priority wait', { min: LEAST_QUANTUM }),
    preemption: duration('how long one that was preempted runs before it can be again').prefault('0us'),
  },
  'The quantum of the GPU scheduler; its preemption attempts are in the trace. When absent packets take turns as they come.',
)

export const systemSchema = strict(
  {
    wddm: z.enum(WDDM_VERSIONS).prefault('3.2').meta({ description: 'version of the driver model' }),
    trimNotifications: flag('false: registering returns E_NOTIMPL').prefault(true),
    developerMode: developerMode.prefault(false),
    localMemory: size('the local memory segment, a multiple of 64 KiB', { min: GRANULE, multipleOf: GRANULE }).prefault(
      '2GiB',
    ),
    nonLocalMemory: size('the aperture segment over system memory, a multiple of 64 KiB', {
      multipleOf: GRANULE,
    }).prefault('8GiB'),
    profile: z.enum(PROFILE_NAMES).optional().meta({ description: 'a device whose values are the defaults here' }),
    localSegment: z
      .enum(LOCAL_SEGMENTS)
      .prefault('memory')
      .meta({ description: 'aperture: an integrated GPU, whose local group maps system memory' }),
    physicalAdapters: wholeNumber(1, 'more than 1: linked adapters', MOST_ADAPTERS).prefault(1),
    driver: driverSchema.prefault({}),
    budget: size("the app's local budget; when absent 90 % of localMemory, down to 64 KiB").optional(),
    nonLocalSegment: z.enum(NON_LOCAL_SEGMENTS).optional().meta({
      description: 'an aperture over system memory, or the implicit system memory segment; when absent "aperture"',
    }),
    pagingBandwidth: size('bytes per second', { min: 1 }).prefault('8GiB'),
    fillBandwidth: size('of fills, bytes per second; when absent they take no time', { min: 1 }).optional(),
    copyBandwidth: size('of the copy engine within local memory, bytes per second', { min: 1 }).prefault('64GiB'),
    evictionMode: evictionMode.prefault('lazy'),
    periodicTrim: periodicTrim.prefault({}),
    pagingProcessVa: vaAnswer("MiB, the driver's answer; 0: the OS chooses").prefault(0),
    hardwareScheduling: flag('hardware-accelerated GPU scheduling').prefault(false),
    preemption: preemption.prefault({}),
    tdr: tdr.prefault({}),
    backgroundProcessing: flag('the driver supports background processing').prefault(true),
    refreshRate: refreshRate.prefault(60),
    displays: list(strict({ refreshRate }, 'A display.'), {
      min: [1, 'at least one display'],
      max: [MOST_DISPLAYS, `at most ${MOST_DISPLAYS} displays`],
    })
      .optional()
      .meta({
        description: 'each with blanks of its own; the editor is on the first; when absent one, of refreshRate',
      }),
    quantum: quantum.optional(),
    cpu: cpuSchema.prefault({}),
    compositor: compositor.prefault({}),
  },
  'The simulated system.',
)

const SETTING = 'at least one setting'

/** The verb `system`: what is left out stays as it is. */
export const systemStepSchema = some(
  {
    evictionMode,
    periodicTrim: some(cadence, 'The cadence of PERIODIC_TRIM.', SETTING),
    preemption: some(granularity, 'How finely the GPU can be preempted.', SETTING),
    tdr: some(detection, 'Timeout detection and recovery.', SETTING),
    compositor: some(composition, 'The desktop compositor.', SETTING),
    developerMode,
    cpu: cpuStepSchema,
  },
  'Settings of the running system.',
  SETTING,
)

const percent = 'a number from 0 to 100'
const share = z.number({ error: percent }).min(0, { error: percent }).max(100, { error: percent })

const project = strict(
  {
    width: texels('texels').prefault(3840),
    height: texels('texels').prefault(2160),
    format: z.enum(PIXEL_FORMATS).prefault('R16G16B16A16_FLOAT').meta({ description: 'of pixels between effects' }),
  },
  'The clip, from which built-in effects take the sizes of their resources.',
)

export const appSchema = strict(
  {
    policy: policySchema.prefault('creative-app'),
    project: project.prefault({}),
    allocation: allocationMode.prefault('committed'),
    blockSize: blockSize.prefault('64MiB'),
    pools: list(poolSchema).prefault([]).meta({ description: 'custom pools, in order of creation' }),
    pool: label('the custom pool of what the editor places in DEFAULT heaps; when absent the default pool').optional(),
    clips: list(clipSchema).prefault([]).meta({ description: 'media on the timeline at the start, in order' }),
    effects: list(effectSchema).prefault(DEFAULT_EFFECTS).meta({ description: 'in declared order' }),
    layout: record(label('of a group of panels'), record(label('of a panel'), share))
      .optional()
      .meta({ description: 'shares of the panels of the window, in percent' }),
    timeline: timelineSchema.optional().meta({ description: 'when absent the sample footage alone' }),
  },
  'The app under test.',
)
