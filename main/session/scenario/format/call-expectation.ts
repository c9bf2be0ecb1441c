/** The conditions of `expect` on calls, devices, preemptions and what the runtime keeps (SC-15). */
import { z } from 'zod'
import { BOUNDARIES, ENGINES } from '../../../../preload/contract'
import { HRESULT, type HResultName } from '../../../d3d12/hresult'
import { DELAY_KINDS, type DelayKind } from '../../laboratory/delays/kinds'
import { list, record } from '../check/lists'
import { balanced, bounds, counted } from './bounds'
import { duration, label, size, strict, wholeNumber } from './quantities'

/** How a condition names another step. */
const STEP_REFERENCE = /^steps\[(0|[1-9]\d{0,8})\]$/

/** 3 → `steps[3]` */
export function stepName(index: number): string {
  return `steps[${index}]`
}

/** `steps[3]` → 3 */
export function stepIndex(reference: string): number {
  return Number(reference.slice('steps['.length, -1))
}

const HRESULT_NAMES = Object.keys(HRESULT) as [HResultName, ...HResultName[]]
const hresult = z.enum(HRESULT_NAMES)
const atLeastOne = (what: string) => ({ error: `at least one ${what}` })

const step = z.string().regex(STEP_REFERENCE, { error: 'an earlier step of this file, such as "steps[3]"' })

function some<Value extends z.ZodType>(key: z.ZodString, value: Value, description: string, what: string) {
  return record(key, value)
    .meta({ description, minProperties: 1 })
    .refine((entries) => Object.keys(entries).length > 0, atLeastOne(what))
    .optional()
}

const results = some(
  step,
  z.union([hresult, list(hresult, { min: [1, 'at least one result'] })], {
    error: 'the name of an HRESULT, or a list of them: one for each call that the step made',
  }),
  'what calls of earlier steps returned: one name for a step, the first failure where it made several calls; a list: each; E_PENDING while the policy makes a press or a mapping wait',
  'step',
)

const latency = (what: string) => bounds(duration('inclusive'), what)

/** Exactly so long, or bounds. */
const timed = z.union([duration('exactly so long'), bounds(duration('inclusive'), 'inclusive')], {
  error: 'a duration, or an object with "min", "max" or both',
})

const delays = strict(
  {
    count: counted.optional().meta({ description: 'presses, frames and presents that were shown late' }),
    worst: timed.optional().meta({ description: 'by how much the worst was late; 0: none was' }),
    ...(Object.fromEntries(
      DELAY_KINDS.map((kind) => [kind, timed.optional().meta({ description: `time of all delays: ${kind}` })]),
    ) as Record<DelayKind, z.ZodOptional<typeof timed>>),
  },
  'Totals of the delays so far, by what was waited for.',
)
  .meta({ minProperties: 1 })
  .refine((totals) => Object.keys(totals).length > 0, { error: 'at least one total' })
  .optional()

const placement = strict(
  {
    heap: label("the heap that it lies in, such as 'DEFAULT block 0'").optional(),
    offset: size('from the start of its heap').optional(),
  },
  'Where a placed allocation lies.',
)
  .meta({ minProperties: 1 })
  .refine((place) => Object.keys(place).length > 0, { error: '"heap", "offset" or both' })

const lastPreemption = strict(
  {
    engine: z.enum(ENGINES).optional().meta({ description: 'the last one on that engine [on any]' }),
    boundary: z.enum(BOUNDARIES).optional().meta({ description: 'where it stopped the engine' }),
    latency: latency('from the request until the engine stopped').optional(),
  },
  'The last preemption request that was answered.',
)
  .refine(({ boundary, latency: bound }) => boundary !== undefined || bound !== undefined, {
    error: '"boundary", "latency" or both',
  })
  .optional()

const pagingFence = strict(
  {
    enqueued: counted.optional().meta({ description: 'value of the last EnqueueMakeResident, whoever called it' }),
    completed: counted.optional().meta({ description: 'value that the paging queue has signalled' }),
  },
  "The fence of the paging queue of the app's device, which only rises.",
)
  .meta({ minProperties: 1 })
  .refine((fence) => Object.keys(fence).length > 0, { error: '"enqueued", "completed" or both' })
  .optional()

const name = label('full name of a resource, or an allocation')

export const callConditions = {
  results,
  removalReasons: some(
    label("a device: 'app', or the process that it belongs to"),
    z.enum(['DXGI_ERROR_DEVICE_REMOVED', 'DXGI_ERROR_DEVICE_HUNG', 'DXGI_ERROR_DEVICE_RESET'] satisfies HResultName[]),
    'GetDeviceRemovedReason of each, when it was last removed',
    'device',
  ),
  blocked: list(label("'app', or another process"), { min: [1, 'at least one process'] })
    .meta({ description: 'processes that are blocked from the GPU' })
    .optional(),
  notBlocked: list(label("'app', or another process"), { min: [1, 'at least one process'] })
    .meta({ description: 'processes that may use the GPU' })
    .optional(),
  pressLatency: some(
    step,
    latency('from the press until the GPU has finished its work'),
    'of earlier steps that press an effect or use a set: what they waited for included',
    'step',
  ),
  frameLatency: latency('the worst of the frames presented so far: from its beginning to its present').optional(),
  lastPreemption,
  delays,
  placed: some(name, placement, 'where placed allocations lie', 'allocation'),
  references: some(name, balanced, 'MakeResident calls that no Evict has undone', 'resource'),
  pagingFence,
  cookies: list(wholeNumber(0, 'a cookie'))
    .meta({ description: "cookies registered now on the app's device, in the order of registration" })
    .optional(),
}
