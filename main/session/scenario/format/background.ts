/**
 * The schemas of background processing: the modelled CPU, the constants of an effect's shader, the verbs
 * `setBackgroundProcessingMode`, `setConstants`, `frames` and `workflow`. A call that the runtime refuses (an event
 * without a commit, a mode without developer mode) is no mistake of the file: the run shows what comes of it.
 *
 * @see spec BP-03 to BP-17, BP-26, BP-29, BP-30
 */
import { z } from 'zod'
import {
  BACKGROUND_MODES,
  LEAST_QUANTUM,
  MEASUREMENTS_ACTIONS,
  MOST_CORES,
  MOST_FRAMES,
  MOST_SMT_SLOWDOWN,
  WORKFLOWS,
} from '../../../../preload/contract'
import { list, record } from '../check/lists'
import { checked, duration, flag, label, some, strict, wholeNumber } from './quantities'
import type { BackgroundModeStep } from './types'

const MOST_PASSES = 1000

const slowdown = `a number from 0 to ${MOST_SMT_SLOWDOWN}`

const dispatch = '"runtime", "app" or { "core": number }'

const cpu = {
  cores: wholeNumber(1, 'cores', MOST_CORES),
  smt: flag('two logical processors on each core'),
  smtSlowdown: z
    .number({ error: slowdown })
    .min(0, { error: slowdown })
    .max(MOST_SMT_SLOWDOWN, { error: slowdown })
    .meta({ description: 'share of its speed that a thread loses while the other of its core is busy' }),
  quantum: duration('what threads of equal priority take in turn, at least 100 us', { min: LEAST_QUANTUM }),
  frameTime: duration('processor time that the app needs for each played frame'),
  dispatch: z
    .union(
      [
        z.enum(['runtime', 'app'], { error: dispatch }),
        strict(
          { core: wholeNumber(0, 'the first is 0', MOST_CORES - 1) },
          "The runtime's threads are kept to the first logical processor of this core.",
        ),
      ],
      { error: dispatch },
    )
    .meta({ description: "who carries background tasks out: the runtime's threads, or the app's own task system" }),
}

const cpuFields = strict(
  {
    cores: cpu.cores.prefault(4),
    smt: cpu.smt.prefault(false),
    smtSlowdown: cpu.smtSlowdown.prefault(0.3),
    quantum: cpu.quantum.prefault('5ms'),
    frameTime: cpu.frameTime.prefault('2ms'),
    dispatch: cpu.dispatch.prefault('runtime'),
  },
  'The modelled CPU.',
)

export const cpuSchema = checked(cpuFields, ({ cores, dispatch }, refuse) => {
  if (typeof dispatch === 'object' && dispatch.core >= cores)
    refuse(['dispatch', 'core'], dispatch.core, `at most ${cores - 1}: the first of the ${cores} cores is 0`)
})

/** Of the verb `system`. */
export const cpuStepSchema = some(cpu, 'The modelled CPU.', 'at least one setting')

/** As GLSL ES 3.00 has it: "__" and a leading "gl_" are reserved. */
export const CONSTANT_NAME = /^(?!gl_)(?!.*__)[A-Za-z_][A-Za-z0-9_]*$/
/** names in one effect */
export const MAX_CONSTANTS = 64
/** numbers of one constant: a mat4 */
export const MAX_COMPONENTS = 16

// no file of ours could say -0: JSON writes it as 0
const component = z.number({ error: 'a finite number' }).transform((value) => value + 0)
const components = `a finite number, or a list of 1 to ${MAX_COMPONENTS} of them`

export const constantValue = z.union(
  [
    component.transform((value) => [value]),
    list(component, { min: [1, components], max: [MAX_COMPONENTS, components] }),
  ],
  { error: components },
)

export const CONSTANT_NAME_TEXT =
  'the name of a constant as GLSL has it: letters, digits and "_", no digit first, without "gl_" or "__"'

const constantName = z.string().regex(CONSTANT_NAME, { error: CONSTANT_NAME_TEXT })

/** Comes out with a list for each name. */
const someConstants = (least: number, description: string) =>
  record(constantName, constantValue)
    .meta({ description, maxProperties: MAX_CONSTANTS, ...(least === 0 ? {} : { minProperties: least }) })
    .refine((values) => Object.keys(values).length <= MAX_CONSTANTS, { error: `at most ${MAX_CONSTANTS} constants` })
    .refine((values) => Object.keys(values).length >= least, { error: 'at least one constant' })

export const constantsSchema = someConstants(
  0,
  "values of the shader's constants, by name; those not named are the built-in effect's",
)

export const constantsStepSchema = strict(
  { effect: label('an effect that exists at that time'), constants: someConstants(1, 'those not named stay') },
  "The user changes an effect's parameters.",
)

export const backgroundModeSchema = strict(
  {
    mode: z.enum(BACKGROUND_MODES).meta({ description: 'D3D12_BACKGROUND_PROCESSING_MODE' }),
    action: z.enum(MEASUREMENTS_ACTIONS).prefault('KEEP_ALL').meta({ description: 'D3D12_MEASUREMENTS_ACTION' }),
    event: label('hEventToSignalUponCompletion; only commits take one').optional(),
    drain: flag('only when everything that the app has submitted so far has finished').optional(),
  },
  'SetBackgroundProcessingMode.',
).transform(
  ({ mode, action, event, drain }): BackgroundModeStep => ({
    mode,
    action,
    ...(event === undefined ? {} : { event }),
    ...(drain === undefined ? {} : { drain }),
  }),
)

export const framesSchema = strict(
  { count: wholeNumber(1, 'how many', MOST_FRAMES) },
  'The app renders frames of the clip, each after the one before.',
)

export const workflowSchema = strict(
  {
    name: z.enum(WORKFLOWS),
    maxPasses: wholeNumber(1, 'passes after which it stops though the driver wants more', MOST_PASSES).prefault(8),
  },
  'One of the documented uses of background processing, as a guided run.',
)
