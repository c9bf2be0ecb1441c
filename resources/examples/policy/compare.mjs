/**
 * Compares a policy of one's own with published ones on a recording of a real machine, says how far each is from the least
 * that any could page in, and writes the own one's run for Perfetto (ui.perfetto.dev opens it).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bound, compare, run } from 'trimline'

const MIB = 2 ** 20

/** The policy of one's own, beside this file. */
export const MINE = new URL('./mine.mjs', import.meta.url)

/** Memory is short with it. */
export const BUDGET = '512MiB'

/** What an AMD Radeon RX 6600 recorded, as `trimline import` made a scenario of it. */
export function recording() {
  return readFileSync(
    fileURLToPath(import.meta.resolve('trimline/resources/scenarios/imported/radeon-memory.json')),
    'utf8',
  )
}

/**
 * @param {import('trimline').ScenarioInput} scenario
 * @param {readonly import('trimline').PolicyInput[]} policies
 * @param {string} budget for all of it: the bound and every policy
 */
export async function table(scenario, policies, budget) {
  const least = await bound(scenario, { budget })
  const { rows, advice } = await compare(scenario, { policies, budgets: [budget] })
  const lines = rows.map(({ label, pageInBytes, timesBound, peakLocalUsage, hitches }) => {
    const times = timesBound === null ? '' : `, ${timesBound.toFixed(2)} × the bound`
    const peak = `${Math.ceil(peakLocalUsage / MIB)} MiB at the peak`
    return `${label}: ${Math.ceil(pageInBytes / MIB)} MiB paged in${times}, ${peak}, ${hitches} hitches`
  })
  return [`at least ${Math.ceil(least.bound / MIB)} MiB for ${least.uses} uses`, ...lines, advice.text].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const scenario = recording()
  console.log(await table(scenario, ['fence-lru', 'clock', 'glon12', 'translation-layer', MINE], BUDGET))
  await run(scenario, { policy: MINE, budget: BUDGET, perfetto: 'mine.pftrace' })
  console.log('wrote mine.pftrace: open it in ui.perfetto.dev')
}
