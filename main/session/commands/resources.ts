/** Commands on resources of the app, by hand: what there is of them, what uses them, and calls that the policy does not know of. */
import { takenProblem } from '../verbs/memory-problems'
import { acts, type CommandOf, type Row } from './row'
import { resourceName, resourceProblem, setProblem } from './system-problem'

/** µs of GPU time of work that uses resources by hand */
const USE_TIME = 1_000

type Kinds = 'resource' | 'use' | 'setResidencyPriority' | 'discard' | 'makeResident' | 'evict'

export const RESOURCES: { readonly [K in Kinds]: Row<K> } = {
  resource: acts('resource', ({ kind: _, resident = false, ...value }) => ({ ...value, resident }), {
    problem: ({ name }, { world }) => takenProblem(name, world),
    failed: ({ name }) => `"${name}" was not created`,
  }),
  use: acts(
    'use',
    ({ kind: _, engine = '3d', gpuTime = USE_TIME, set, context }) => ({
      set: [...set],
      engine,
      gpuTime,
      ...(context === undefined ? {} : { context }),
    }),
    {
      problem: (command, { world }) => setProblem(command, world),
      failed: (command) => `${usedText(command)} not used`,
    },
  ),
  setResidencyPriority: acts(
    'residencyPriority',
    ({ id, priority }, { system }) => ({ resource: resourceName(id, system), priority }),
    { saved: true, problem: ({ id }, system) => resourceProblem(id, 'has the priorities', system) },
  ),
  discard: acts('discard', ({ id }, { system }) => resourceName(id, system), {
    problem: ({ id }, system) => resourceProblem(id, 'has contents that can be discarded', system),
    failed: ({ id }, { system }) => `${resourceName(id, system)} was not discarded`,
  }),
  makeResident: acts(
    'makeResident',
    ({ id, denyOverbudget }, { system }) => ({
      names: [resourceName(id, system)],
      ...(denyOverbudget === undefined ? {} : { denyOverbudget }),
    }),
    {
      problem: ({ id }, system) => resourceProblem(id, 'takes its heap with it', system),
      failed: ({ id }, { system }) => `${resourceName(id, system)} was not made resident`,
    },
  ),
  evict: acts('evict', ({ id }, { system }) => ({ names: [resourceName(id, system)] }), {
    problem: ({ id }, system) => resourceProblem(id, 'takes its heap with it', system),
    failed: ({ id }, { system }) => `${resourceName(id, system)} was not evicted`,
  }),
}

function usedText({ set }: CommandOf<'use'>): string {
  const [first] = set
  return set.length === 1 ? `${first} was` : 'The set was'
}
