/**
 * Which descriptors and mappings are stale is held to a model that knows only which moves their client forgot to follow: every
 * use of one is reported, once, and nothing else is (DF-10, DF-15).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../../../../main/session/verbs/steps'
import { KIB, MS, type TestWorld, worldOf } from '../../../support/world'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const EFFECTS = ['E', 'F'] as const
const ALL = [...NAMES, ...EFFECTS.flatMap((effect) => [`${effect}.r0`, `${effect}.r1`])]
const PAGE = 64 * KIB

const name = fc.constantFrom(...NAMES)
const set = fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1, maxLength: 4 })
const engine = fc.constantFrom('3d', 'compute', 'copy')
const size = fc.integer({ min: 1, max: 3 }).map((pages) => pages * PAGE)
/** the half that the CPU sees */
const UPLOAD = ['e', 'f', 'g', 'h', 'E.r1', 'F.r1']
const visible = fc.constantFrom(...UPLOAD)
const count = fc.integer({ min: 1, max: 2 })

const of = (verb: Action['verb'], value: fc.Arbitrary<unknown>) => value.map((v) => ({ verb, value: v }) as Action)
const sized = (one: string) =>
  of(
    'allocate',
    size.map((bytes) => ({ name: one, size: bytes, heap: UPLOAD.includes(one) ? 'upload' : 'default' })),
  )
const allocation = name.chain(sized)
const descriptor = {
  algorithm: fc.constantFrom('fast', 'balanced', 'full'),
  maxAllocationsPerPass: fc.constantFrom(0, 1, 3),
  maxBytesPerPass: fc.constant(0),
  timePerFrame: fc.constant(0),
  bytesPerFrame: fc.constant(0),
  evicted: fc.constant('skip'),
  ignore: fc.constant([]),
  destroy: fc.constant([]),
}
const parts = fc.array(fc.record({ gpuTime: fc.constant(MS), resources: set }), { minLength: 1, maxLength: 2 })
const action = fc.oneof(
  { weight: 3, arbitrary: of('apply', fc.constantFrom(...EFFECTS)) },
  { weight: 6, arbitrary: of('use', fc.record({ set, engine, gpuTime: fc.constant(MS) })) },
  {
    weight: 3,
    arbitrary: of(
      'submit',
      fc.record({ engine, gpuTime: fc.constant(MS), priority: fc.constant('normal'), resources: set, parts }),
    ),
  },
  { weight: 1, arbitrary: of('free', fc.record({ name })) },
  { weight: 3, arbitrary: allocation },
  { weight: 5, arbitrary: of('map', visible) },
  { weight: 1, arbitrary: of('unmap', visible) },
  { weight: 6, arbitrary: of('write', visible) },
)

const forgetting = (fault: string) => of('inject', fc.record({ fault: fc.constant(fault), count }))
/** Room is made, what lies behind it moves, and then it is used. */
const round = fc
  .tuple(
    fc.tuple(of('map', visible), of('free', fc.record({ name })), forgetting('stale-descriptor')),
    fc.option(forgetting('stale-mapping'), { nil: undefined, freq: 2 }),
    of('defragment', fc.record(descriptor)),
    fc.array(action, { minLength: 1, maxLength: 5 }),
  )
  .map(([before, forget, defragment, after]) => [
    ...before,
    ...(forget === undefined ? [] : [forget]),
    defragment,
    ...after,
  ])

/** What the app knows of what it uses. */
class Client {
  readonly stale = new Set<string>()
  readonly mapped = new Map<string, 'good' | 'stale'>()
  forgets = { 'stale-descriptor': 0, 'stale-mapping': 0 }

  moved(resource: string): void {
    if (this.forgot('stale-descriptor')) this.stale.add(resource)
    else this.stale.delete(resource)
    if (this.mapped.has(resource)) this.mapped.set(resource, this.forgot('stale-mapping') ? 'stale' : 'good')
  }

  gone(resource: string): void {
    this.stale.delete(resource)
    this.mapped.delete(resource)
  }

  private forgot(fault: keyof Client['forgets']): boolean {
    if (this.forgets[fault] === 0) return false
    this.forgets[fault]--
    return true
  }
}

function usedBy({ verb, value }: Action): string[] | null {
  if (verb === 'apply') return [`${value}.r0`, `${value}.r1`]
  if (verb === 'use') return value.set
  if (verb === 'submit') return [...(value.resources ?? []), ...(value.parts ?? []).flatMap((part) => part.resources)]
  return null
}

/** Tells the client of what it did. */
function follow(client: Client, { verb, value }: Action, hr: string): void {
  if (verb === 'inject' && (value.fault === 'stale-descriptor' || value.fault === 'stale-mapping'))
    client.forgets[value.fault] += value.count
  if (verb === 'recreateDevice') for (const one of ALL) client.gone(one)
  if (hr !== 'S_OK') return
  if (verb === 'free' && value.name !== undefined) client.gone(value.name)
  if (verb === 'map') client.mapped.set(value, 'good')
  if (verb === 'unmap') client.mapped.delete(value)
}

const PLACED = {
  policy: 'none',
  allocation: 'placed',
  blockSize: '1MiB',
  effects: EFFECTS.map((effect) => ({
    name: effect,
    gpuTime: '1ms',
    resources: [
      { name: 'r0', size: '192KiB' },
      { name: 'r1', size: '64KiB', heap: 'upload' },
    ],
  })),
}

function play(world: TestWorld, client: Client, next: Action, seen: Record<string, number>): void {
  const before = world.records.length
  const isRemoved = world.device.removed !== null
  const isThere = (usedBy(next) ?? []).every((one) => world.editor.find(one) !== undefined)
  const hr = world.do(next)
  const told = world.records.slice(before).flatMap((one) => (one.type === 'finding' ? [one] : []))
  const stale = told.flatMap(({ rule, resource }) => (rule === 'DF-10' ? [resource] : []))
  const used = usedBy(next)
  const uses = used !== null && isThere && !isRemoved ? [...new Set(used)].filter((one) => client.stale.has(one)) : []
  // what a page fault ends uses nothing any more
  expect(stale).toEqual(world.device.removed !== null && !isRemoved ? uses.slice(0, stale.length) : uses)
  if (world.device.removed !== null && !isRemoved) expect(stale).not.toEqual([])
  seen.uses = (seen.uses ?? 0) + stale.length
  if (next.verb === 'write') {
    const mapping = client.mapped.get(next.value)
    expect(hr === 'S_OK').toBe(mapping === 'good')
    expect(told.some(({ rule, message }) => rule === 'DF-15' && message.includes('from before its move'))).toBe(
      mapping === 'stale',
    )
    seen[mapping ?? 'none'] = (seen[mapping ?? 'none'] ?? 0) + 1
  }
  follow(client, next, hr)
  world.wait(50 * MS)
  for (const one of world.records.slice(before))
    if (one.type === 'defragmentation-move' && one.operation === 'COPY') client.moved(one.resource)
}

test('every use of what a move has made stale is reported, once, and no other [DF-10] [DF-15] [RS-07]', () => {
  const seen: Record<string, number> = {}
  fc.assert(
    fc.property(
      fc.tuple(...NAMES.map(sized)),
      fc.array(round, { minLength: 3, maxLength: 6, size: 'max' }),
      (made, rounds) => {
        const world = worldOf({ system: { localMemory: '64MiB' }, app: PLACED })
        const client = new Client()
        for (const next of [...made, ...rounds.flat()]) {
          const isRemoved = world.device.removed !== null
          play(world, client, next, seen)
          // one action finds nothing but that
          if (isRemoved) play(world, client, { verb: 'recreateDevice', value: true }, seen)
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(seen.uses).toBeGreaterThan(30)
  expect(seen.good).toBeGreaterThan(20)
  expect(seen.stale).toBeGreaterThan(1)
})
