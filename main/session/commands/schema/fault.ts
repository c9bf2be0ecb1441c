/** The shapes of the commands that inject a fault and take it back (SC-14): what each fault may say, as the verb of a file has it. */
import { z } from 'zod'
import { ENGINES, FAULT_NAMES, MOST_FAULTS_AT_ONCE, THROWING_CALLS } from '../../../../preload/contract'
import { BUILD_RESULTS, NOTIFICATIONS } from '../../../sim/faults'

const kind = z.literal('inject')
const count = z.number().int().min(1).max(MOST_FAULTS_AT_ONCE).optional()
const duration = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const injectCommand = z.discriminatedUnion('fault', [
  z.strictObject({
    kind,
    fault: z.literal('hang'),
    duration: duration.optional(),
    engine: z.enum(ENGINES).optional(),
  }),
  z.strictObject({ kind, fault: z.literal('callback-takes'), duration, count }),
  z.strictObject({ kind, fault: z.literal('driver-call-throws'), call: z.enum(THROWING_CALLS), count }),
  z.strictObject({ kind, fault: z.enum(FAULT_NAMES).exclude(['hang', 'callback-takes', 'driver-call-throws']), count }),
])

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const takeBackCommand = z.strictObject({
  kind: z.literal('takeBackFault'),
  fault: z.strictObject({
    fault: z.enum(FAULT_NAMES),
    // a file's may take no time
    duration: whole.optional(),
    engine: z.string().min(1).max(64).optional(),
    notify: z.enum(NOTIFICATIONS).optional(),
    chunk: whole.optional(),
    adapter: whole.optional(),
    call: z.enum(THROWING_CALLS).optional(),
    result: z.enum(BUILD_RESULTS).optional(),
  }),
})
