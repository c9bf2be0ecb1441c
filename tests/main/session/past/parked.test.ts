/** Systems that are kept while the past is only looked at (LB-02): the end, and the moment that was shown before. */
import { describe, expect, it } from 'vitest'
import { Parked } from '../../../../main/session/past/parked'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { scenario } from '../live-rig'

/** A system that stands at that moment, µs. */
function systemAt(moment: number, allocations = 0): WatchedSystem {
  const resources = Array.from({ length: allocations }, (_unused, i) => ({ name: `r${i}`, size: 4096 }))
  const running = WatchedSystem.of(
    scenario({ app: { effects: allocations === 0 ? [] : [{ name: 'A', gpuTime: '1ms', resources }] } }),
  )
  running.world.sim.advanceTo(moment)
  return running
}

const [MAIN, OTHER] = ['Main', 'Other'] as const

describe('the end of a branch [LB-02]', () => {
  it('is returned to as it is, once, and by no other way than to its own moment', () => {
    const parked = new Parked<string>()
    const end = systemAt(300)
    parked.keep(end, MAIN, true)
    // one goes back by running again from the beginning, never from a later moment, nor on from the end
    expect([parked.take(MAIN, 200, 0), parked.take(MAIN, 301, 0), parked.take(OTHER, 300, 0)]).toEqual([
      null,
      null,
      null,
    ])
    expect(parked.take(MAIN, 300, 0)).toEqual({ system: end, isThere: true })
    expect(parked.take(MAIN, 300, 0)).toBeNull()
  })
})

describe('the moment that was shown before [LB-02]', () => {
  it('is gone on from to a later one of its branch, once', () => {
    const parked = new Parked<string>()
    const before = systemAt(100)
    parked.keep(before, MAIN, false)
    expect([parked.take(MAIN, 99, 0), parked.take(OTHER, 150, 0)]).toEqual([null, null])
    expect(parked.take(MAIN, 150, 0)).toEqual({ system: before, isThere: false })
    expect(parked.take(MAIN, 150, 0)).toBeNull()
  })

  it('is there at its own moment; not where it was given up on its way, as not all has happened there', () => {
    const parked = new Parked<string>()
    const system = systemAt(100)
    parked.keep(system, MAIN, false)
    expect(parked.take(MAIN, 100, 0)).toEqual({ system, isThere: true })
    parked.keepOnWay(system, MAIN)
    expect(parked.take(MAIN, 100, 0)).toEqual({ system, isThere: false })
  })

  it('is the newest alone, beside the end', () => {
    const parked = new Parked<string>()
    const [end, first, second] = [systemAt(300), systemAt(50), systemAt(100)]
    parked.keep(end, MAIN, true)
    parked.keep(first, MAIN, false)
    parked.keepOnWay(second, MAIN)
    expect(parked.take(MAIN, 60, 0)).toBeNull()
    expect(parked.take(MAIN, 200, 0)?.system).toBe(second)
    expect(parked.take(MAIN, 300, 0)?.system).toBe(end)
  })
})

describe('what is kept', () => {
  it('goes with its branch, and only with that', () => {
    const parked = new Parked<string>()
    parked.keep(systemAt(300), MAIN, true)
    parked.keep(systemAt(100), OTHER, false)
    parked.forget(OTHER)
    expect([parked.take(OTHER, 100, 0), parked.take(MAIN, 300, 0)?.isThere]).toEqual([null, true])
    parked.keep(systemAt(300), MAIN, true)
    parked.forget(MAIN)
    expect(parked.take(MAIN, 300, 0)).toBeNull()
    parked.keep(systemAt(300), MAIN, true)
    parked.keep(systemAt(100), MAIN, false)
    parked.clear()
    expect([parked.take(MAIN, 300, 0), parked.take(MAIN, 100, 0)]).toEqual([null, null])
  })

  it('is nothing of which there might not be memory for several', () => {
    const parked = new Parked<string>()
    const large = systemAt(100)
    const { names } = large.world.vidmm.residency.table
    for (let i = names.length; i < 20_001; i++) names.push(`r${i}`)
    parked.keep(large, MAIN, true)
    parked.keepOnWay(large, MAIN)
    expect(parked.take(MAIN, 100, 0)).toBeNull()
    names.length = 20_000
    parked.keep(large, MAIN, true)
    expect(parked.take(MAIN, 100, 0)?.isThere).toBe(true)
  })
})
