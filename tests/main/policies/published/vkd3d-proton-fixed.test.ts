/** vkd3d-proton's layer with its faults (a) and (b) mended (PL-43). */
import { expect, it } from 'vitest'
import { effect, press, work } from './support/worked'

const system = { localMemory: '256MiB', nonLocalMemory: '64MiB', budget: '230MiB' }
const A = effect('A', '1ms', '60MiB!')
const D = effect('D', '1ms', '100MiB')
const run = (steps: Record<string, unknown>[]) =>
  work('vkd3d-proton-fixed', { system, app: { effects: [A, D, effect('F', '1ms', '200MiB!')] }, steps, until: '10s' })
const references = ({ lines }: Awaited<ReturnType<typeof run>>) =>
  lines.flatMap(({ type, resource, references }) => (type === 'evict' ? [`${resource} ${references}`] : []))

it('(a) counts what is created not resident from 0: the Evict that matches comes to 0 [PL-43]', async () => {
  const ran = await run([press('500ms', 'D'), ...['1s', '1.1s', '1.2s', '1.3s'].map((at) => press(at, 'A'))])
  expect(references(ran)).toEqual(['F.a 0', 'D.a 0'])
  expect(ran.findings).toEqual([])
})

it('(b) never counts below 0: after one Evict too many the next pair of calls matches [PL-43]', async () => {
  const evict = (at: string) => ({ at, evict: { names: ['A.a'] } })
  const ran = await run([
    evict('100ms'),
    evict('200ms'),
    { at: '300ms', makeResident: { names: ['A.a'] } },
    evict('400ms'),
  ])
  expect(references(ran)).toEqual(['A.a 0', 'A.a 0', 'A.a 0'])
  expect(ran.findings).toEqual([])
})

it('(c) ignores DENY_OVERBUDGET still [PL-43]', async () => {
  const ran = await run([{ at: '1s', makeResident: { names: ['D.a'], denyOverbudget: true } }])
  expect([ran.story, ran.findings]).toEqual([['1 in D.a'], ['1000000 PL-43c -']])
})
