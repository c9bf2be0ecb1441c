/** Compares residency policies on a scenario, and says how far each is from the least that any could page in. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { bound, compare } from 'trimline'

const MIB = 2 ** 20

/**
 * @param {import('trimline').ScenarioInput} scenario
 * @param {Parameters<typeof compare>[1]} names of the policies
 */
export async function table(scenario, names) {
  const least = await bound(scenario)
  const { rows, advice } = await compare(scenario, names)
  const lines = rows.map(({ label, pageInBytes, timesBound, hitches }) => {
    const times = timesBound === null ? '' : `, ${timesBound.toFixed(2)} × the bound`
    return `${label}: ${pageInBytes / MIB} MiB paged in${times}, ${hitches} hitches`
  })
  return [`at least ${least.bound / MIB} MiB for ${least.uses} uses`, ...lines, advice.text].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const scenario = readFileSync(new URL('./scenario.json', import.meta.url), 'utf8')
  console.log(await table(scenario, ['none', 'fence-lru', 'creative-app']))
}
