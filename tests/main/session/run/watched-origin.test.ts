/** Which systems can have checkpoints, and what of them is in one (LB-02). */
import { describe, expect, it } from 'vitest'
import { APART, isQuicklyCopied, isSmall, originOf } from '../../../../main/session/run/watched-origin'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { isLasting } from '../../../../main/sim/checkpoint/lasting'
import { scenario } from '../live-rig'

describe('a system', () => {
  it('is small up to 20,000 allocations, ever; one of more than 5,000 has no origin, and so no checkpoints', () => {
    const running = WatchedSystem.of(scenario())
    const { names } = running.world.vidmm.residency.table
    const known = (): boolean[] => [isSmall(running), isQuicklyCopied(running), originOf(running) !== null]
    while (names.length < 5_000) names.push('')
    expect(known()).toEqual([true, true, true])
    names.push('')
    expect(known()).toEqual([true, false, false])
    while (names.length < 20_000) names.push('')
    expect(known()).toEqual([true, false, false])
    names.push('')
    expect(known()).toEqual([false, false, false])
  })

  it('has what its file says in common with all that are built of it, and its own parts by their places', () => {
    const file = scenario()
    const [one, other] = [WatchedSystem.of(file), WatchedSystem.of(file)]
    expect(isLasting(file.system)).toBe(true)
    const [origin, another] = [one.origin, other.origin]
    if (origin === null || another === null) throw new Error('they are small')
    expect([origin.placeOf(one), origin.placeOf(other)]).toEqual([0, undefined])
    expect(origin.placeOf(one.world.sim)).toBe(another.placeOf(other.world.sim))
    expect(origin.placeOf(one.world.sim)).toBeGreaterThan(0)
  })

  it('has nothing of what is not of the run: the project, the real input, what is compared and selected', () => {
    const running = WatchedSystem.of(scenario())
    const { project, idleRule, handChanges, idleSwitches } = running
    for (const one of [project, idleRule, handChanges, idleSwitches])
      expect(running.origin?.placeOf(one)).toBeUndefined()
    const names: readonly string[] = Object.keys(running)
    for (const name of APART) expect(names).toContain(name)
  })
})
