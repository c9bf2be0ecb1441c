import { describe, expect, test } from 'vitest'
import { diffSources, type SourceLine } from '../../../../../renderer/instruments/background/shaders/diff'

const text = (line: SourceLine | null): string | null => line?.parts.map((part) => part.text).join('') ?? null
const differing = (line: SourceLine | null): string[] =>
  line?.parts.filter(({ differs }) => differs).map((part) => part.text) ?? []

describe('sources side by side', () => {
  test('lines that are the same stand against each other with their own numbers', () => {
    const { rows, removed, added } = diffSources('a\nb\nc\n', 'a\nc\n')
    expect(rows.map(({ left, right, same }) => [left?.number, text(left), right?.number, text(right), same])).toEqual([
      [1, 'a', 1, 'a', true],
      [2, 'b', undefined, null, false],
      [3, 'c', 2, 'c', true],
    ])
    expect([removed, added]).toEqual([1, 0])
  })

  test('a changed line stands against what it became, with the words marked', () => {
    const { rows, removed, added } = diffSources('x = radius * 2.0;\nend', 'x = 9 * 2.0;\nend')
    expect(rows).toHaveLength(2)
    expect(differing(rows[0]!.left)).toEqual(['radius'])
    expect(differing(rows[0]!.right)).toEqual(['9'])
    expect(text(rows[0]!.left)).toBe('x = radius * 2.0;')
    expect(text(rows[0]!.right)).toBe('x = 9 * 2.0;')
    expect([removed, added]).toEqual([1, 1])
  })

  test('a loop that is unrolled: more lines than before, both sides complete', () => {
    const left = 'begin\nfor (int i = 0; i < 3; i++) s += t(i);\nend'
    const right = 'begin\ns += t(0);\ns += t(1);\ns += t(2);\nend'
    const { rows, removed, added } = diffSources(left, right)
    expect(rows.flatMap((row) => text(row.left) ?? [])).toEqual(left.split('\n'))
    expect(rows.flatMap((row) => text(row.right) ?? [])).toEqual(right.split('\n'))
    expect([removed, added]).toEqual([1, 3])
  })

  test('the same source has no difference', () => {
    const { rows, removed, added } = diffSources('a\nb', 'a\nb\n')
    expect(rows.every(({ same }) => same)).toBe(true)
    expect([removed, added]).toEqual([0, 0])
  })
})
