import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rulesJson } from '../../../../main/cli/rules'
import { runScenario } from '../../../../main/session/run/runner'
import { recordedColumn } from '../../../../preload/contract'
import { documentOf, RULE_FAMILIES, RULES, ruleOf } from '../../../../preload/contract/rules'
import { filesIn, textOf } from '../../../architecture/files'
import { shipped } from '../../../golden/scenarios'

const CODE = /\b(?:TN|RS|AN|DF|BP|GP|PL|LB|SC)-\d+[a-z]?\b/g

/** Code without its comments: what is left of codes there is shown to somebody, or written to a trace. */
function saidIn(path: string): string {
  return textOf(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}

const codesIn = (text: string): string[] => text.match(CODE) ?? []

describe('every rule has a text [TN-40]', () => {
  it('that the program can report, or names in its interface', () => {
    const missing = new Map<string, string>()
    const found = new Set<string>()
    for (const path of ['main', 'preload', 'renderer'].flatMap(filesIn).filter((one) => /\.tsx?$/.test(one)))
      for (const code of codesIn(saidIn(path))) {
        found.add(code)
        if (RULES[code] === undefined) missing.set(code, path)
      }
    expect(found.size).toBeGreaterThan(150)
    // ends of a range such as TN-17 to TN-19 too
    expect([...missing]).toEqual([])
  })

  it('that a golden trace has a finding of', () => {
    const folder = new URL('../../../golden/traces/', import.meta.url)
    const rules = new Set<string>()
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.jsonl')))
      for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n'))
        if (line.includes('"type":"finding"')) rules.add((JSON.parse(line) as { rule: string }).rule)
    expect(rules.size).toBeGreaterThan(20)
    expect([...rules].filter((rule) => RULES[rule] === undefined)).toEqual([])
  })

  it('in sentences, without codes, and with the document that it comes from', () => {
    for (const [code, { title, rule, means, fix }] of Object.entries(RULES)) {
      expect(code).toMatch(/^[A-Z]{2}-\d{2}[a-z]?$/)
      expect(title, code).toMatch(/^(?:[A-Z]|vkd3d).*[^.]$/)
      for (const text of [rule, means, fix]) expect(text, code).toMatch(/^\S.*[.:]$/s)
      expect(codesIn(`${title} ${rule} ${means} ${fix}`), code).toEqual([])
      expect(documentOf(code)).toBe(RULE_FAMILIES[code.slice(0, 2)]?.document)
    }
  })

  it('a point that has none has that of its rule; what is no rule has none', () => {
    expect(ruleOf('TN-34c')).toBe(RULES['TN-34c'])
    expect(ruleOf('TN-21b')).toBe(RULES['TN-21'])
    expect(ruleOf('XX-01')).toBeNull()
  })

  it('and that of a hang is true of a device of another process, too, after which the app goes on [GP-23]', () => {
    expect(RULES['GP-23']?.means).toMatch(/^The process whose device it was\b/)
  })

  it.each([
    ['BP-23', 'Drain queues first'],
    ['LB-02', 'Back to live'],
    ['LB-03', 'Compare policies…'],
    ['LB-18', 'Export report…'],
    ['TN-20', 'Compare policies…'],
  ])('and what %s says to press, “%s”, is there', (code, label) => {
    expect(RULES[code]?.fix).toContain(label)
    expect(filesIn('renderer').some((path) => path.endsWith('.tsx') && saidIn(path).includes(label))).toBe(true)
  })

  it('and that of a comparison names what can be varied, and its columns [LB-03] [LB-11]', () => {
    expect(RULES['LB-03']?.rule).toMatch(/^Policies, budgets, device profiles or preemption models, any two of them,/)
    expect(RULES['LB-11']?.fix).toContain(`“${recordedColumn('timesBound').heading}”`)
  })

  it('and resources/rules.json is made of them: "npm run schema" writes it', () => {
    const path = new URL('../../../../resources/rules.json', import.meta.url)
    expect(readFileSync(path, 'utf8')).toBe(rulesJson())
  })
})

describe('the policies that a rule names as keeping to it', () => {
  /** scenarios in which a policy breaks rules that others keep to */
  const BROKEN = [
    'd3dx12-faults',
    'published-dawn',
    'published-glon12',
    'published-glon12-trim',
    'published-translation-layer',
    'published-vkd3d-proton',
    'sample-life',
  ] as const

  it.each(BROKEN)('keep to it where it is broken: %s [TN-34] [TN-39] [PL-12] [PL-36]', async (name) => {
    const scenario = shipped(name)
    const published = (await runScenario(scenario)).summary.findings.map(({ rule }) => rule)
    const kept = published.filter((rule) => /^(TN-3|PL-)/.test(rule) && ruleOf(rule)?.keptBy !== undefined)
    expect(kept).not.toEqual([])
    for (const policy of new Set(kept.flatMap((rule) => ruleOf(rule)?.keptBy ?? []))) {
      const { findings } = (await runScenario(scenario, { policy })).summary
      const broken = findings.map(({ rule }) => rule)
      for (const rule of kept)
        if (ruleOf(rule)?.keptBy?.includes(policy)) expect(broken, `${policy} and ${rule}`).not.toContain(rule)
    }
  })
})
