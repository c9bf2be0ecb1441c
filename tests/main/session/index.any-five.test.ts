/** Playing the project that the app begins with, with any five effects at 4K, never costs the app its device (RS-07). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS, builtInEffect, effectSpecOf } from '../../../main/editor/effects/catalogue'
import { perform } from '../../../main/session/verbs/steps'
import { buildWorld } from '../../../main/session/world/build'
import { newScenario } from '../../../main/shell/documents/scenario-file'
import { FAULTY_POLICIES, POLICY_NAMES, type PolicyName } from '../../../preload/contract'

const SOUND = POLICY_NAMES.filter((name) => !FAULTY_POLICIES.includes(name))
const NAMES = Object.values(BUILT_IN_EFFECTS).map(({ name }) => name)
const S = 1_000_000

/** Why the device was removed; null: it was not. */
function removal(policy: PolicyName, effects: readonly string[], pause: number): string | null {
  const world = buildWorld(newScenario())
  const { editor, sim, device, player } = world
  perform(world, { verb: 'policy', value: policy })
  perform(world, { verb: 'seek', value: 0 })
  for (const name of effects) {
    if (editor.effect(name) === undefined) {
      const { clip: _, ...effect } = effectSpecOf(builtInEffect(name), editor.format)
      expect(perform(world, { verb: 'addEffect', value: effect })).toBe('S_OK')
    }
    perform(world, { verb: 'apply', value: name })
    sim.advanceTo(sim.now + pause)
  }
  perform(world, { verb: 'play', value: true })
  sim.advanceTo(sim.now + 2 * S)
  perform(world, { verb: 'periodicTrim', value: true })
  perform(world, { verb: 'trimToBudget', value: 512 * 1024 * 1024 })
  sim.advanceTo(sim.now + S)
  if (device.removed === null) expect(player.played + player.dropped, effects.join()).toBeGreaterThan(80)
  return device.removed?.because ?? null
}

/** Every set of five, once. */
const SETS: readonly (readonly string[])[] = fiveOf(NAMES)

function fiveOf(names: readonly string[], count = 5): string[][] {
  if (count === 0) return [[]]
  return names.flatMap((name, at) => fiveOf(names.slice(at + 1), count - 1).map((others) => [name, ...others]))
}

/** `npm run test:long` asks for more than there are sets: then each is tried. CI draws a few. */
const RUNS = Number(process.env.TRIMLINE_RUNS ?? 6)
/** of all sets, for one policy */
const LONG = 3_600_000

describe('playing the default project with any five effects at 4K', () => {
  it('begins at 4K, with a policy that is sound', () => {
    const { app } = newScenario()
    expect(app.project).toMatchObject({ width: 3840, height: 2160 })
    expect(SOUND).toContain(app.policy)
  })

  const heaviest = ['Super resolution', 'Background removal', 'Denoise', 'Transition', 'Chroma key']
  it('has every set of five to try', () => {
    expect(SETS).toHaveLength((15 * 14 * 13 * 12 * 11) / (5 * 4 * 3 * 2))
    expect(new Set(SETS.map((set) => set.join())).size).toBe(SETS.length)
  })

  it.each(SOUND)('never ends in a removed device with %s [RS-07]', { timeout: LONG }, (policy) => {
    for (const pause of [0, 700_000]) expect(removal(policy, heaviest, pause)).toBeNull()
    const any = fc.shuffledSubarray(NAMES, { minLength: 5, maxLength: 5 })
    const property = fc.property(any, fc.nat(400_000), (effects, pause) => removal(policy, effects, pause) === null)
    fc.assert(property, { numRuns: Math.min(RUNS, SETS.length) })
    if (RUNS < SETS.length) return
    // in the order of the rack and in its reverse, at once and with time between: alternately
    for (const [index, set] of SETS.entries()) {
      const effects = index % 2 === 0 ? set : set.toReversed()
      expect([effects, removal(policy, effects, index % 4 < 2 ? 0 : 250_000)]).toEqual([effects, null])
    }
  })

  it('does with the published sample, whose faults are the lesson [TN-34]', () => {
    expect(removal('creative-app', heaviest, 0)).toMatch(
      /used Super resolution\.weights, which is not on the residency list/,
    )
  })
})
