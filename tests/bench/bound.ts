/** The bound of a long recording (LB-11), beside what replaying its uses through a plain LRU costs. */
import { boundOf } from '../../main/session/laboratory/bound/bound'
import type { Reference, References } from '../../main/session/laboratory/bound/references'
import { Rng } from '../../main/sim/rng'
import { type Contender, measure } from './measure'
import { type Row, timeRow } from './table'

const USES = 100_000
const UNITS = 10_000
/** units that a submission uses at most */
const MOST_USED = 32
const MiB = 2 ** 20
/** a third of all units have room */
const ROOM = (UNITS * 16 * MiB) / 3
const ROUNDS = 5

export function bound(): Row[] {
  const references = recording()
  const group = `The bound: ${USES.toLocaleString('en')} uses of ${UNITS.toLocaleString('en')} units`
  const [sweep, lru] = measure([sweeping(references), replaying(references)], ROUNDS)
  return [timeRow(group, sweep, { peers: [lru], target: 1 }), timeRow(group, lru)]
}

function recording(): References {
  const rng = new Rng(11)
  const sizes = Array.from({ length: UNITS }, () => (1 + rng.below(31)) * MiB)
  const events: Reference[] = [{ t: 0, kind: 'capacity', bytes: ROOM }]
  for (let t = 1; t <= USES; t++) {
    const units = new Set<number>()
    // a few are used often
    for (let i = rng.below(MOST_USED); i >= 0; i--) units.add(rng.below(1 + rng.below(UNITS)))
    events.push({ t, kind: 'use', units: [...units] })
  }
  return { sizes, events }
}

function sweeping(references: References): Contender {
  return {
    name: 'sweep in time',
    run() {
      if (boundOf(references).bound === 0) throw new Error('nothing had to be paged in')
      return 1
    },
  }
}

/** What a policy does without looking ahead. */
function replaying({ sizes, events }: References): Contender {
  return {
    name: 'LRU of the same uses',
    run() {
      const resident = new Set<number>()
      let held = 0
      let paged = 0
      for (const event of events) {
        if (event.kind !== 'use') continue
        for (const unit of event.units) {
          const size = sizes[unit] as number
          if (resident.delete(unit)) held -= size
          else paged += size
          resident.add(unit)
          held += size
        }
        for (const unit of resident) {
          if (held <= ROOM) break
          resident.delete(unit)
          held -= sizes[unit] as number
        }
      }
      if (paged === 0) throw new Error('nothing was paged in')
      return 1
    },
  }
}
