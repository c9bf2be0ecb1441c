import { beforeEach, describe, expect, test } from 'vitest'
import { OpeningSlot } from '../../../../main/session/run/opening-slot'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { scenarioOf } from '../../support/world'

const resources = Array.from({ length: 2_000 }, (_, i) => ({ name: `r${i}`, size: 1 }))
const large = scenarioOf({ app: { effects: [{ name: 'A', resources }] } })

let changed: number
let slot: OpeningSlot
/** what those who wait for it were told, in order; the systems by how many resources they have */
let told: (string | number)[]

beforeEach(() => {
  changed = 0
  told = []
  slot = new OpeningSlot(() => changed++)
})

const tell =
  (who: string) =>
  (running: WatchedSystem | null): void => {
    told.push(running === null ? `${who} given up` : (running.world.editor.effect('A')?.resources.length ?? 0))
  }
const never = (): boolean => false
const always = (): boolean => true

describe('the place for what is being opened', () => {
  test('is empty at first: nothing to show, to build or to give up, and commands are carried out', () => {
    expect(slot).toMatchObject({ isEmpty: true, isBuilding: false, isGoing: false, busy: null })
    expect(slot.view()).toBeNull()
    expect([slot.goOn(always), slot.cancel(), changed]).toEqual([false, false, 0])
  })

  test('is taken by a file that is read, of which nothing is built yet, until that ends', () => {
    slot.showReading('a.json', () => told.push('given up'))
    expect(slot).toMatchObject({ isEmpty: false, isBuilding: false, isGoing: false })
    expect(slot.busy).toBe('“a.json” is being opened. Wait for it, or cancel it.')
    expect(slot.view()).toMatchObject({ title: 'a.json', stage: 'reading' })
    expect([slot.goOn(always), changed]).toEqual([false, 1])
    slot.end()
    expect([slot.isEmpty, changed, told]).toEqual([true, 2, []])
  })

  test('gives the system when it is built, slice by slice, and is empty then', () => {
    slot.open('large', large, tell('large'))
    expect(slot).toMatchObject({ isEmpty: false, isBuilding: true, isGoing: false })
    let slices = 0
    while (slot.goOn(never)) {
      slices++
      expect(changed).toBe(1 + slices)
      expect(told).toHaveLength(slot.isEmpty ? 1 : 0)
    }
    expect(slices).toBeGreaterThan(5)
    expect([told, slot.view(), slot.busy]).toEqual([[2_000], null, null])
  })

  test('is overtaken by another moment on the way to one, but not while the run is played on', () => {
    const building = () => WatchedSystem.inSlices(large)
    slot.goTo(building(), tell('way'), never)
    expect([slot.isGoing, slot.mayBeOvertaken]).toEqual([true, true])
    slot.playOn(building(), tell('run'), never)
    expect([slot.isGoing, slot.mayBeOvertaken]).toEqual([true, false])
    while (slot.goOn(never)) {}
    slot.goTo(building(), tell('other way'), never)
    expect([told, slot.mayBeOvertaken]).toEqual([[2_000], true])
  })

  test('is left when the person gives up: who waits is told once, and what is shown is nothing', () => {
    slot.open('large', large, tell('large'))
    slot.goOn(never)
    expect([slot.cancel(), slot.cancel()]).toEqual([true, false])
    expect([slot.isEmpty, changed, told]).toEqual([true, 3, ['large given up']])
    expect(slot.goOn(always)).toBe(false)
  })

  test('is another’s when that comes', () => {
    slot.showReading('a.json', () => told.push('a given up'))
    slot.open('b', large, tell('b'))
    expect(slot.view()).toMatchObject({ title: 'b', stage: 'building' })
    slot.cancel()
    expect(told).toEqual(['b given up'])
  })

  test('is left without a word where all that is shown is another', () => {
    slot.open('large', large, tell('large'))
    slot.clear()
    expect([slot.isEmpty, changed, told]).toEqual([true, 1, []])
  })

  test('is left when building fails: who waits is told, and the error is not lost', () => {
    function* failing(): Generator<{ done: number; total: number }, WatchedSystem> {
      yield { done: 1, total: 2 }
      throw new Error('out of memory')
    }
    slot.build('broken', failing(), tell('broken'))
    expect(slot.goOn(never)).toBe(true)
    expect(() => slot.goOn(never)).toThrow('out of memory')
    expect([slot.isEmpty, told]).toEqual([true, ['broken given up']])
  })
})

describe('the way to another moment of the run', () => {
  test('takes no place where it is gone at once', () => {
    slot.goTo(WatchedSystem.inSlices(large), tell('moment'), always)
    expect([slot.isEmpty, changed, told]).toEqual([true, 0, [2_000]])
  })

  test('takes it where it is longer, says so, and goes on from there', () => {
    slot.goTo(WatchedSystem.inSlices(large), tell('moment'), never)
    expect(slot).toMatchObject({ isEmpty: false, isBuilding: true, isGoing: true })
    expect(slot.busy).toBe('The session is on its way to another moment. Wait until it is there, or cancel it.')
    expect(slot.view()).toMatchObject({ stage: 'going', total: 2_000 })
    expect(slot.view()?.done).toBeGreaterThan(0)
    expect([slot.goOn(always), slot.isEmpty, told]).toEqual([true, true, [2_000]])
  })

  test('is not what is gone for a record alone, which another moment overtakes all the same [LB-09]', () => {
    slot.goTo(WatchedSystem.inSlices(large), tell('record'), never, 'looking')
    expect(slot).toMatchObject({ isGoing: true, isLooking: true, mayBeOvertaken: true })
    expect(slot.busy).toBe('A record of the trace is being looked for. Wait until it is there, or cancel it.')
    expect(slot.view()).toMatchObject({ stage: 'looking', total: 2_000 })
    slot.cancel()
    expect([slot.isGoing, slot.isLooking]).toEqual([false, false])
  })
})
