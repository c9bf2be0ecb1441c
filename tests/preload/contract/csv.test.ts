import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../preload/contract/csv'

const field = (value: string | number | boolean | null): string => csvOf(['a'], [[value]]).split('\r\n')[1]!

describe('a CSV file', () => {
  it('has a header row, commas, and a line end after each row, the last one too (RFC 4180)', () => {
    expect(
      csvOf(
        ['t_us', 'name'],
        [
          [1, 'a'],
          [2.5, 'b'],
        ],
      ),
    ).toBe('t_us,name\r\n1,a\r\n2.5,b\r\n')
    expect(csvOf(['t_us'], [])).toBe('t_us\r\n')
  })

  it('has fields in quotes where they need them, with quotes doubled', () => {
    expect(field('a, b')).toBe('"a, b"')
    expect(field('the "best"')).toBe('"the ""best"""')
    expect(csvOf(['a'], [['two\nlines']])).toBe('a\r\n"two\nlines"\r\n')
    expect(field('plain text')).toBe('plain text')
  })

  it.each(['=SUM(A1)', '+1', '-2', '@x', '\tx', '＝SUM(A1)', '＋1', '－2', '＠x'])(
    'keeps %j a text, which a spreadsheet would take for a formula',
    (text) => {
      expect(field(text)).toBe(`'${text}`)
      expect(field(`${text},`)).toBe(`"'${text},"`)
    },
  )

  it('leaves numbers as they are, below nothing too, and writes nothing for what is not known', () => {
    expect(field(-2)).toBe('-2')
    expect(field(false)).toBe('false')
    expect(csvOf(['a', 'b'], [[null, undefined]])).toBe('a,b\r\n,\r\n')
  })
})
