/**
 * The schema of a step: `at` and exactly one verb.
 *
 * @see spec SC, "Steps"; TN-03 for what a notification may combine
 */
import { z } from 'zod'
import { APP, HAND_BEHAVIOURS, SEGMENT_GROUPS, TrimFlag } from '../../../../preload/contract'
import { list } from '../check/lists'
import {
  allocateSchema,
  allocationMode,
  clipSchema,
  freeSchema,
  layoutSchema,
  movableSchema,
  projectStepSchema,
  relinkSchema,
} from './allocation'
import { backgroundModeSchema, constantsStepSchema, framesSchema, workflowSchema } from './background'
import { defragmentationSchema, defragmentSchema } from './defragmentation'
import { expectation } from './expectation'
import { injectSchema } from './faults'
import { submitSchema } from './gpu-work'
import { duration, eachOnce, label, othersLabel, size, strict } from './quantities'
import { effectSchema, policySchema, prioritySchema, systemStepSchema } from './schema'
import { resourceStepSchema, useSchema } from './sets'
import { timelineEditSchema } from './timeline'
import { transportSchema } from './transport'
import type { Step, UnregisterCallbackStep, Verb } from './types'

const NOTIFY_FLAGS = ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'] as const

const occurs = (what: string) => z.literal(true).meta({ description: `${what}; always true` })

const notify = strict(
  {
    flags: eachOnce(
      list(z.enum(NOTIFY_FLAGS), { min: [1, 'at least one flag'] }),
      'PERIODIC_TRIM and RESTART_PERIODIC_TRIM never come together',
      'flag',
    ),
    bytes: size('NumBytesToTrim; required with TRIM_TO_BUDGET, 0 or absent without').optional(),
  },
  'One notification with that combination of flags.',
).transform(({ flags, bytes }, context) => {
  const issue = notifyIssue(flags, bytes)
  if (issue !== undefined) {
    context.addIssue({ code: 'custom', input: issue.input, message: issue.message, path: issue.path })
    return z.NEVER
  }
  return { flags: flags.reduce((all, flag) => all | TrimFlag[flag], 0), bytes: bytes ?? 0 }
})

function notifyIssue(flags: readonly (typeof NOTIFY_FLAGS)[number][], bytes: number | undefined) {
  const at = (path: (string | number)[], input: unknown, message: string) => ({ path, input, message })
  if (flags.includes('PERIODIC_TRIM') && flags.includes('RESTART_PERIODIC_TRIM')) {
    return at(['flags'], flags, 'PERIODIC_TRIM or RESTART_PERIODIC_TRIM, never both in one notification')
  }
  const toBudget = flags.includes('TRIM_TO_BUDGET')
  if (toBudget && bytes === undefined) return at(['bytes'], bytes, 'a size, as TRIM_TO_BUDGET says how much to trim')
  if (!toBudget && bytes !== undefined && bytes > 0) {
    return at(['bytes'], bytes, 'no bytes, or the flag TRIM_TO_BUDGET as well')
  }
  return undefined
}

const otherProcess = strict(
  {
    name: othersLabel('the process', APP, "the app's, whose memory is what it makes resident"),
    usage: size('its local memory use from now on'),
    foreground: z
      .boolean()
      .optional()
      .meta({ description: 'true: it comes to the front; false: it leaves the front to the app' }),
  },
  "Another process's local memory use.",
).transform(({ name, usage, foreground }) => ({ name, usage, ...(foreground === undefined ? {} : { foreground }) }))

const residencyPriority = strict(
  { resource: label('full name, "Effect.resource"'), priority: prioritySchema },
  'SetResidencyPriority.',
)

const registerCallback = strict(
  {
    name: label('of the function: one that is registered already is refused'),
    behaviour: z.enum(HAND_BEHAVIOURS).prefault('ignore').meta({ description: 'what it does when it is called' }),
    context: z.string().optional().meta({ description: 'pContext' }),
  },
  "A trim callback is registered on the app's device.",
)

const whichCallback = 'the name of a callback, its cookie, or an object with either of them'
const cookie = z.number({ error: 'a number' })
const callbackName = label('registered with that name last')
const unregisterCallback = z
  .union(
    [
      callbackName.transform((name): UnregisterCallbackStep => ({ name })),
      cookie.transform((value): UnregisterCallbackStep => ({ cookie: value })),
      strict({ name: callbackName }, 'By its name.'),
      strict({ cookie }, 'By its cookie.'),
    ],
    { error: whichCallback },
  )
  .meta({ description: `UnregisterTrimNotificationCallback: ${whichCallback}` })

const resourceNames = list(label('full name, "Effect.resource", or an allocation')).meta({ description: 'in order' })

const makeResident = strict(
  {
    names: resourceNames,
    denyOverbudget: z.boolean().optional().meta({ description: 'D3D12_RESIDENCY_FLAG_DENY_OVERBUDGET' }),
  },
  'EnqueueMakeResident, beside the policy.',
)

const externalReservation = strict(
  { group: z.enum(SEGMENT_GROUPS), bytes: size('of that group’s budget; 0 takes it back') },
  "Another component of the app's process tells the policy how much it may use; dawn and dawn-fixed heed it.",
)

const verbs = {
  apply: label("the user presses this effect's button once"),
  idle: z.boolean().meta({ description: 'the OS turns idle (true) or active (false)' }),
  suspend: occurs('the system is suspended'),
  resume: occurs('the system resumes from suspend'),
  lock: occurs('the session is locked'),
  unlock: occurs('the session is unlocked'),
  periodicTrim: occurs('the kernel sends PERIODIC_TRIM now'),
  restartPeriodicTrim: occurs('the kernel sends RESTART_PERIODIC_TRIM now'),
  trimToBudget: size('the kernel sends TRIM_TO_BUDGET with that many bytes now'),
  notify,
  budget: size("the app's local budget becomes this"),
  otherProcess,
  addEffect: effectSchema,
  removeEffect: label("this effect's resources are destroyed"),
  policy: policySchema,
  recreateDevice: occurs('the app creates its device and everything on it anew'),
  residencyPriority,
  reserve: size('SetVideoMemoryReservation of the local group'),
  externalReservation,
  inject: injectSchema,
  submit: submitSchema,
  resource: resourceStepSchema,
  use: useSchema,
  seek: duration(
    'the playhead is put there, from the start of the clip; a frame is rendered, the newest, one at a time',
  ),
  transport: transportSchema,
  play: z.boolean().meta({ description: 'Play starts (true) or stops (false)' }),
  system: systemStepSchema,
  setBackgroundProcessingMode: backgroundModeSchema,
  setConstants: constantsStepSchema,
  frames: framesSchema,
  workflow: workflowSchema,
  cancelWorkflow: occurs('the guided run that is under way ends'),
  registerCallback,
  unregisterCallback,
  makeResident,
  evict: strict({ names: resourceNames }, 'Evict, beside the policy.'),
  importClip: clipSchema,
  relinkClip: relinkSchema,
  removeClip: label("this clip's memory is freed"),
  project: projectStepSchema,
  allocation: allocationMode,
  allocate: allocateSchema,
  free: freeSchema,
  movable: movableSchema,
  layout: layoutSchema,
  defragment: defragmentSchema,
  defragmentation: defragmentationSchema,
  map: label('an allocation or resource in UPLOAD or READBACK memory is mapped'),
  unmap: label('an allocation or resource is unmapped'),
  discard: label('DiscardResource: the contents of a committed resource are not kept until the GPU uses it again'),
  timeline: timelineEditSchema,
  write: label('the CPU writes through the mapping that it has of this allocation'),
  expect: expectation,
} satisfies Record<Verb, z.ZodType>

const VERBS = Object.keys(verbs) as Verb[]

/** verb → the schema of its value */
export const VALUES: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(verbs))

type Optional<Shape> = { [Key in keyof Shape]: Shape[Key] extends z.ZodType ? z.ZodOptional<Shape[Key]> : never }

const optionalVerbs = Object.fromEntries(
  Object.entries(verbs).map(([verb, schema]) => [verb, schema.optional()]),
) as unknown as Optional<typeof verbs>

/** What is wrong with a step's choice of verbs; undefined when it has exactly one. */
export function verbError(step: object): string | undefined {
  const present = VERBS.filter((verb) => Object.hasOwn(step, verb))
  if (present.length === 1) return undefined
  return present.length === 0
    ? `exactly one verb beside "at": ${VERBS.join(', ')}`
    : `exactly one verb beside "at", not ${present.join(' and ')}`
}

/** Comes out as a Step: `{ at, verb, value }`. */
export const stepSchema = strict(
  { at: duration('when, from the start; never less than that of the step before'), ...optionalVerbs },
  'One step: "at" and exactly one verb.',
)
  .meta({ id: 'step', minProperties: 2, maxProperties: 2 })
  .transform((step, context): Step => {
    const error = verbError(step)
    const verb = VERBS.find((candidate) => step[candidate] !== undefined)
    if (error === undefined && verb !== undefined) {
      // sound: the verb's own schema has made the value
      return { at: step.at, verb, value: step[verb] } as Step
    }
    context.addIssue({ code: 'custom', input: step, message: error ?? 'exactly one verb' })
    return z.NEVER
  })
