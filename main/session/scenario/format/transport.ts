/** The schema of the verb `transport`: how the clip of the editor plays. */
import { z } from 'zod'
import { TRANSPORT_RATES } from '../../../../preload/contract'
import { duration, flag, some } from './quantities'

const mark = (which: string) =>
  z.union([z.null(), duration(`where playing ${which}, from the start of the clip; null: no mark`)])

export const transportSchema = some(
  {
    rate: z
      .literal(TRANSPORT_RATES, { error: TRANSPORT_RATES.join(', ') })
      .meta({ description: 'times as fast as it was shot; below 0: backwards' }),
    in: mark('begins'),
    out: mark('ends'),
    loop: flag('at its end it starts over'),
  },
  'How the clip plays.',
  'at least one setting',
)
