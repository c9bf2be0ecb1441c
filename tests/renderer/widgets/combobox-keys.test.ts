import { describe, expect, it } from 'vitest'
import { nextOption } from '../../../renderer/widgets/combobox-keys'

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
    expect(nextOption(key, active, names)).toBe(next)
  })

  it('a letter goes to the next option that starts with it, round the end', () => {
    expect(nextOption('m', 0, names)).toBe(1)
    expect(nextOption('M', 1, names)).toBe(2)
    expect(nextOption('m', 2, names)).toBe(1)
    expect(nextOption('f', 3, names)).toBe(3)
    expect(nextOption('x', 0, names)).toBeNull()
  })

  it('leaves other keys alone', () => {
    for (const key of ['Tab', 'Escape', 'F5', 'Shift']) expect(nextOption(key, 0, names)).toBeNull()
  })
})
