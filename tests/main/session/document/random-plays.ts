/**
 * Scenario files at random in which steps name what earlier steps, later ones, or none that succeeds make. What no run
 * could make valid is taken out again, as the check before a run says it.
 */
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import type { Chance } from '../../../torture/commands/chance'

const MIB = 1024 * 1024
const EFFECTS = ['A', 'B', 'C'] as const
const POOLS = ['P', 'Q'] as const
const SINGLES = ['one', 'two', 'own', 'laid'] as const
const GROUPS = ['g', 'h'] as const
const CLIPS = ['clip', 'film'] as const
const PROCESSES = ['game', 'browser'] as const
const EVENTS = ['ready', 'done'] as const
const CALLBACKS = ['f', 'k'] as const

type Step = Record<string, unknown>

/** @param most steps */
export function anyPlay(chance: Chance, most: number): Scenario {
  let at = 0
  let steps = Array.from({ length: chance.between(1, most) }, (_, index): Step => {
    at += chance.one([0, 0, 1_000, chance.upTo(30_000)])
    return { at, ...anyStep(chance, index) }
  })
  const start = {
    system: {
      localMemory: chance.one([16, 64]) * MIB,
      tdr: { delay: '20ms' },
      compositor: { enabled: chance.oneIn(4) },
      evictionMode: chance.one(['lazy', 'eager']),
    },
    app: {
      policy: chance.one(['none', 'creative-app', 'fence-lru', 'd3dx12-residency']),
      allocation: chance.one(['committed', 'placed']),
      blockSize: MIB,
      project: { width: 64, height: 64 },
      effects: chance.flip() ? [effect(chance, 'A')] : [],
      clips: chance.oneIn(4) ? [clip('clip')] : [],
      pools: chance.oneIn(3) ? [{ name: 'P', blockSize: MIB }] : [],
    },
  }
  for (;;) {
    const parsed = validateScenario({ trimline: 1, ...start, steps })
    if (parsed.ok) return parsed.scenario
    const wrong = new Set(parsed.problems.map(({ path }) => Number(/^steps\[(\d+)\]/.exec(path)?.[1] ?? -1)))
    if (wrong.has(-1)) throw new Error(`the generator is wrong: ${JSON.stringify(parsed.problems)}`)
    // what names a step by its number means another from now on, if any: then it goes the next time
    steps = steps.filter((_, index) => !wrong.has(index))
  }
}

function effect(chance: Chance, name: string): Step {
  const resources = ['r', 's'].slice(0, chance.between(1, 2))
  return {
    name,
    gpuTime: chance.upTo(5_000),
    resources: resources.map((own) => ({ name: own, size: chance.between(1, 48) * 65_536, resident: chance.flip() })),
  }
}

const clip = (name: string): Step => ({ name, width: 64, height: 64, frames: 1, thumbnails: 2 })

/** Of a resource or an allocation. */
function memory(chance: Chance): string {
  return chance.one([
    `${chance.one(EFFECTS)}.${chance.one(['r', 's'])}`,
    chance.one(SINGLES),
    `${chance.one(GROUPS)} ${chance.between(1, 3)}`,
    `${chance.one(CLIPS)}.thumbnail 1`,
    `${chance.one(POOLS)} block 0`,
    'laid (2)',
  ])
}

const some = (chance: Chance): string[] => Array.from({ length: chance.between(1, 2) }, () => memory(chance))

function anyStep(chance: Chance, index: number): Step {
  return chance.one([made, made, used, used, used, expected, beside])(chance, index)
}

/** What makes names, takes them away, or uses those that must be there by then. */
function made(chance: Chance): Step {
  const name = chance.one(SINGLES)
  const steps: Step[] = [
    { addEffect: effect(chance, chance.one(EFFECTS)) },
    { addEffect: effect(chance, chance.one(EFFECTS)) },
    { removeEffect: chance.one(EFFECTS) },
    { apply: chance.one([...EFFECTS, ...CLIPS]) },
    { apply: chance.one(EFFECTS) },
    { resource: { name, size: chance.between(1, 40) * 65_536 } },
    { allocate: { name, size: MIB, ...(chance.flip() ? { pool: chance.one(POOLS) } : {}) } },
    { allocate: { name: chance.one(GROUPS), size: 65_536, count: 3, heap: chance.one(['default', 'upload']) } },
    { free: { name: chance.one([...SINGLES, ...GROUPS, `${chance.one(GROUPS)} 2`]) } },
    { importClip: clip(chance.one(CLIPS)) },
    { removeClip: chance.one(CLIPS) },
    { setConstants: { effect: chance.one(EFFECTS), constants: { radius: 3 } } },
    { registerCallback: { name: chance.one(CALLBACKS), behaviour: 'throw' } },
    { unregisterCallback: chance.one(CALLBACKS) },
    { defragment: { pool: chance.one(POOLS) } },
    {
      layout: {
        pools: [
          {
            name: chance.one(POOLS),
            blocks: [{ size: MIB, allocations: [{ offset: 0, size: 65_536, name: 'laid' }] }],
          },
        ],
      },
    },
  ]
  return chance.one(steps)
}

/** What names memory that need not be there. */
function used(chance: Chance): Step {
  const steps: Step[] = [
    { submit: { engine: 'copy', gpuTime: 2_000, resources: some(chance), context: chance.one(PROCESSES) } },
    { submit: { engine: '3d', parts: [{ gpuTime: 1_000, resources: some(chance) }] } },
    { use: { set: some(chance), gpuTime: 1_000 } },
    { makeResident: { names: some(chance), denyOverbudget: chance.flip() } },
    { evict: { names: some(chance) } },
    { residencyPriority: { resource: memory(chance), priority: 'low' } },
    { discard: memory(chance) },
    { map: memory(chance) },
    { unmap: memory(chance) },
    { write: memory(chance) },
    { movable: { name: memory(chance), movable: chance.flip() } },
    { defragment: { algorithm: 'fast', ignore: [memory(chance)] } },
    { defragmentation: { call: 'begin', destroy: [memory(chance)] } },
  ]
  return chance.one(steps)
}

function expected(chance: Chance, index: number): Step {
  const names = some(chance)
  const step = `steps[${chance.upTo(Math.max(0, index - 1))}]`
  const conditions: Step[] = [
    { resident: names },
    { notResident: names },
    { intact: names },
    { allocated: [...names, chance.one(GROUPS)] },
    { notAllocated: names },
    { contents: [chance.one(GROUPS)] },
    { placed: { [memory(chance)]: { offset: 0 } } },
    { references: { [memory(chance)]: 1 } },
    { blocks: { [chance.one([...POOLS, 'DEFAULT'])]: 1 } },
    { fragmentation: { [chance.one(POOLS)]: { max: 0.5 } } },
    { variants: { [chance.one(EFFECTS)]: 0 } },
    { signalled: [chance.one(EVENTS)] },
    { blocked: [chance.one(PROCESSES)] },
    { notBlocked: [chance.one(PROCESSES)] },
    { removalReasons: { [chance.one([...PROCESSES, 'app'])]: 'DXGI_ERROR_DEVICE_HUNG' } },
    { results: { [step]: 'S_OK' } },
    { pressLatency: { [step]: { max: 9_000 } } },
  ]
  return { expect: chance.one(conditions) }
}

/** What fails, and what changes what comes of the rest. */
function beside(chance: Chance): Step {
  const steps: Step[] = [
    { inject: { fault: 'allocation-fails', count: chance.between(1, 2) } },
    { inject: { fault: 'hang', duration: chance.upTo(60_000) } },
    { recreateDevice: true },
    { budget: chance.upTo(16) * MIB },
    { otherProcess: { name: chance.one(PROCESSES), usage: chance.upTo(8) * MIB } },
    { allocation: chance.one(['committed', 'placed']) },
    { setBackgroundProcessingMode: { mode: 'allowed', action: 'commit', event: chance.one(EVENTS) } },
    { trimToBudget: MIB },
    { frames: { count: 1 } },
    { idle: chance.flip() },
  ]
  return chance.one(steps)
}
