/** A line of presses in one context: what each has waited for, though only the first is asked (LB-08). Times in µs. */
import { describe, expect, it } from 'vitest'
import { MonitoredFence } from '../../../../../main/dxgkrnl/vidsch/monitored-fence'
import { newStand, standOfFirst } from '../../../../../main/dxgkrnl/vidsch/stand'
import { standsBehind } from '../../../../../main/session/laboratory/delays/line'
import { contextOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../../dxgkrnl/vidsch/gpu-world'
import { hang } from '../../../dxgkrnl/vidsch/submitting'
import { LineRig, pressOf, waited } from './line-rig'

function rig() {
  const world = gpuWorld()
  const context = contextOf(world, 'A')
  return { world, context, rig: new LineRig(world, context) }
}

describe('a line [LB-08]', () => {
  it('has its members in the order of their packets, in whatever order they come', () => {
    const { world, context, rig: a } = rig()
    const presses = ['a1', 'a2', 'a3'].map((name) => {
      const press = pressOf(world, name)
      submitTo(world, context, name, 1000, { owner: press })
      return press
    })
    for (const at of [1, 2, 0]) a.enters(presses[at] as (typeof presses)[0])
    expect(a.line.members.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3'])
    const [first, second] = presses as [(typeof presses)[0], (typeof presses)[0]]
    a.line.leave(second, 0)
    expect([a.line.members.map(({ name }) => name), second.line, first.line]).toEqual([['a1', 'a3'], null, a.line])
  })

  it('tells the second, once it is asked, of each packet that went before it', () => {
    const { world, context, rig: a } = rig()
    submitTo(world, context, 'a0', 500)
    a.press('a1', 1000)
    const second = a.press('a2', 2000)
    a.wait(500)
    a.wait(1000)
    a.wait(100)
    expect(waited(world, second)).toEqual(['queue 0–500 by a0', 'queue 500–1500 by a1', 'run 1500–1600 by a2'])
  })

  it('tells one that comes later only of what stood before it from then on', () => {
    const { world, rig: a } = rig()
    a.press('a1', 1000)
    a.press('a2', 1000)
    a.wait(1000)
    a.wait(400)
    const late = a.press('a3', 1000)
    a.wait(600)
    a.wait(50)
    expect(waited(world, late)).toEqual(['queue 1400–2000 by a2', 'run 2000–2050 by a3'])
  })

  it('tells one that leaves unasked what it has waited for', () => {
    const { world, rig: a } = rig()
    a.press('a1', 1000)
    const second = a.press('a2', 1000)
    a.wait(300)
    a.line.leave(second, world.sim.now)
    expect(second.chain.pieces.map(({ kind, start, end }) => [kind, start, end])).toEqual([['queue', 0, 300]])
  })

  it('asks one that comes before the first, and the other waits for it from then on', () => {
    const { world, context, rig: a } = rig()
    const [early, late] = [pressOf(world, 'early'), pressOf(world, 'late')]
    submitTo(world, context, 'a1', 1000, { owner: early })
    submitTo(world, context, 'a2', 1000, { owner: late })
    a.enters(late)
    a.wait(200)
    a.enters(early)
    a.wait(800)
    expect(waited(world, early)).toEqual(['queue 0–200 by nobody', 'run 200–1000 by a1'])
    a.wait(10)
    expect(waited(world, late)).toEqual(['queue 0–1000 by a1', 'run 1000–1010 by a2'])
  })

  it('keeps what those that wait still need, however much went before', () => {
    const { world, context, rig: a } = rig()
    for (let i = 0; i < 600; i++) submitTo(world, context, `p${i}`, 10)
    a.press('first', 100)
    const second = a.press('second', 100)
    for (let i = 0; i < 300; i++) a.wait(10)
    const third = a.press('third', 100)
    for (let i = 0; i < 300; i++) a.wait(10)
    a.wait(100)
    a.wait(100)
    const rows = waited(world, second)
    a.wait(5)
    expect([rows.length, rows[0], rows[599], ...rows.slice(600)]).toEqual([
      602,
      'queue 0–10 by p0',
      'queue 5990–6000 by p599',
      'queue 6000–6100 by first',
      'run 6100–6200 by second',
    ])
    const ofThird = waited(world, third)
    expect([ofThird.length, ofThird[0], ...ofThird.slice(-3)]).toEqual([
      303,
      'queue 3000–3010 by p300',
      'queue 6000–6100 by first',
      'queue 6100–6200 by second',
      'run 6200–6205 by third',
    ])
  })
})

it('those that wait for long behind the same are told of it in groups that they share, exactly by kind [LB-08]', () => {
  const { world, context, rig: a } = rig()
  for (let i = 0; i < 1500; i++) submitTo(world, context, `p${i}`, 10)
  a.press('first', 100)
  const [second, third] = [a.press('second', 100), a.press('third', 100)]
  for (let i = 0; i < 1500; i++) a.wait(10)
  for (let i = 0; i < 2; i++) a.wait(100)
  a.ask()
  const told = second.chain.pieces
  expect(told.length).toBeLessThan(200)
  expect(told.map(({ start }) => start)).toEqual([0, ...told.slice(0, -1).map(({ end }) => end)])
  expect(waited(world, second).slice(-3)).toEqual([
    'queue 14990–15000 by p1499',
    'queue 15000–15100 by first',
    'run 15100–15200 by second',
  ])
  // what it runs for is not over yet
  const queued = told.map(({ together, start, end }) => together?.times.queue ?? end - start)
  expect(queued.reduce((sum, time) => sum + time, 0)).toBe(15_100)
  const groups = told.filter(({ together }) => together !== null)
  expect(groups.length).toBeGreaterThan(80)
  expect(groups.every((piece) => third.chain.pieces.includes(piece))).toBe(true)
})

describe('a line of one [LB-08]', () => {
  it('need not be asked again while its packet runs', () => {
    const { rig: a } = rig()
    a.press('a1', 1000)
    expect(a.line.goesOn).toBe(false)
    a.wait(1)
    expect(a.line.goesOn).toBe(true)
    a.press('a2', 1000)
    expect(a.line.goesOn).toBe(false)
  })

  it('is asked while it waits, and while its engine hangs', () => {
    const { world, rig: a } = rig()
    submitTo(world, contextOf(world, 'B'), 'b', 1000)
    a.press('a1', 1000)
    a.wait(10)
    expect(a.line.goesOn).toBe(false)
    const { world: other, rig: hung } = rig()
    hang(other, 5000)
    hung.press('a1', 1000)
    hung.wait(10)
    expect(hung.line.goesOn).toBe(false)
  })
})

describe('what stands behind a packet [LB-08]', () => {
  it('waits for that in the queue; for what it waits for where that takes no time by itself', () => {
    const world = gpuWorld()
    const [a, b, c] = [contextOf(world, 'A', 'compute'), contextOf(world, 'B'), contextOf(world, 'C', 'copy')]
    const done = new MonitoredFence()
    submitTo(world, a, 'a', 1000)
    world.scheduler.signal(a, done, 1)
    const behind = [b, c].map((context, at) => {
      world.scheduler.wait(context, done, 1, false)
      submitTo(world, context, 'joins', at === 0 ? 0 : 700)
      const press = pressOf(world, context.name)
      submitTo(world, context, 'own', 500, { owner: press })
      const stand = newStand()
      standOfFirst(world.scheduler, context, stand)
      press.settle()
      standsBehind(press, press.fence, stand, 0)
      return press
    })
    world.wait(100)
    expect(behind.map((press) => waited(world, press))).toEqual([['fence 0–100 by a'], ['queue 0–100 by joins']])
  })
})
