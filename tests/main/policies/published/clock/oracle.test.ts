/** DXVK's clock against an oracle that shares no code with it, over random programs of effects and of sets of their own. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Line, MiB, play, type ScenarioFile } from '../../support/play'
import { ClockOracle } from './oracle'

interface Made {
  size: string
  heap: 'default' | 'upload'
  resident: boolean
}

type Act =
  | { act: 'apply' | 'toggle'; effect: string }
  | { act: 'use'; set: string[] }
  | { act: 'resource'; name: string; made: Made }
  | { act: 'budget'; mib: number }
  /** what the trace says itself */
  | { act: 'made' }

interface Program {
  file: ScenarioFile
  /** of each action, which follows a mark in the trace: an `expect` that always holds */
  acts: readonly Act[]
  heaps: ReadonlyMap<string, Made['heap']>
}

const EFFECTS = ['Blur', 'Grayscale', 'Sepia', 'Glow']
const RESOURCES = ['R1', 'R2']
/** chunks of 32 MiB */
const SEGMENT = 256 * MiB
const BUDGET = 200 * MiB
const SMALL = ['64KiB', '100000B', '300KiB', '700KiB']
const LARGE = ['4MiB', '16777217B', '33MiB', '40MiB']

const made: fc.Arbitrary<Made> = fc.record({
  size: fc.constantFrom(...SMALL, ...LARGE),
  heap: fc.constantFrom('default' as const, 'default' as const, 'default' as const, 'upload' as const),
  resident: fc.boolean(),
})
const effect = fc.constantFrom(...EFFECTS)
const member = fc.tuple(effect, fc.nat(2)).map(([name, index]) => `${name}.r${index}`)
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ act: fc.constant('apply' as const), effect }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('use' as const),
      set: fc.array(fc.oneof(member, fc.constantFrom(...RESOURCES)), { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('toggle' as const), effect }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('resource' as const), name: fc.constantFrom(...RESOURCES), made }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('budget' as const), mib: fc.constantFrom(0, 48, 96, 160, 230) }),
  },
)
const delay = fc.constantFrom(0, 50_000, 300_000, 500_000, 1_300_000)

function programOf(effects: readonly Made[][], list: readonly (readonly [number, Act])[]): Program {
  const specs = effects.map((resources, i) => ({
    name: EFFECTS[i] as string,
    gpuTime: '1ms',
    resources: resources.map((one, index) => ({ name: `r${index}`, ...one })),
  }))
  const live = new Map<string, string[]>(
    specs.map(({ name, resources }) => [name, resources.map((one) => `${name}.${one.name}`)]),
  )
  const heaps = new Map(
    specs.flatMap(({ name, resources }) => resources.map((one) => [`${name}.${one.name}`, one.heap])),
  )
  const steps: Record<string, unknown>[] = []
  const taken: Act[] = []
  let at = 0
  const step = (act: Act, verb: string, value: unknown): void => {
    taken.push(act)
    steps.push({ at, expect: { evictions: { min: 0 } } }, { at, [verb]: value })
  }
  for (const [after, act] of list) {
    at += after
    switch (act.act) {
      case 'apply':
        if (live.has(act.effect)) step(act, 'apply', act.effect)
        break
      case 'use': {
        const there = [...live.values()].flat()
        const set = act.set.filter((name) => there.includes(name))
        step({ ...act, set }, 'use', { set })
        break
      }
      case 'toggle':
        if (live.delete(act.effect)) {
          step(act, 'removeEffect', act.effect)
          break
        }
        live.set(
          act.effect,
          specs.find(({ name }) => name === act.effect)?.resources.map(({ name }) => `${act.effect}.${name}`) ?? [],
        )
        step(
          { act: 'made' },
          'addEffect',
          specs.find(({ name }) => name === act.effect),
        )
        break
      case 'resource':
        if (live.delete(act.name)) step(act, 'free', { name: act.name })
        else {
          // its heap from now on: a name is used for one kind only
          const heap = heaps.get(act.name) ?? act.made.heap
          heaps.set(act.name, heap)
          live.set(act.name, [act.name])
          step({ act: 'made' }, 'resource', { name: act.name, ...act.made, heap })
        }
        break
      case 'budget':
        step(act, 'budget', `${act.mib}MiB`)
    }
  }
  const system = { localMemory: SEGMENT, nonLocalMemory: '512MiB', budget: BUDGET }
  return { file: { system, app: { effects: specs }, steps, until: at + 1_000_000 }, acts: taken, heaps }
}

function predict(lines: readonly Line[], { acts, heaps }: Program, oracle: ClockOracle): void {
  let next = 0
  for (const line of lines) {
    oracle.now = line.t
    const name = String(line.resource)
    if (line.type === 'create')
      oracle.create(name, Number(line.bytes), line.resident === true, heaps.get(name) === 'default')
    if (line.type === 'destroy') oracle.destroyed(name)
    if (line.type === 'budget') oracle.budget = Number(line.budget)
    if (line.type === 'device-removed') return
    const act = line.type === 'expect' ? acts[next++] : undefined
    if (act?.act === 'apply') oracle.press(act.effect, null)
    if (act?.act === 'use') oracle.press('use', act.set)
    if (act?.act === 'toggle') oracle.release(act.effect)
    if (act?.act === 'resource') oracle.release(act.name)
  }
}

function observed(lines: readonly Line[]): string[] {
  const did: string[] = []
  for (const line of lines) {
    if (line.type === 'device-removed') break
    if (line.type === 'evict') did.push(`evict ${line.resource} ${line.reason} ${line.references}`)
    if (line.type === 'make-resident') did.push(`make resident ${(line.resources as string[]).join(',')}`)
    if (line.type === 'apply') did.push(`apply ${line.effect ?? 'use'}`)
  }
  return did
}

it('evicts and makes resident what the clauses say, in their order [PL-37] [PL-38] [PL-39]', async () => {
  const seen = { ticks: 0, queued: 0, evicted: 0, several: 0 }
  const effects = fc.tuple(...EFFECTS.map(() => fc.array(made, { minLength: 1, maxLength: 3 })))
  const list = fc.array(fc.tuple(delay, acts), { minLength: 10, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(effects, list, async (start, later) => {
      const program = programOf(start, later)
      const { lines } = await play(program.file, { policy: 'clock' })
      const oracle = new ClockOracle(SEGMENT, BUDGET)
      predict(lines, program, oracle)
      const did = observed(lines)
      const removed = lines.some(({ type }) => type === 'device-removed')
      expect(did).toEqual(removed ? oracle.did.slice(0, did.length) : oracle.did)
      const evicts = (line: string | undefined) => line?.startsWith('evict') === true
      seen.ticks += oracle.seen.ticks
      seen.queued += oracle.seen.queued
      seen.evicted += did.filter(evicts).length
      seen.several += did.filter((line, index) => evicts(line) && evicts(did[index + 1])).length
    }),
    { numRuns: 150 },
  )
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(3)
}, 60_000)
