import { describe, expect, it } from 'vitest'
import { RULES } from '../../../preload/contract/rules'
import { matchingRules, matchingTerms } from '../../../renderer/glossary/find'
import { TERMS } from '../../../renderer/glossary/terms'

describe('the glossary', () => {
  it('finds rules by code, with the points of a rule, and by words in any order', () => {
    expect(matchingRules('tn-34')).toEqual(['TN-34', 'TN-34a', 'TN-34b', 'TN-34c'])
    expect(matchingRules('cookie never unregistered')).toContain('TN-34b')
    expect(matchingRules('no such words at all')).toEqual([])
  })

  it('finds terms by what they are called and what they mean', () => {
    expect(matchingTerms('hitch').map(({ term }) => term)).toEqual(['Hitch'])
    expect(matchingTerms('CurrentUsage').map(({ term }) => term)).toEqual(['Usage'])
  })

  it('shows everything before anything is asked for', () => {
    expect(matchingTerms('')).toEqual(TERMS)
    expect(matchingRules('')).toEqual(Object.keys(RULES))
  })

  it('has its terms in the order of the alphabet, each once, and rules behind them that there are', () => {
    const names = TERMS.map(({ term }) => term)
    expect(names).toEqual([...new Set(names)].sort((a, b) => a.localeCompare(b, 'en')))
    expect(TERMS.flatMap(({ rules }) => rules).filter((code) => RULES[code] === undefined)).toEqual([])
  })
})
