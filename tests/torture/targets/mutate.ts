/** Spoiled scenario, project, dump and settings files: nothing crashes, hangs or takes memory out of proportion. */
import { askedFor, open } from '../mutate/attack'
import { corpusOf, KINDS, LARGE_KINDS, largeCorpus } from '../mutate/corpus'
import { Mutations } from '../mutate/mutations'
import { peakOf } from '../mutate/peak'
import { Failures, type Torture } from '../torture'

/** s after which an item counts as hanging */
const HANGS_AFTER = 5
/** of the file */
const MOST_MEMORY = 10
/** bytes that anything takes which runs at all: a simulated system, its trace's ring, its frames */
const RUNS_IN = 64 * 1024 * 1024
/** bytes of an allocation, with all that is known of it: a million have about 2 GB (MOST_OBJECTS) */
const ALLOCATION = 2048
/** bytes of a press that waits, with its packets and what they wait for: 6.4 KiB measured with 40,000 of Blur and Grayscale */
const PRESS = 8192
const MEASURED_EVERY = 100
/** one in so many is of a file of some MB, and always measured */
const LARGE_EVERY = 2_000

const torture: Torture = {
  items: 'spoiled files',
  aim: 200_000,
  seconds: 3600,
  inParts: true,
  run: (options) => {
    const { seed, seconds, count, from = 0, root, say } = options
    const corpus = corpusOf(root)
    const large = count + (from % LARGE_EVERY) < LARGE_EVERY ? null : largeCorpus()
    say(`${KINDS.map((kind) => `${corpus[kind].length} ${kind}`).join(', ')} files to spoil`)
    const failures = new Failures(options)
    const figures = { accepted: 0, large: 0, 'slowest s': 0, 'most memory MiB': 0, 'most memory × large file': 0 }
    const started = performance.now()
    let tried = 0
    let used = cpu()
    for (; tried < count && performance.now() - started < seconds * 1000; tried++) {
      const index = from + tried
      // each by itself can be repeated
      const own = seed * 1_000_003 + index
      const mutations = new Mutations(own)
      const isLarge = large !== null && index % LARGE_EVERY === LARGE_EVERY - 1
      // settings are small and have little to them
      const kind = isLarge
        ? mutations.pick(LARGE_KINDS)
        : mutations.below(20) === 0
          ? 'settings'
          : mutations.pick(KINDS.slice(0, 4))
      const file = isLarge ? large[kind as (typeof LARGE_KINDS)[number]] : mutations.pick(corpus[kind])
      const bytes = mutations.mutate(file, mutations.pick(corpus[mutations.pick(KINDS)]))
      const failed = (what: string): void =>
        failures.add(
          { what: `${kind}: ${what}`, repeat: `npm run torture -- mutate --seed ${seed} --from ${index} --count 1` },
          bytes,
        )
      const attack = (): void => {
        if (open(kind, bytes) === 'accepted') figures.accepted++
      }
      try {
        if (isLarge || index % MEASURED_EVERY === 0) {
          const peak = peakOf(attack)
          figures['most memory MiB'] = Math.max(figures['most memory MiB'], Math.round(peak / 2 ** 20))
          // a mutation may leave next to nothing of it
          if (isLarge && bytes.length > file.length / 2) {
            figures.large++
            const times = Number((peak / bytes.length).toFixed(1))
            figures['most memory × large file'] = Math.max(figures['most memory × large file'], times)
          }
          const fits = MOST_MEMORY * bytes.length + RUNS_IN
          const asked = peak > fits ? askedFor(kind, bytes) : { allocations: 0, steps: 0 }
          if (peak > fits + ALLOCATION * asked.allocations + PRESS * asked.steps)
            failed(
              `${peak} bytes of memory for a file of ${bytes.length} bytes, ${asked.allocations} allocations and ${asked.steps} steps`,
            )
        } else attack()
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        failed(text.split('\n').slice(0, 4).join(' | '))
      }
      // of the processor, as others may use the machine too; with what it took to spoil the file
      const now = cpu()
      const took = now - used
      used = now
      figures['slowest s'] = Math.max(figures['slowest s'], Number(took.toFixed(2)))
      if (took > HANGS_AFTER) failed(`took ${took.toFixed(1)} s; expected at most ${HANGS_AFTER}`)
      if (tried % 1000 === 999)
        say(`${tried + 1} files, ${failures.count} failures, ${((performance.now() - started) / 1000).toFixed(0)} s`)
    }
    return Promise.resolve({ tried, failures: failures.all, figures })
  },
}

/** s of the processor that this process has had */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export default torture
