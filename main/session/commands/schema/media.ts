/** The shapes of commands about media, and about the files that they are read from. */
import { z } from 'zod'
import { FINGERPRINT, MEDIA_TYPES, MOST_MEDIA_BYTES } from '../../../../preload/contract'
import { MOST_ALLOCATIONS, MOST_FRAMES_KEPT, MOST_TEXELS } from '../../scenario'
import { knownName, timelineLength, timelineMoment, timelineTrack } from './timeline'

const name = z.string().min(1).max(100)
const known = knownName()
/** the longest that an operating system takes */
const path = z.string().min(1).max(4096)
const texels = z.number().int().min(1).max(MOST_TEXELS)

const clip = {
  name,
  width: texels,
  height: texels,
  frames: z.number().int().min(1).max(MOST_FRAMES_KEPT).optional(),
  thumbnails: z.number().int().min(0).max(MOST_ALLOCATIONS).optional(),
  length: timelineLength.optional(),
  track: timelineTrack.optional(),
  at: timelineMoment.optional(),
}
const file = z.strictObject({
  path,
  type: z.enum(MEDIA_TYPES),
  size: z.number().int().min(1).max(MOST_MEDIA_BYTES.video),
  modified: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  fingerprint: z.string().regex(FINGERPRINT),
})

export const mediaSchemas = [
  z.strictObject({ kind: z.literal('importClip'), ...clip, file: file.optional() }),
  z.strictObject({ kind: z.literal('importMedia'), path, ...clip }),
  z.strictObject({ kind: z.literal('relinkClip'), clip: known, file: file.nullable() }),
  z.strictObject({ kind: z.enum(['openMedia', 'locateMedia', 'removeClip']), clip: known }),
] as const
