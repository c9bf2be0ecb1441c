/** Spoiled scenario, project, dump and settings files: nothing crashes, hangs or takes memory out of proportion. */
import { open } from '../mutate/attack'
import { corpusOf, KINDS, LARGE_KINDS, largeCorpus } from '../mutate/corpus'
import { Mutations } from '../mutate/mutations'
import { peakOf } from '../mutate/peak'
import type { Torture, TortureFailure } from '../torture'

/** s after which an item counts as hanging */
const HANGS_AFTER = 5
/** of the file */
const MOST_MEMORY = 10
/** bytes that anything takes which runs at all: a simulated system, its trace's ring, its frames */
const RUNS_IN = 64 * 1024 * 1024
const MEASURED_EVERY = 100
/** one in so many is of a file of some MB, and always measured */
const LARGE_EVERY = 2_000

const torture: Torture = {
  items: 'spoiled files',
  aim: 200_000,
  seconds: 3600,
  run: ({ seed, seconds, count, root, say }) => {
    const corpus = corpusOf(root)
    const large = count < LARGE_EVERY ? null : largeCorpus()
    say(`${KINDS.map((kind) => `${corpus[kind].length} ${kind}`).join(', ')} files to spoil`)
    const failures: TortureFailure[] = []
    const figures = { accepted: 0, large: 0, 'slowest s': 0, 'most memory MiB': 0, 'most memory × large file': 0 }
    const started = performance.now()
    let tried = 0
    let used = cpu()
    for (; tried < count && performance.now() - started < seconds * 1000; tried++) {
      // each by itself can be repeated
      const own = seed * 1_000_003 + tried
      const mutations = new Mutations(own)
      const isLarge = large !== null && tried % LARGE_EVERY === LARGE_EVERY - 1
      // settings are small and have little to them
      const kind = isLarge
        ? mutations.pick(LARGE_KINDS)
        : mutations.below(20) === 0
          ? 'settings'
          : mutations.pick(KINDS.slice(0, 3))
      const file = isLarge ? large[kind as (typeof LARGE_KINDS)[number]] : mutations.pick(corpus[kind])
      const bytes = mutations.mutate(file, mutations.pick(corpus[mutations.pick(KINDS)]))
      const repeat = (): string => `${kind} ${own}: ${Buffer.from(bytes.subarray(0, 3000)).toString('base64')}`
      const attack = (): void => {
        if (open(kind, bytes) === 'accepted') figures.accepted++
      }
      try {
        if (isLarge || tried % MEASURED_EVERY === 0) {
          const peak = peakOf(attack)
          figures['most memory MiB'] = Math.max(figures['most memory MiB'], Math.round(peak / 2 ** 20))
          // a mutation may leave next to nothing of it
          if (isLarge && bytes.length > file.length / 2) {
            figures.large++
            const times = Number((peak / bytes.length).toFixed(1))
            figures['most memory × large file'] = Math.max(figures['most memory × large file'], times)
          }
          if (peak > MOST_MEMORY * bytes.length + RUNS_IN)
            failures.push({ what: `${kind}: ${peak} bytes of memory for a file of ${bytes.length}`, repeat: repeat() })
        } else attack()
      } catch (error) {
        failures.push({
          what: `${kind}: ${(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').slice(0, 4).join(' | ')}`,
          repeat: repeat(),
        })
      }
      // of the processor, as others may use the machine too; with what it took to spoil the file
      const now = cpu()
      const took = now - used
      used = now
      figures['slowest s'] = Math.max(figures['slowest s'], Number(took.toFixed(2)))
      if (took > HANGS_AFTER)
        failures.push({ what: `${kind}: took ${took.toFixed(1)} s; expected at most ${HANGS_AFTER}`, repeat: repeat() })
      if (tried % 5000 === 4999) say(`${tried + 1} files, ${failures.length} failures`)
    }
    return Promise.resolve({ tried, failures, figures })
  },
}

/** s of the processor that this process has had */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export default torture
