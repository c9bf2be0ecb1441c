import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { parseScenario, problemsToText, type Scenario } from '../../../../main/session/scenario'

const FOLDER = new URL('../../../../resources/scenarios/imported/', import.meta.url)
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))

function read(name: string): Scenario {
  const parsed = parseScenario(readFileSync(new URL(name, FOLDER)))
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, name))
  return parsed.scenario
}

describe('the imported examples', () => {
  it('are one of each kind, and their notice names each [LB-19]', () => {
    expect(NAMES).toEqual(['llm-conversations.json', 'radeon-memory.json', 'steamvr.json'])
    const notice = readFileSync(new URL('NOTICE', FOLDER), 'utf8')
    for (const name of NAMES) expect(notice).toContain(name)
  })

  it.each(NAMES)('%s says what is derived, and runs without a finding [LB-19]', async (name) => {
    const scenario = read(name)
    expect(scenario.derived?.length).toBeGreaterThan(0)
    for (const policy of ['none', 'fence-lru', 'creative-app-fixed'] as const) {
      const { summary } = await runScenario({ ...scenario, app: { ...scenario.app, policy } })
      expect([summary.devicesRemoved, summary.findings]).toEqual([0, []])
    }
  })

  it('tell policies apart [LB-19]', async () => {
    const scenario = read('llm-conversations.json')
    const pagedIn = new Set<number>()
    for (const policy of ['none', 'fence-lru', 'submission-lru'] as const)
      pagedIn.add((await runScenario({ ...scenario, app: { ...scenario.app, policy } })).summary.pageInBytes)
    expect(pagedIn.size).toBeGreaterThan(1)
  })
})
