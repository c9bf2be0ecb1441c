/** Random workloads for the scheduler: systems, submissions and changes of how preemption works, as fast-check draws them. */
import fc from 'fast-check'
import type { Action } from '../../../../../main/session/verbs/steps'
import { KIB, MIB } from '../../../support/world'
import { LEVELS, SAVES } from '../gpu-world'

export type SubmitValue = Extract<Action, { verb: 'submit' }>['value']

export interface Program {
  /** every context is the app's, with memory of its own where the driver wants that; else each is a process */
  ofApp: boolean
  system: Record<string, unknown>
  steps: { after: number; action: Action }[]
}

const counts = fc.integer({ min: 1, max: 30 })
export const graphicsWork = fc.record({
  draws: counts,
  primitives: counts,
  triangles: counts,
  pixels: counts,
  instructions: counts,
})
export const computeWork = fc.record({
  dispatches: counts,
  threadGroups: counts,
  threads: counts,
  instructions: counts,
})
export const level = fc.constantFrom(...LEVELS)
const model = fc.constantFrom('win7' as const, 'win8' as const, 'win8' as const)
const preemption = fc.tuple(model, level).map(([chosen, both]) => ({ model: chosen, ...both }))
export const saves = fc.record(Object.fromEntries(Object.keys(SAVES).map((point) => [point, fc.nat(60)])))

const PAGE = 64 * KIB
const RESOURCES = ['a', 'b', 'c', 'd', 'e']
/** 1 to 5 pages of 64 KiB */
const pagesOf = (name: string): number => RESOURCES.indexOf(name.replace('E.', '')) + 1

/** Pages that packets can have: up to 4 MiB of memory the page tables take one of them (AN-11). */
const available = ({ localMemory }: Record<string, unknown>): number => (localMemory as number) / PAGE - 1

/** Those of an app that has room for each of its resources; not for all of them in a small memory. */
export function effectFor(system: Record<string, unknown>) {
  const names = RESOURCES.filter((name) => pagesOf(name) <= available(system))
  const resources = names.map((name) => ({ name, size: pagesOf(name) * PAGE, resident: true }))
  return { name: 'E', gpuTime: 0, resources }
}

/** What a packet needs at once is more than can ever be free; its context's own page counts, if it has one (GP-14, GP-17). */
export function isDoomed({ ofApp, system }: Pick<Program, 'ofApp' | 'system'>, names: readonly string[]): boolean {
  const { contextAllocation } = system.driver as { contextAllocation: string }
  const own = ofApp && contextAllocation !== '0B' ? 1 : 0
  return names.reduce((pages, name) => pages + pagesOf(name), own) > available(system)
}

/** What measured systems have beside the rest; none of it where a program has none. */
const QUANTUM = { quantum: fc.constantFrom({ time: '100us' }, { time: '1ms', preemption: '500us' }) }
const COSTS = {
  preemptionTurnaround: fc.constantFrom(0, 29),
  pagingOperation: fc.constantFrom(0, 37),
  pagingBatch: fc.constantFrom(0, 140),
}

const systemWith = (measured: boolean) =>
  fc.record({
    wddm: fc.constantFrom('1.2', '2.0'),
    localMemory: fc.oneof(
      // any two have room, but for the two largest with a context's own page
      fc.constant(10 * PAGE),
      fc.integer({ min: 3, max: 12 }).map((pages) => pages * PAGE),
      fc.constant(64 * MIB),
    ),
    budget: fc.constantFrom(64 * KIB, 64 * MIB),
    pagingBandwidth: fc.constantFrom(50 * MIB, 500 * MIB),
    preemption,
    compositor: fc.record({ enabled: fc.boolean(), gpuTime: fc.constant('500us') }),
    driver: fc.record({
      queueDepth: fc.integer({ min: 1, max: 4 }),
      pagingEngine: fc.constantFrom('paging', 'copy', '3d', '3d'),
      contextAllocation: fc.constantFrom('0B', '64KiB'),
      preemptionRequest: fc.nat(20),
      contextRestore: fc.nat(30),
      contextSave: saves,
      ...(measured ? COSTS : {}),
    }),
    ...(measured ? QUANTUM : {}),
  })

const priority = fc.constantFrom('normal' as const, 'normal' as const, 'high' as const, 'realtime' as const)
const submission: fc.Arbitrary<SubmitValue> = fc
  .tuple(
    fc.constantFrom('3d' as const, '3d' as const, 'compute' as const, 'copy' as const),
    priority,
    fc.nat(2),
    fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(5000)),
    fc.subarray(RESOURCES, { maxLength: 2 }),
    graphicsWork,
    computeWork,
  )
  .map(([engine, chosen, n, gpuTime, names, graphics, compute]) => ({
    engine,
    priority: chosen,
    // a context each: its packets are known by the value that they signal
    context: `${engine} ${chosen} ${n}`,
    gpuTime,
    resources: names.map((name) => `E.${name}`),
    ...(engine === 'copy' ? {} : { work: engine === '3d' ? graphics : compute }),
  }))
const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: submission.map((value): Action => ({ verb: 'submit', value })) },
  { weight: 1, arbitrary: preemption.map((value): Action => ({ verb: 'system', value: { preemption: value } })) },
)
const steps = fc.array(
  fc.record({ after: fc.oneof(fc.constantFrom(0, 1), fc.nat(50), fc.nat(4000)), action: anAction }),
  { minLength: 2, maxLength: 30, size: '+1' },
)
const anyProgram = (measured: boolean): fc.Arbitrary<Program> =>
  fc.record({ ofApp: fc.boolean(), system: systemWith(measured), steps })
/** One in four may ask for what does not fit; the others use less then, so that their devices stay. */
const asking = fc.nat(3).map((n) => n === 0)

export const programWith = (measured: boolean): fc.Arbitrary<Program> =>
  fc.tuple(anyProgram(measured), asking).map(([program, mayBeDoomed]) => programOf(program, mayBeDoomed))

/**
 * So many programs of one system each time: what checks and resolves it need be done once only. Drawn evenly: short
 * programs of small numbers, which are preferred at first otherwise, find less.
 */
export const familyWith = (measured: boolean, size: number): fc.Arbitrary<Program[]> =>
  fc.noBias(
    fc
      .tuple(
        systemWith(measured),
        fc.array(fc.record({ ofApp: fc.boolean(), steps, mayBeDoomed: asking }), { minLength: size, maxLength: size }),
      )
      .map(([system, members]) =>
        members.map(({ mayBeDoomed, ...member }) => programOf({ ...member, system }, mayBeDoomed)),
      ),
  )

function programOf(program: Program, mayBeDoomed: boolean): Program {
  return {
    ...program,
    steps: program.steps.map(({ after, action }) => ({ after, action: within(program, action, mayBeDoomed) })),
  }
}

/** Without the resources that the app has no room for, and without those that would not fit together. */
function within(program: Program, action: Action, mayBeDoomed: boolean): Action {
  if (action.verb !== 'submit') return action
  const resources = (action.value.resources ?? []).filter((name) => pagesOf(name) <= available(program.system))
  while (!mayBeDoomed && isDoomed(program, resources)) resources.pop()
  return { ...action, value: { ...action.value, resources } }
}

const SAVES_FREE = Object.fromEntries(Object.keys(SAVES).map((point) => [point, 0]))

type Short = [
  engine: '3d' | 'compute' | 'copy',
  priority: 'normal' | 'high' | 'realtime',
  n: number,
  names: string,
  gpuTime?: number,
]

/** A program that once did not end, all of it submitted at once. */
function endless(driver: object, submissions: Short[], others: object = {}): [Program] {
  const contextSave = { ...SAVES_FREE, 'dma-buffer': 1 }
  const steps = submissions.map(([engine, chosen, n, names, gpuTime = 0]) => {
    const resources = [...names].map((name) => `E.${name}`)
    const value: SubmitValue = { engine, priority: chosen, context: `${engine} ${chosen} ${n}`, gpuTime, resources }
    return { after: 0, action: { verb: 'submit', value } as Action }
  })
  const coarse = { model: 'win7', graphics: 'none', compute: 'none' }
  return [
    {
      ofApp: true,
      system: {
        wddm: '1.2',
        localMemory: 11 * PAGE,
        budget: 64 * KIB,
        pagingBandwidth: 50 * MIB,
        preemption: coarse,
        compositor: { enabled: false, gpuTime: '500us' },
        driver: { queueDepth: 1, preemptionRequest: 0, contextRestore: 0, contextSave, ...driver },
        ...others,
      },
      steps: [
        ...steps,
        {
          after: 0,
          action: { verb: 'system', value: { preemption: { ...coarse, graphics: 'dma-buffer' } } } as Action,
        },
      ],
    },
  ]
}

/** Those that went round for ever: each page-in took what another packet was about to run with. */
export const THRASHING: [Program][] = [
  // taken while the engine switched to its context
  endless({ pagingEngine: '3d', contextAllocation: '64KiB' }, [
    ['3d', 'high', 0, 'd'],
    ['3d', 'realtime', 0, 'e'],
    ['3d', 'normal', 0, ''],
  ]),
  // taken while its own page-in stood in line
  endless({ pagingEngine: 'paging', contextAllocation: '64KiB', contextSave: SAVES_FREE }, [
    ['copy', 'normal', 1, ''],
    ['3d', 'normal', 0, 'a'],
    ['3d', 'normal', 0, 'bc'],
    ['compute', 'normal', 0, 'bc'],
    ['3d', 'realtime', 1, ''],
    ['compute', 'realtime', 0, 'b'],
    ['3d', 'realtime', 1, 'e'],
    ['copy', 'normal', 1, 'bc'],
    ['copy', 'normal', 0, 'c'],
    ['copy', 'normal', 1, 'd'],
    ['3d', 'high', 0, 'a'],
    ['copy', 'normal', 1, 'ae'],
  ]),
  // taken while the engine was asked to preempt for it
  endless({ pagingEngine: '3d', contextAllocation: '0B', queueDepth: 2 }, [
    ['3d', 'realtime', 0, 'b'],
    ['3d', 'realtime', 1, 'de'],
    ['3d', 'normal', 0, ''],
  ]),
]

/** Those that stood still: what a packet needed was held by one that could not run before it. */
export const STUCK: [Program][] = [
  // the engine preempted for the second of a context, whose first came back without its memory
  endless(
    { pagingEngine: 'paging', contextAllocation: '0B', queueDepth: 3 },
    [
      ['compute', 'normal', 0, 'a'],
      ['3d', 'normal', 0, '', 125],
      ['compute', 'realtime', 0, 'e'],
      ['3d', 'normal', 0, 'b'],
      ['compute', 'realtime', 0, 'bc'],
      ['compute', 'realtime', 1, 'c', 1876],
      ['3d', 'normal', 0, ''],
      ['3d', 'normal', 0, 'ad'],
    ],
    { pagingBandwidth: 500 * MIB },
  ),
]
