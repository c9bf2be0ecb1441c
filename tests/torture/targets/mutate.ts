/** Spoiled scenario, project, dump and settings files: nothing crashes, hangs or takes memory out of proportion. */

import { open } from '../mutate/attack'
import { corpusOf, KINDS } from '../mutate/corpus'
import { Mutations } from '../mutate/mutations'
import type { Torture, TortureFailure } from '../torture'

/** s after which an item counts as hanging */
const HANGS_AFTER = 5
/** of the file */
const MOST_MEMORY = 10
/** bytes that anything takes which runs at all: a simulated system, its trace's ring, its frames */
const RUNS_IN = 64 * 1024 * 1024
const MEASURED_EVERY = 100

const torture: Torture = {
  items: 'spoiled files',
  aim: 200_000,
  seconds: 3600,
  run: ({ seed, seconds, count, root, say }) => {
    const corpus = corpusOf(root)
    say(`${KINDS.map((kind) => `${corpus[kind].length} ${kind}`).join(', ')} files to spoil`)
    const failures: TortureFailure[] = []
    const figures = { accepted: 0, 'slowest s': 0, 'most memory MiB': 0 }
    const started = performance.now()
    let tried = 0
    for (; tried < count && performance.now() - started < seconds * 1000; tried++) {
      // each by itself can be repeated
      const own = seed * 1_000_003 + tried
      const mutations = new Mutations(own)
      // settings are small and have little to them
      const kind = mutations.below(20) === 0 ? 'settings' : mutations.pick(KINDS.slice(0, 3))
      const bytes = mutations.mutate(mutations.pick(corpus[kind]), mutations.pick(corpus[mutations.pick(KINDS)]))
      const repeat = `${kind} ${own}: ${Buffer.from(bytes.subarray(0, 3000)).toString('base64')}`
      const measured = tried % MEASURED_EVERY === 0
      const before = measured ? memory() : 0
      const begun = process.cpuUsage()
      try {
        if (open(kind, bytes) === 'accepted') figures.accepted++
      } catch (error) {
        failures.push({
          what: `${kind}: ${(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').slice(0, 4).join(' | ')}`,
          repeat,
        })
      }
      const { user, system } = process.cpuUsage(begun)
      // of the processor, as others may use the machine too
      const took = (user + system) / 1e6
      figures['slowest s'] = Math.max(figures['slowest s'], Number(took.toFixed(2)))
      if (took > HANGS_AFTER) failures.push({ what: `${kind}: took ${took.toFixed(1)} s; expected at most 5`, repeat })
      if (measured) {
        const bytesMore = process.memoryUsage().heapUsed - before
        figures['most memory MiB'] = Math.max(figures['most memory MiB'], Math.round(bytesMore / 2 ** 20))
        if (bytesMore > MOST_MEMORY * bytes.length + RUNS_IN)
          failures.push({ what: `${kind}: ${bytesMore} bytes of memory for a file of ${bytes.length}`, repeat })
      }
      if (tried % 5000 === 4999) say(`${tried + 1} files, ${failures.length} failures`)
    }
    return Promise.resolve({ tried, failures, figures })
  },
}

function memory(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed
}

export default torture
