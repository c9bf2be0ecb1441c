/** The shapes of commands about Start, lessons and examples. */
import { z } from 'zod'
import { LESSONS } from '../../../../preload/contract'

const MOST_FILE_NAME = 100

export const guideSchemas = [
  z.strictObject({ kind: z.literal('showStart'), open: z.boolean() }),
  z.strictObject({ kind: z.literal('setStartPage'), atStart: z.boolean() }),
  z.strictObject({ kind: z.literal('openExample'), file: z.string().min(1).max(MOST_FILE_NAME) }),
  z.strictObject({ kind: z.literal('openLesson'), lesson: z.enum(LESSONS.map(({ id }) => id)) }),
  z.strictObject({ kind: z.literal('leaveLesson') }),
] as const
