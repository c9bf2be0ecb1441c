import { describe, expect, it } from 'vitest'
import { nextOption, optionByWord, TYPING_PAUSE_MS, typeAhead } from '../../../renderer/widgets/combobox-keys'

const names = ['none', 'mapping-layer', 'mapping-layer-periodic', 'fence-lru']

describe('nextOption', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 3],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 3],
  ])('%s at %d goes to %d', (key, active, next) => {
    expect(nextOption(key, active, names.length)).toBe(next)
  })

  it('leaves other keys alone', () => {
    for (const key of ['Tab', 'Escape', 'F5', 'Shift', 'm']) expect(nextOption(key, 0, names.length)).toBeNull()
  })
})

describe('typing a name', () => {
  const type = (text: string, active: number, pause: number): (number | null)[] => {
    let typed = { word: '', at: Number.NEGATIVE_INFINITY }
    return [...text].map((key, i) => {
      typed = typeAhead(typed, key, i * pause)
      active = optionByWord(typed.word, active, names) ?? active
      return optionByWord(typed.word, active, names) === null ? null : active
    })
  }

  it('a letter goes to the next option that starts with it, round the end', () => {
    expect(optionByWord('m', 0, names)).toBe(1)
    expect(optionByWord('M', 1, names)).toBe(2)
    expect(optionByWord('m', 2, names)).toBe(1)
    expect(optionByWord('mm', 1, names)).toBe(2)
    expect(optionByWord('x', 0, names)).toBeNull()
  })

  it('letters in quick succession are one word, so that a name can be typed to its end', () => {
    expect(type('fence', 0, 50).at(-1)).toBe(3)
    expect(type('mapping-layer-p', 0, 50).at(-1)).toBe(2)
    expect(type('fenx', 0, 50).at(-1)).toBeNull()
  })

  it('after a pause a letter starts a new word', () => {
    expect(type('fn', 0, TYPING_PAUSE_MS).at(-1)).toBe(0)
    expect(type('fn', 0, TYPING_PAUSE_MS - 1).at(-1)).toBeNull()
  })
})
