/** vkd3d-proton's layer under `submission-lru`, by worked examples (PL-41 to PL-43). */
import { describe, expect, it } from 'vitest'
import { play } from '../support/play'
import { effect, press, type Worked, work } from './support/worked'

/** 230 MiB of budget in a segment of 256 MiB. */
const system = { localMemory: '256MiB', nonLocalMemory: '64MiB', budget: '230MiB' }

const three = ['A', 'B', 'C'].map((name) => effect(name, '1ms', '60MiB!'))
const D = effect('D', '1ms', '100MiB')

/** "t resource" of what the kernel took under pressure */
const pagedOut = ({ lines }: Worked): string[] =>
  lines.flatMap(({ t, type, resource, reason }) =>
    type === 'page-out' && reason === 'pressure' ? [`${Math.floor(t / 100_000) / 10} ${resource}`] : [],
  )

const run = (steps: Record<string, unknown>[], effects = [...three, D], policy = 'vkd3d-proton' as const) =>
  work(policy, { system, app: { effects }, steps, until: '10s' })

describe('the layer', () => {
  it('takes what submission-lru evicts and keeps it on the residency list: a priority of 0 [PL-41] [TN-20]', async () => {
    const steps = [
      ...[1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'C')),
      { at: '2s', expect: { resident: ['A.a', 'B.a', 'C.a'], localUsage: { min: '180MiB', max: '180MiB' } } },
      { at: '2s', expect: { references: { 'A.a': 0, 'C.a': 1 }, evictions: 2 } },
    ]
    const played = await play({ system, app: { policy: 'vkd3d-proton', effects: three }, steps })
    expect(played.failures).toEqual([])
    const evicts = played.lines.filter(({ type }) => type === 'evict')
    expect(evicts).toMatchObject([
      { resource: 'A.a', reason: 'opportunistic', references: 0, left: 0 },
      { resource: 'B.a', reason: 'opportunistic', references: 0, left: 0 },
    ])
    expect(played.summary.bytesEvicted).toBe(0)
  })

  it('lets the system page out what is evicted first, least recently used first among equals [PL-41] [RS-10]', async () => {
    const C = [1.2, 1.3, 1.4, 1.5].map((at) => press(`${at * 1000}ms`, 'C'))
    // B before A: at 1.5 s both are evicted, and D needs 100 MiB where 76 are free
    const one = await run([press('1s', 'B'), press('1100ms', 'A'), ...C, press('2s', 'D')])
    expect(pagedOut(one)).toEqual(['2 B.a'])
    const other = await run([press('1s', 'A'), press('1100ms', 'B'), ...C, press('2s', 'D')])
    expect(pagedOut(other)).toEqual(['2 A.a'])
  })

  it('orders by layer priority before use: what has the lowest goes though it was used last [PL-41] [PL-42]', async () => {
    const used = [press('1s', 'A'), press('1100ms', 'B'), press('1200ms', 'C')]
    const low = { at: '1300ms', residencyPriority: { resource: 'C.a', priority: 'low' } }
    expect(pagedOut(await run([...used, press('2s', 'D')]))).toEqual(['2 A.a'])
    expect(pagedOut(await run([...used, low, press('2s', 'D')]))).toEqual(['2 C.a'])
    // by itself submission-lru has no layer: the least recently used goes
    const bare = await work('submission-lru', {
      system,
      app: { effects: [...three, D] },
      steps: [...used, low, press('2s', 'D')],
    })
    expect(pagedOut(bare)).toEqual(['2 A.a'])
  })

  it('stores a priority that is set while the count is 0, and gives it with the next MakeResident [PL-41]', async () => {
    const C = [1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'C'))
    const maximum = { at: '1400ms', residencyPriority: { resource: 'A.a', priority: 'maximum' } }
    // A is evicted at 1.3 s: it keeps 0 and goes, though its stored priority is the highest
    expect(pagedOut(await run([...C, maximum, press('2s', 'D')]))).toEqual(['2 A.a'])
    // made resident again it has 0.88332: B goes, then C, which has 0.5
    const again = await run([...C, maximum, press('1500ms', 'A'), press('2s', 'D'), press('2100ms', 'D')])
    expect(pagedOut(again)).toEqual(['2 B.a'])
  })

  it('signals the fence of EnqueueMakeResident at once; the packet waits for what is missing [PL-41] [RS-02]', async () => {
    const { lines, story } = await run([press('1s', 'D')])
    expect(story).toEqual(['1 in D.a', '1 apply D'])
    const pageIn = lines.find(({ type, resource }) => type === 'page-in' && resource === 'D.a')
    const packet = lines.find(({ type, context }) => type === 'packet' && context === 'app')
    expect(packet?.start).toBe(pageIn?.end)
    const steps = [{ at: '1s', makeResident: { names: ['D.a'] } }]
    const now = { at: '1s', expect: { pagingFence: { enqueued: 1, completed: 1 } } }
    const played = await play({ system, app: { policy: 'vkd3d-proton', effects: [D] }, steps: [...steps, now] })
    expect(played.failures).toEqual([])
  })

  it('leaves out small buffers and what is in system memory: they keep the priority of NORMAL [PL-41]', async () => {
    const small = effect('S', '1ms', '1MiB!')
    const fill = effect('F', '1ms', '200MiB!') // 55 or 54 MiB are free
    const large = effect('L', '1ms', '56832KiB')
    const F = [1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'F'))
    // S is evicted at 1.3 s, but shares its memory: F, as cold and with 0.5 too, was used later
    const shared = await run([...F, press('2s', 'L')], [small, fill, large])
    expect(shared.story.filter((line) => line.includes(' out '))).toEqual(['1.3 out S.a opportunistic'])
    expect(pagedOut(shared)).toEqual(['2 S.a'])
    // nothing has come of its Evict
    expect(shared.lines.find(({ type }) => type === 'evict')).toMatchObject({ resource: 'S.a', references: 1 })
    // with F low S is spared, which 0 would not be
    const lowered = { at: '1400ms', residencyPriority: { resource: 'F.a', priority: 'low' } }
    expect(pagedOut(await run([...F, lowered, press('2s', 'L')], [small, fill, large]))).toEqual(['2 F.a'])
    const own = effect('S', '1ms', '2MiB!')
    expect(pagedOut(await run([...F, lowered, press('2s', 'L')], [own, fill, large]))).toEqual(['2 S.a'])
  })

  it('starts what may be a render target with a raised priority [PL-42]', async () => {
    const target = effect('T', '1ms', '60MiB!')
    const multisampled = {
      ...target,
      resources: target.resources.map((resource) => ({ ...resource, alignment: '4MiB' })),
    }
    const effects = [multisampled, effect('B', '1ms', '60MiB!'), effect('C', '1ms', '60MiB!'), D]
    const used = [press('1s', 'T'), press('1100ms', 'B'), press('1200ms', 'C')]
    expect(pagedOut(await run([...used, press('2s', 'D')], effects))).toEqual(['2 B.a'])
  })

  it('raises it at creation: it does not go for the next resource of its own effect [PL-42]', async () => {
    const kept = ['H', 'B'].map((name) => effect(name, '1ms', '100MiB!'))
    const high = kept.map(({ name }) => ({ at: '1s', residencyPriority: { resource: `${name}.a`, priority: 'high' } }))
    const resources = [
      { name: 't', size: '40MiB', alignment: '4MiB' },
      { name: 'u', size: '64MiB' },
    ]
    const added = { at: '2s', addEffect: { name: 'T', gpuTime: '1ms', resources } }
    expect(pagedOut(await run([...high, added], kept))).toEqual(['2 H.a'])
  })

  it('keeps all that one MakeResident names, also what is listed already [PL-41] [RS-10]', async () => {
    const effects = [effect('A', '1ms', '100MiB!'), effect('C', '1ms', '100MiB!'), D]
    const made = { at: '2s', makeResident: { names: ['A.a', 'D.a'] } }
    expect(pagedOut(await run([press('1s', 'A'), press('1100ms', 'C'), made], effects))).toEqual(['2 C.a'])
  })

  it('hands its counts and priorities on to the layer that comes in its place [PL-41] [PL-43]', async () => {
    const C = [1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'C'))
    const maximum = { at: '1400ms', residencyPriority: { resource: 'A.a', priority: 'maximum' } }
    const change = { at: '1500ms', policy: 'vkd3d-proton-fixed' }
    // A has count 0, whatever is stored
    expect(pagedOut(await run([...C, maximum, change, press('2s', 'D')]))).toEqual(['2 A.a'])
    // what was set to normal is not raised again
    const target = effect('T', '1ms', '60MiB!')
    const raised = { ...target, resources: target.resources.map((resource) => ({ ...resource, alignment: '4MiB' })) }
    const effects = [raised, effect('B', '1ms', '60MiB!'), effect('C', '1ms', '60MiB!'), D]
    const normal = { at: '1300ms', residencyPriority: { resource: 'T.a', priority: 'normal' } }
    const used = [press('1s', 'T'), press('1100ms', 'B'), press('1200ms', 'C')]
    expect(pagedOut(await run([...used, normal, change, press('2s', 'D')], effects))).toEqual(['2 T.a'])
  })

  it('goes with its policy: what it kept stays on the list, and the next policy has it [PL-41]', async () => {
    const C = [1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'C'))
    const low = { at: '1400ms', residencyPriority: { resource: 'C.a', priority: 'low' } }
    const steps = [...C, low, { at: '1500ms', policy: 'fence-lru' }, { at: '1600ms', trimToBudget: '60MiB' }]
    const { story } = await run([...steps, press('2s', 'A')])
    expect(story.slice(-4)).toEqual(['1.6 out A.a budget', '1.6 returned', '2 in A.a', '2 apply A'])
  })
})
