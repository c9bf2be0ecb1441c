/** The shapes of commands about files that are no media: opened, imported with options (LB-19), written. */
import { z } from 'zod'
import { IMPORT_LIMITS } from '../../../../preload/contract'

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => z.number().int().min(least).max(most)
const { speed, interval, unknownSize, process } = IMPORT_LIMITS

const options = z.strictObject({
  from: whole(0).optional(),
  until: whole(0).optional(),
  process: whole(0, process.most).optional(),
  speed: z.number().min(speed.least).max(speed.most).optional(),
  uses: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('residency') }),
      z.strictObject({ kind: z.literal('evidence') }),
      z.strictObject({ kind: z.literal('every'), interval: whole(interval.least) }),
    ])
    .optional(),
  unknownSize: whole(unknownSize.least).optional(),
  anonymous: z.boolean().optional(),
})

/** the longest that Linux takes */
const path = z.string().min(1).max(4096).optional()

export const fileSchemas = [
  z.strictObject({ kind: z.enum(['openProject', 'openDump']), path }),
  z.strictObject({ kind: z.literal('importCapture'), path, options: options.optional() }),
  z.strictObject({
    kind: z.literal('exportFile'),
    suggestedName: z.string().min(1).max(200),
    format: z.enum(['png', 'csv']),
    content: z.string(),
  }),
] as const
