/**
 * The schema of the verb `inject`: which faults there are, and what each may say. A fault for a call that never comes is no
 * mistake of the file.
 *
 * @see spec SC-14; AN-04, AN-09, AN-16, BP-21, BP-22, GP-19, GP-20
 */
import { z } from 'zod'
import { ENGINES } from '../../../../preload/contract'
import {
  BUILD_RESULTS,
  DRIVER_CALLS,
  type DriverCall,
  FAULTS,
  type FaultName,
  NOTIFICATIONS,
} from '../../../sim/faults'
import { duration, strict, wholeNumber } from './quantities'
import type { InjectStep } from './types'

/** adapters that can be linked */
export const MOST_ADAPTERS = 4

/** The index of a physical adapter. */
export const adapterIndex = (description: string) =>
  wholeNumber(0, description, MOST_ADAPTERS - 1, `at most ${MOST_ADAPTERS - 1}: the first adapter is 0`)

const fields = {
  duration: duration('how long it takes; callback-takes needs one, hang without one never ends by itself').optional(),
  engine: z.enum(ENGINES).optional().meta({ description: 'where a packet hangs; only with hang [any engine]' }),
  notify: z
    .enum(NOTIFICATIONS)
    .optional()
    .meta({ description: 'which notification the paging buffer is for; only where one is built [any]' }),
  chunk: wholeNumber(
    0,
    'of the notification, as paging-operation records have it: the first is 0 [any; touches-after-unmap: the last]',
  ).optional(),
  adapter: adapterIndex('of linked adapters, the one that it happens for: the first is 0 [any]').optional(),
  result: z.enum(BUILD_RESULTS).optional().meta({
    description:
      'only with build-paging-buffer-fails; no-room: the driver is called again with a new buffer; fails: it is given up [fails]',
  }),
  call: z.enum(DRIVER_CALLS).optional().meta({ description: 'what throws; driver-call-throws needs one' }),
}
type Field = keyof typeof fields

const BUILD_FIELDS = ['notify', 'chunk', 'adapter'] as const

/** What a fault may say beside how often. */
function fieldsOf(fault: FaultName, call: DriverCall | undefined): readonly Field[] {
  switch (fault) {
    case 'callback-takes':
      return ['duration']
    case 'hang':
      return ['duration', 'engine']
    case 'build-paging-buffer-fails':
      return [...BUILD_FIELDS, 'result']
    case 'touches-after-unmap':
      return ['chunk', 'adapter']
    case 'changes-split-buffer':
      return ['adapter']
    case 'driver-call-throws':
      return call === 'BuildPagingBuffer' ? ['call', ...BUILD_FIELDS] : ['call']
    default:
      return []
  }
}

const WHAT_FAILS =
  'what fails: a call of the app, one of its callbacks, the GPU, the kernel-mode driver, a background task or its queueing'

export const injectSchema = strict(
  {
    fault: z.enum(FAULTS).meta({ description: WHAT_FAILS }),
    ...fields,
    count: wholeNumber(1, 'how many matching calls fail').prefault(1),
    takeBack: z.literal(true).optional().meta({
      description:
        'what waits and says exactly the same fails no call any more, however often it was to; it takes no count',
    }),
  },
  'The next matching calls fail in that way, or what waits of them is taken back.',
).transform(({ fault, count, takeBack, ...said }, context): InjectStep => {
  const refuse = (field: Field | 'count', input: unknown, message: string) =>
    context.addIssue({ code: 'custom', input, message, path: [field] })
  const taken = fieldsOf(fault, said.call)
  const subject = fault === 'driver-call-throws' && said.call !== undefined ? `${fault} of ${said.call}` : fault
  for (const field of Object.keys(fields) as Field[]) {
    if (said[field] === undefined || taken.includes(field)) continue
    refuse(field, said[field], `no ${field}, as ${subject} takes none`)
  }
  if (takeBack === true && count !== 1) refuse('count', count, 'no count, as takeBack is of all that wait')
  const times = { count, ...(takeBack === true ? { takeBack } : {}) }
  const { duration: takes, engine, notify, chunk, adapter, result, call } = said
  const build = {
    ...(notify === undefined ? {} : { notify }),
    ...(chunk === undefined ? {} : { chunk }),
    ...(adapter === undefined ? {} : { adapter }),
  }
  switch (fault) {
    case 'hang':
      return { fault, ...times, ...(takes === undefined ? {} : { duration: takes }), ...(engine && { engine }) }
    case 'callback-takes':
      if (takes !== undefined) return { fault, ...times, duration: takes }
      refuse('duration', takes, 'a duration, as callback-takes needs one')
      return z.NEVER
    case 'driver-call-throws':
      if (call !== undefined) return { fault, ...times, call, ...build }
      refuse('call', call, 'a call, as driver-call-throws needs one')
      return z.NEVER
    case 'build-paging-buffer-fails':
      return { fault, ...times, ...build, ...(result === undefined ? {} : { result }) }
    case 'touches-after-unmap':
      return {
        fault,
        ...times,
        ...(chunk === undefined ? {} : { chunk }),
        ...(adapter === undefined ? {} : { adapter }),
      }
    case 'changes-split-buffer':
      return { fault, ...times, ...(adapter === undefined ? {} : { adapter }) }
    default:
      return { fault, ...times }
  }
})
