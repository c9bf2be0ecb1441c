/**
 * The schema of the verb `expect`: what must hold at that moment.
 *
 * @see spec SC, "Steps"
 */
import { z } from 'zod'
import { WORKFLOWS } from '../../../../preload/contract'
import { list, record } from '../check/lists'
import { bounds, counted } from './bounds'
import { callConditions } from './call-expectation'
import { duration, flag, label, size, some, strict } from './quantities'

const resourceNames = (state: string) =>
  list(label('full name, "Effect.resource"'), { min: [1, 'at least one resource name'] })
    .meta({ description: `resources that must be ${state}` })
    .optional()

const sizeBounds = (group: string) => bounds(size('inclusive'), `CurrentUsage of the ${group} segment group`).optional()

const countOrBounds = (what: string) => counted.meta({ description: `${what} since the start of the run` }).optional()

/** A clause as findings name it. */
const rule = z.string().regex(/^[A-Z]{2}-\d{2}[a-z]?$/, { error: 'a rule as findings name it, such as "GP-05"' })

const rules = record(rule, counted)
  .meta({ description: 'findings of one rule, by its name, since the start of the run', minProperties: 1 })
  .refine((counts) => Object.keys(counts).length > 0, { error: 'at least one rule' })

const variants = record(label("an effect's name"), counted)
  .meta({ description: "variants in an effect's PSOs, by its name", minProperties: 1 })
  .refine((counts) => Object.keys(counts).length > 0, { error: 'at least one effect' })

const poolName = label('a pool\'s name; the default pools are "DEFAULT", "UPLOAD" and "READBACK"')
const atLeastOnePool = { error: 'at least one pool' }

const blocks = record(poolName, counted)
  .meta({ description: 'blocks (heaps) of a pool, by its name', minProperties: 1 })
  .refine((counts) => Object.keys(counts).length > 0, atLeastOnePool)

const fraction = 'a number from 0 to 1'
const fractions = bounds(
  z.number({ error: fraction }).min(0, { error: fraction }).max(1, { error: fraction }),
  'inclusive',
)

const fragmentation = record(poolName, fractions)
  .meta({ description: 'of a pool, by its name: 1 − largest free range ÷ free bytes', minProperties: 1 })
  .refine((pools) => Object.keys(pools).length > 0, atLeastOnePool)

const allocationNames = (state: string) =>
  list(label('an allocation, a group, or the full name of a resource'), { min: [1, 'at least one name'] })
    .meta({ description: state })
    .optional()

const ended = Object.fromEntries(
  WORKFLOWS.map((name) => [name, flag('true: it has ended with its aim reached; false: without')]),
) as Record<(typeof WORKFLOWS)[number], z.ZodBoolean>

export const expectation = strict(
  {
    resident: resourceNames('resident'),
    evictable: resourceNames('evictable'),
    pagedOut: resourceNames('paged out'),
    notResident: resourceNames('evictable or paged out'),
    localUsage: sizeBounds('local'),
    nonLocalUsage: sizeBounds('non-local'),
    intact: resourceNames('readable by the CPU as they were written'),
    hitches: countOrBounds('packets that waited for memory paged out under pressure'),
    devicesRemoved: countOrBounds('removed devices'),
    evictions: countOrBounds('evictions'),
    notifications: countOrBounds('notifications'),
    findings: countOrBounds('findings'),
    missedVerticalBlanks: countOrBounds('vertical blanks at which the present before had not completed'),
    tears: countOrBounds('flips shown outside a vertical blank'),
    preemptions: countOrBounds('preemption requests that were answered'),
    engineResets: countOrBounds('engine resets'),
    adapterResets: countOrBounds('adapter resets'),
    bugCheck: z.boolean().optional().meta({ description: 'whether the simulated system has stopped' }),
    compositorLatency: bounds(
      duration('inclusive'),
      "the worst so far: from a vertical blank to the end of the compositor's packet",
    ).optional(),
    rules: rules.optional(),
    backgroundTasks: countOrBounds('background tasks that were carried out'),
    cancelledTasks: countOrBounds('background tasks that were cancelled'),
    variants: variants.optional(),
    signalled: list(label('hEventToSignalUponCompletion of a commit'), { min: [1, 'at least one event'] })
      .meta({ description: 'events that must be signalled' })
      .optional(),
    furtherMeasurementsDesired: flag('the answer of the last SetBackgroundProcessingMode').optional(),
    workflows: some(ended, 'How guided runs have ended.', 'at least one workflow').optional(),
    allocated: allocationNames('what must have memory; of a group at least one'),
    notAllocated: allocationNames('what must have no memory; nothing of a group'),
    contents: allocationNames('placed memory that must have the contents written last; of a group all that is left'),
    blocks: blocks.optional(),
    fragmentation: fragmentation.optional(),
    heapsFreed: countOrBounds('heaps that defragmentation freed'),
    bytesMoved: bounds(size('inclusive'), 'moved by defragmentation since the start of the run').optional(),
    allocationsMoved: countOrBounds('allocations that defragmentation moved'),
    defragmentationPasses: countOrBounds('passes of defragmentation that have ended'),
    defragmentations: countOrBounds('defragmentations that have ended'),
    failedByFragmentation: countOrBounds('allocations that failed though enough bytes were free'),
    failedByExhaustion: countOrBounds('allocations that failed for want of free bytes'),
    ...callConditions,
  },
  'What must hold; a failed expectation makes the exit status 1.',
)
  .meta({ minProperties: 1 })
  .refine((conditions) => Object.keys(conditions).length > 0, { error: 'at least one condition' })
