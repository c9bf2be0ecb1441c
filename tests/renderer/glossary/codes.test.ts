import { describe, expect, it } from 'vitest'
import { cutAtCodes, said, splitCodes } from '../../../renderer/glossary/codes'

describe('codes of rules in a text', () => {
  it('are taken out of it and told, with the brackets around them', () => {
    expect(splitCodes('Sends PERIODIC_TRIM now (TN-21).')).toEqual({
      words: 'Sends PERIODIC_TRIM now.',
      codes: ['TN-21'],
    })
    expect(splitCodes('One (RS-01, RS-08). Two (RS-01)')).toEqual({ words: 'One. Two', codes: ['RS-01', 'RS-08'] })
  })

  it('of a range are its ends; those without a text are left out', () => {
    expect(splitCodes('As advised (TN-17 to TN-19)').codes).toEqual(['TN-17', 'TN-19'])
    expect(splitCodes('It is nowhere (TN-99)')).toEqual({ words: 'It is nowhere', codes: [] })
  })

  it('other brackets stay', () => {
    expect(splitCodes('90 % (of 2 GiB)')).toEqual({ words: '90 % (of 2 GiB)', codes: [] })
  })

  it('cut the text where each stood, so that links stand there', () => {
    expect(cutAtCodes('First (RS-01), then (TN-34c). End')).toEqual([
      { words: 'First,', codes: ['RS-01'] },
      { words: ' then.', codes: ['TN-34c'] },
      { words: ' End', codes: [] },
    ])
  })

  it('of a native tooltip go where F1 finds them', () => {
    expect(said('Its budget (RS-09)')).toEqual({ title: 'Its budget\nF1: the rule behind it', 'data-rules': 'RS-09' })
    expect(said('No rule')).toEqual({ title: 'No rule' })
    expect(said(undefined)).toEqual({})
  })
})
