/** The shape of the commands that put a project on a device, an open one or a new one; the grammar of scenario files says what each setting may be. */
import { z } from 'zod'
import { DEVICE_PROFILES, DEVICE_SETTING_NAMES, POLICY_NAMES } from '../../../../preload/contract'

/** characters of a name, and values of a list: more than any setting has */
const MOST_CHARACTERS = 64
const MOST_VALUES = 64

const name = z.string().max(MOST_CHARACTERS)

const value = z.union([
  z.boolean(),
  z.number(),
  name,
  z.array(z.number()).max(MOST_VALUES),
  z.array(name).max(MOST_VALUES),
  z.null(),
])

const device = {
  profile: z.enum(DEVICE_PROFILES).nullable().optional(),
  settings: z.partialRecord(z.enum(DEVICE_SETTING_NAMES), value).optional(),
}

export const newProjectCommand = z.strictObject({
  kind: z.literal('newProject'),
  ...device,
  policy: z.enum(POLICY_NAMES).optional(),
})

export const deviceCommand = z
  .strictObject({ kind: z.literal('setDevice'), ...device })
  .refine(({ profile, settings = {} }) => profile !== undefined || Object.keys(settings).length > 0, {
    error: 'a profile, or at least one setting',
  })
