/**
 * The file format of scenarios: these schemas validate it, fill the defaults in, and are what the JSON Schema is
 * generated from (SC-03). The steps are in steps.ts; what one field alone cannot tell is in semantics.ts.
 *
 * @see spec SC, "The file"
 */
import { z } from 'zod'
import { POLICY_NAMES } from '../../../preload/contract'
import { list } from './lists'
import { PROFILE_NAMES } from './profiles'
import { duration, label, size, strict, whole } from './quantities'
import {
  COMPUTE_GRANULARITIES,
  EVICTION_MODES,
  GRAPHICS_GRANULARITIES,
  HEAPS,
  LOCAL_SEGMENTS,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
  TDR_LEVELS,
  WDDM_VERSIONS,
} from './types'
import { KIB } from './units'

/** Placed resources and segments are counted in these. */
export const GRANULE = 64 * KIB

const UINT_MAX = 0xffffffff

const flag = (description: string) => z.boolean().meta({ description })

export const prioritySchema = z.enum(RESIDENCY_PRIORITIES).meta({ description: 'D3D12_RESIDENCY_PRIORITY' })

const resource = strict(
  {
    name: label('unique within its effect'),
    size: size('bytes asked for', { min: 1 }),
    resident: flag('created resident; false: CREATE_NOT_RESIDENT').prefault(true),
    heap: z.enum(HEAPS).optional().meta({ description: 'upload and readback lie in the non-local segment' }),
    compressed: flag('the driver keeps it compressed while the device uses it').optional(),
    priority: prioritySchema.optional(),
  },
  'A resource of an effect. Its full name is "Effect.resource".',
).meta({ id: 'resource' })

export const effectSchema = strict(
  {
    name: label('unique among the effects'),
    gpuTime: duration('how long one application keeps the GPU busy').prefault('4ms'),
    resources: list(resource).prefault([]).meta({ description: 'in registration order' }),
  },
  'An effect of the creative app.',
).meta({ id: 'effect' })

/** TN-36: the sample's own two effects. */
export const DEFAULT_EFFECTS: z.input<typeof effectSchema>[] = [
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

export const policySchema = z.enum(POLICY_NAMES).meta({ id: 'policy', description: 'A residency policy.' })

const periodicTrim = strict(
  {
    interval: duration('between two periodic trims, at least 1 ms', { min: 1000 }).prefault('10s'),
    idleAfter: duration('without input, until the OS counts as idle').prefault('5s'),
    whileActive: flag('the cadence also runs while the user is active').prefault(false),
  },
  'The cadence of PERIODIC_TRIM.',
)

const driver = strict(
  {
    notifyEviction: flag('sets NotifyEviction on what it compresses').prefault(false),
    notifyIoMmuUnmap: flag('sets NotifyIoMmuUnmap on allocations of an aperture segment').prefault(false),
    pagingBufferCovers: size('bytes of an allocation that one paging buffer treats', { min: 1 }).prefault('64MiB'),
    touchesAfterUnmap: flag('a faulty driver: touches the GPU VA after NotifyIoMmuUnmap').prefault(false),
    pagingProcessVaFails: flag('its answer for pagingProcessVa fails: the OS chooses').prefault(false),
  },
  'The kernel-mode driver.',
)

const preemption = strict(
  {
    model: z.enum(PREEMPTION_MODELS).prefault('win8'),
    graphics: z.enum(GRAPHICS_GRANULARITIES).prefault('pixel'),
    compute: z.enum(COMPUTE_GRANULARITIES).prefault('thread-group'),
  },
  'How finely the GPU can be preempted.',
)

const tdr = strict(
  {
    level: z.enum(TDR_LEVELS).prefault('recover'),
    delay: duration('TdrDelay').prefault('2s'),
    limitCount: whole(0, 'TdrLimitCount').prefault(5),
    limitTime: duration('TdrLimitTime').prefault('60s'),
  },
  'Timeout detection and recovery.',
)

const rate = 'a number above 0, at most 1000'
const refreshRate = z
  .number({ error: rate })
  .positive({ error: rate })
  .max(1000, { error: rate })
  .meta({ description: 'vertical blanks per second' })

export const systemSchema = strict(
  {
    wddm: z.enum(WDDM_VERSIONS).prefault('3.2').meta({ description: 'version of the driver model' }),
    trimNotifications: flag('false: registering returns E_NOTIMPL').prefault(true),
    developerMode: flag('developer mode of the system').prefault(false),
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
    physicalAdapters: whole(1, 'more than 1: linked adapters').max(4, { error: 'at most 4' }).prefault(1),
    driver: driver.prefault({}),
    budget: size("the app's local budget; when absent 90 % of localMemory, down to 64 KiB").optional(),
    pagingBandwidth: size('bytes per second', { min: 1 }).prefault('8GiB'),
    evictionMode: z.enum(EVICTION_MODES).prefault('lazy').meta({ description: 'when evicted memory is taken' }),
    periodicTrim: periodicTrim.prefault({}),
    pagingProcessVa: whole(0, "MiB, the driver's answer; 0: the OS chooses")
      .max(UINT_MAX, { error: `at most ${UINT_MAX}, as the driver answers with a UINT` })
      .prefault(0),
    hardwareScheduling: flag('hardware-accelerated GPU scheduling').prefault(false),
    preemption: preemption.prefault({}),
    tdr: tdr.prefault({}),
    backgroundProcessing: flag('the driver supports background processing').prefault(true),
    refreshRate: refreshRate.prefault(60),
  },
  'The simulated system.',
)

export const appSchema = strict(
  {
    policy: policySchema.prefault('creative-app'),
    effects: list(effectSchema).prefault(DEFAULT_EFFECTS).meta({ description: 'in declared order' }),
  },
  'The app under test.',
)
