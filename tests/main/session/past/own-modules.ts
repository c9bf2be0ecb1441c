/** Policies of one's own of which a copy would go another way if it had not all that they know. */
import fc from 'fast-check'
import type { PolicyChoice } from '../../../../preload/contract'
import type { Program } from '../random-programs'

/** What goes is drawn by lot, and noted down; now and then a call fails in the middle, and has then never been. */
const DRAWS = `
let calls = 0
const drawn = new Map()
export default { name: 'draws', create(host) {
  const say = (unit) => { drawn.set(unit.name, (drawn.get(unit.name) ?? 0) + Math.floor(Math.random() * 1000)) }
  const next = (what) => {
    calls++
    if (calls % 7 === 3 && Math.random() < 0.1) { drawn.clear(); throw new Error(what + ' ' + calls) }
  }
  const go = () => {
    const free = host.units.filter((unit) => unit.resident && !unit.inUse)
    if (free.length === 0) return
    const unit = free[(calls + Math.floor(Math.random() * free.length)) % free.length]
    say(unit)
    if ([...drawn.values()].reduce((sum, one) => sum + one, 0) % 3 !== 0) host.evict(unit)
  }
  return {
    prepare(set) { next('prepare'); set.forEach(say); if (host.usage > host.budget / 2) go() },
    submitted() { next('submitted') },
    completed(fence) { next('completed'); if (fence % 2 === 0) go() },
    onTrim() { next('trim'); go() },
  }
} }`

/** Fails at every third call: it is asked no more after the tenth. */
const FAILS = `
let calls = 0
export default { name: 'fails', create: () => ({ prepare() { if (++calls % 3 === 0) null.x }, onTrim() {} }) }`

const MODULES: readonly PolicyChoice[] = [
  { file: 'draws.mjs', text: DRAWS },
  { file: 'fails.mjs', text: FAILS },
]

/** The programs under such policies, from the beginning and where they take another. */
export function withOwnPolicies(programs: fc.Arbitrary<Program>): fc.Arbitrary<Program> {
  return fc.tuple(programs, fc.nat(MODULES.length)).map(([program, first]): Program => {
    let turn = first
    const next = (): PolicyChoice => MODULES[turn++ % MODULES.length] as PolicyChoice
    return {
      ...program,
      app: { ...program.app, policy: next() },
      steps: program.steps.map(({ after, action }) => ({
        after,
        action: action.verb === 'policy' ? { ...action, value: next() } : action,
      })),
    }
  })
}
