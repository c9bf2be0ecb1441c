/**
 * Random workloads on the scheduler: nothing is lost or run twice (GP-10 to GP-13). The programs and the rules are those of
 * tests/main/dxgkrnl/vidsch/properties.test.ts, without what a runner of tests costs for each.
 */
import fc from 'fast-check'
import { programWith } from '../../main/dxgkrnl/vidsch/workloads/program'
import { mustHold } from '../../main/dxgkrnl/vidsch/workloads/rules'
import { run } from '../../main/dxgkrnl/vidsch/workloads/run'
import type { Torture, TortureFailure } from '../torture'

/** programs that one seed of fast-check draws */
const BATCH = 1000
/** of the programs: with fewer preemptions than this for each, all of it says nothing */
const LEAST_PREEMPTIONS = 0.2

const scheduler: Torture = {
  items: 'random GPU programs',
  aim: 1_000_000,
  seconds: 3600,
  async run({ seed, seconds, count, say }) {
    const end = performance.now() + seconds * 1000
    const failures: TortureFailure[] = []
    const figures = { packets: 0, preemptions: 0, removals: 0 }
    let tried = 0
    for (let batch = 0; tried < count && performance.now() < end; batch++) {
      const own = (seed * 100_003 + batch) | 0
      for (const program of fc.sample(programWith(false), { seed: own, numRuns: Math.min(BATCH, count - tried) })) {
        tried++
        try {
          const outcome = run(program)
          mustHold(outcome)
          figures.packets += outcome.packets.length
          figures.preemptions += outcome.world.of('preempt').length
          figures.removals += outcome.world.of('device-removed').length
        } catch (error) {
          failures.push({
            what: String(error).split('\n').slice(0, 4).join(' | ').slice(0, 600),
            repeat: `TRIMLINE_SEED=${own} TRIMLINE_RUNS=${2 * BATCH} npx vitest run tests/main/dxgkrnl/vidsch/properties.test.ts`,
          })
        }
      }
      if (batch % 20 === 19) say(`${tried} programs, ${failures.length} failures`)
    }
    if (figures.preemptions < LEAST_PREEMPTIONS * tried)
      failures.push({ what: `only ${figures.preemptions} preemptions in ${tried} programs`, repeat: `--seed ${seed}` })
    return { tried, failures, figures }
  },
}

export default scheduler
