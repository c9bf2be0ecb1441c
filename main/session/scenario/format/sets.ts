/** The verbs `resource` and `use`: policy-managed submissions with sets of their own (SC-13). */
import { z } from 'zod'
import { COMPOSITOR } from '../../../../preload/contract'
import { list } from '../check/lists'
import { SUBMIT_ENGINES } from './gpu-work'
import { duration, label, othersLabel, size, strict } from './quantities'
import { prioritySchema } from './schema'
import { HEAPS, type ResourceStep, type UseStep } from './types'

export const resourceStepSchema = strict(
  {
    name: label('of the resource; nothing else has it'),
    size: size('bytes asked for', { min: 1 }),
    heap: z.enum(HEAPS).optional().meta({ description: 'upload and readback lie in the non-local segment' }),
    resident: z.boolean().prefault(false).meta({ description: 'created resident; false: CREATE_NOT_RESIDENT' }),
    priority: prioritySchema.optional(),
  },
  'The app creates a committed resource of no effect and registers it with the policy; "free" releases it.',
) satisfies z.ZodType<ResourceStep>

export const useSchema = strict(
  {
    set: list(label('full name of a resource: of an effect, made by "resource", or placed')).meta({
      description: 'what the submission needs; a name twice counts once, none is allowed',
    }),
    engine: z.enum(SUBMIT_ENGINES).prefault('3d'),
    gpuTime: duration('how long it keeps the engine busy').prefault('1ms'),
    context: othersLabel(
      "a context of the app's own by this name; when absent, or 'app', its context on that engine",
      COMPOSITOR,
      "the compositor's",
    ).optional(),
  },
  'One submission for which the policy makes the set resident as it does for an effect.',
) satisfies z.ZodType<UseStep>
