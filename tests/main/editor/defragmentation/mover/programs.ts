/** Random programs for an app whose memory is moved while it works: what a person, the system and a scenario may do. */
import fc from 'fast-check'
import type { PolicyName } from '../../../../../preload/contract'
import { KIB, MIB, MS, type TestWorld } from '../../../support/world'
import { allocate, begin, call, effect, found, free, placedWorld } from '../../placed-rig'

/** EnqueueMakeResident and Evict without known faults (TN-20). */
export const SOUND_POLICIES = [
  'none',
  'fence-lru',
  'creative-app-fixed',
  'd3dx12-residency-fixed',
  'mapping-layer',
  'submission-lru',
] as const satisfies readonly PolicyName[]

/** Lists in one application of each effect, each of which writes to what it uses once. */
export const LISTS = { A: 1, B: 3, C: 1, D: 2 }
type EffectName = keyof typeof LISTS

const EFFECTS = [
  effect('A', '1MiB'),
  {
    name: 'B',
    resources: [
      { name: 'r', size: '512KiB' },
      { name: 's', size: '2MiB' },
    ],
    // the direct queue closes it with a list of its own
    passes: [
      { engine: 'compute', gpuTime: '700us' },
      { engine: 'copy', gpuTime: '400us' },
    ],
  },
  { name: 'C', gpuTime: '2ms', resources: [{ name: 'r', size: '1536KiB', resident: false }] },
  {
    name: 'D',
    resources: [{ name: 'r', size: '1MiB', heap: 'readback' }],
    passes: [
      { engine: 'copy', gpuTime: '300us' },
      { engine: '3d', gpuTime: '500us' },
    ],
  },
]

export type Step =
  | { do: 'apply' | 'readd'; effect: EffectName }
  | { do: 'allocate'; heap: 'default' | 'upload'; size: number; scratch: boolean }
  | { do: 'free' | 'submit' | 'map' | 'write' | 'movable'; pick: number }
  | {
      do: 'begin' | 'defragment'
      pool: string | undefined
      algorithm: 'fast' | 'balanced' | 'full'
      limit: number
      time: number
    }
  | { do: 'operation'; pick: number; operation: 'COPY' | 'IGNORE' | 'DESTROY' }
  | { do: 'beginPass' | 'endPass' | 'run' | 'end' | 'trim' | 'recreate' }
  | { do: 'budget' | 'wait'; amount: number }
  | { do: 'policy'; policy: PolicyName }

const plain = <K extends Step['do']>(...verbs: K[]) => fc.record({ do: fc.constantFrom(...verbs) })
const effects = fc.constantFrom<EffectName[]>('A', 'B', 'C', 'D')

export const programs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('apply' as const), effect: effects }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('readd' as const), effect: effects }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('allocate' as const),
        heap: fc.constantFrom('default', 'default', 'upload'),
        size: fc.integer({ min: 1, max: 40 }).map((units) => units * 64 * KIB),
        scratch: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom('free', 'free', 'submit', 'submit', 'map', 'write', 'movable'),
        pick: fc.nat(100),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom('begin', 'defragment', 'defragment'),
        pool: fc.constantFrom('P', 'P', 'P', undefined),
        algorithm: fc.constantFrom('fast', 'balanced', 'full'),
        limit: fc.constantFrom(0, 1, 3),
        time: fc.constantFrom(0, 0, 2 * MS),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('operation' as const),
        pick: fc.nat(5),
        operation: fc.constantFrom('COPY', 'IGNORE', 'DESTROY'),
      }),
    },
    { weight: 5, arbitrary: plain('beginPass', 'endPass', 'run', 'run', 'end', 'trim') },
    { weight: 1, arbitrary: plain('recreate') },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('budget' as const), amount: fc.integer({ min: 8, max: 64 }) }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), amount: fc.nat(4 * MS) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('policy' as const), policy: fc.constantFrom(...SOUND_POLICIES) }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 60, size: 'max' },
)

/** Every second MiB of eight blocks is free. */
export function movingWorld(policy: PolicyName, evictionMode: 'lazy' | 'eager'): TestWorld {
  const world = placedWorld(
    { system: { localMemory: '64MiB', budget: '48MiB', evictionMode, pagingBandwidth: '4GiB' } },
    { policy, effects: EFFECTS, pools: [{ name: 'U', heap: 'upload', blockSize: '4MiB' }], blockSize: '4MiB' },
  )
  for (let i = 1; i <= 32; i++) allocate(world, `g ${i}`, i % 4 === 0 ? 2 : 1)
  for (let i = 1; i <= 32; i += 2) free(world, `g ${i}`)
  return world
}

/** Carries a program out; `number` names what is allocated. */
export class Program {
  private number = 0
  /** allocated by hand */
  private names: string[] = []

  constructor(
    readonly world: TestWorld,
    private readonly evicted: 'skip' | 'make-resident',
  ) {}

  run(steps: readonly Step[]): void {
    for (const step of steps) this.step(step)
  }

  private step(step: Step): void {
    const { world } = this
    this.names = this.names.filter((name) => world.editor.memory.find(name) !== undefined)
    switch (step.do) {
      case 'apply':
        world.do({ verb: 'apply', value: step.effect })
        break
      case 'readd':
        this.readd(step.effect)
        break
      case 'allocate':
        this.allocate(step)
        break
      case 'begin':
      case 'defragment':
        begin(world, {
          pool: step.pool,
          algorithm: step.algorithm,
          maxAllocationsPerPass: step.limit,
          timePerFrame: step.time,
          bytesPerFrame: 0,
          evicted: this.evicted,
        })
        if (step.do === 'defragment') call(world, 'run')
        break
      case 'operation':
        world.do({ verb: 'defragmentation', value: { call: 'operation', move: step.pick, operation: step.operation } })
        break
      case 'budget':
        world.do({ verb: 'budget', value: step.amount * MIB })
        break
      case 'recreate':
        world.do({ verb: 'recreateDevice', value: true })
        break
      case 'trim':
        world.do({ verb: 'periodicTrim', value: true })
        break
      case 'wait':
        world.wait(step.amount)
        break
      case 'policy':
        world.do({ verb: 'policy', value: step.policy })
        break
      case 'beginPass':
      case 'endPass':
      case 'run':
      case 'end':
        call(world, step.do)
        break
      default:
        this.onOne(step.do, step.pick)
    }
  }

  /** What is being moved is not removed. */
  private readd(name: EffectName): void {
    const { world } = this
    const spec = world.editor.effect(name)?.spec
    if (spec === undefined || world.do({ verb: 'removeEffect', value: name }) !== 'S_OK') return
    const { gpuTime, passes } = spec
    // what a move destroyed comes back
    const draft = EFFECTS.find((one) => one.name === name) as (typeof EFFECTS)[number]
    const resources = movingResources(draft)
    world.do({ verb: 'addEffect', value: { name, gpuTime, passes, resources } as typeof spec })
  }

  private allocate({ heap, size, scratch }: Extract<Step, { do: 'allocate' }>): void {
    const name = `n ${++this.number}`
    const pool = heap === 'upload' ? 'U' : 'P'
    if (this.names.length >= 12) return
    allocate(this.world, name, size / MIB, { heap, pool, scratch })
    this.names.push(name)
  }

  private onOne(verb: 'free' | 'submit' | 'map' | 'write' | 'movable', pick: number): void {
    const { world } = this
    const name = this.names[pick % this.names.length]
    if (name === undefined) return
    if (verb === 'submit') {
      const engine = (['3d', 'compute', 'copy'] as const)[pick % 3] ?? '3d'
      world.do({ verb, value: { engine, gpuTime: 400 + pick * 20, priority: 'normal', resources: [name] } })
    } else if (verb === 'movable') {
      world.do({ verb, value: { name, movable: !found(world, name).allocation.movable } })
    } else if (verb === 'free') {
      world.do({ verb, value: { name } })
    } else world.do({ verb, value: name })
  }
}

function movingResources(draft: { resources: object[] }): { name: string; size: number; resident: boolean }[] {
  return draft.resources.map((resource) => {
    const { size, ...rest } = resource as { name: string; size: string; resident?: boolean }
    const bytes = size.endsWith('KiB') ? Number.parseInt(size, 10) * KIB : Number.parseInt(size, 10) * MIB
    return { resident: true, ...rest, size: bytes }
  })
}
