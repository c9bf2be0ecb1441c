/**
 * Random workloads on the scheduler: nothing is lost or run twice (GP-10 to GP-13). The programs and the rules are those of
 * tests/main/dxgkrnl/vidsch/index.properties.test.ts, without what a runner of tests costs for each.
 */
import fc from 'fast-check'
import { familyWith, type Program } from '../../main/dxgkrnl/vidsch/workloads/program'
import { mustHold } from '../../main/dxgkrnl/vidsch/workloads/rules'
import { run, scenarioFor } from '../../main/dxgkrnl/vidsch/workloads/run'
import { worldOn } from '../../main/support/world'
import { Failures, type Torture } from '../torture'

/** programs of one system, and systems that one seed of fast-check draws */
const FAMILY = 20
const FAMILIES = 500
/** of the programs: with fewer preemptions than this for each, all of it says nothing */
const LEAST_PREEMPTIONS = 0.2

const scheduler: Torture = {
  items: 'random GPU programs',
  aim: 1_000_000,
  seconds: 3600,
  async run(options) {
    const { seed, seconds, count, say } = options
    const end = performance.now() + seconds * 1000
    const failures = new Failures(options)
    const figures = { packets: 0, preemptions: 0, removals: 0 }
    let tried = 0
    for (let batch = 0; tried < count && performance.now() < end; batch++) {
      const own = (seed * 100_003 + batch) | 0
      const families = fc.sample(familyWith(false, FAMILY), { seed: own, numRuns: FAMILIES })
      for (const [i, family] of families.entries()) {
        const scenario = scenarioFor(family[0] as Program)
        for (const [j, program] of family.entries()) {
          if (tried >= count || performance.now() > end) break
          tried++
          try {
            const outcome = run(program, worldOn(scenario))
            mustHold(outcome)
            figures.packets += outcome.packets.length
            figures.preemptions += outcome.world.of('preempt').length
            figures.removals += outcome.world.of('device-removed').length
          } catch (error) {
            failures.add({
              what: String(error).split('\n').slice(0, 4).join(' | ').slice(0, 600),
              repeat: `run(fc.sample(familyWith(false, ${FAMILY}), { seed: ${own}, numRuns: ${FAMILIES} })[${i}][${j}])`,
            })
          }
        }
      }
      if (batch % 2 === 1) say(`${tried} programs, ${failures.count} failures`)
    }
    if (figures.preemptions < LEAST_PREEMPTIONS * tried)
      failures.add({ what: `only ${figures.preemptions} preemptions in ${tried} programs`, repeat: `--seed ${seed}` })
    return { tried, failures: failures.all, figures }
  },
}

export default scheduler
