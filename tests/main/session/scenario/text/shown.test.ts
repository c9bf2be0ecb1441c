/** What comes from outside is shown clipped and escaped; checked by Unicode's own properties. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { main } from '../../../../../main/cli'
import { readDump } from '../../../../../main/session/dump/read-dump'
import {
  parseScenario,
  parseScenarioText,
  problemsToText,
  shownLine,
  shownText,
  shownValue,
  validateScenario,
} from '../../../../../main/session/scenario'

/** Controls, direction, separators, halves of pairs: by property instead of by code point. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u

const nasty = fc
  .stringMatching(/^[\s\S]*$/)
  .chain((plain) =>
    fc
      .array(
        fc.oneof(
          fc.constantFrom('\u001b[31m', '\u0000', '\u009b', '\u202e', '\u2066', '\u061c', '\u200f', '\u2028', '\u2029'),
          fc.constantFrom('\ud83d', '\ude00', '😀', 'é', '\\', '"', '\r', '\n', '\t', '\u007f', 'a'.repeat(150)),
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constant(plain),
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  )

function expectShown(text: string): void {
  const lines = text.replace(/\n$/, '').split('\n')
  expect(lines.length).toBeLessThanOrEqual(21)
  for (const line of lines) {
    expect(line).not.toMatch(UNSHOWN)
    expect(line.length).toBeLessThanOrEqual(400)
  }
  if (lines.length === 21) expect(lines[20]).toMatch(/^and \d+ more$/)
}

describe('Text from outside', () => {
  it('is one line without what steers, turns or breaks, of at most 200', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const shown = shownValue(text)
        expect(shown).not.toMatch(UNSHOWN)
        expect(shown.length).toBeLessThanOrEqual(200)
        if (shown.length < 190 && !shown.endsWith('…')) {
          const back = shown.replace(/\\(?:u([0-9a-f]{4})|([nrt]))/g, (all, code, short) =>
            code === undefined
              ? ({ n: '\n', r: '\r', t: '\t' }[short as string] ?? all)
              : String.fromCharCode(Number.parseInt(code, 16)),
          )
          // nothing is lost: what was escaped can be read back, where no backslash of its own confuses it
          if (!text.includes('\\')) expect(back).toBe(text)
        }
      }),
    )
  })

  it('keeps what is harmless as it is, in any script', () => {
    for (const text of ['Blur', 'שלום', '模糊', 'Ça va – “so”', '👩‍👩‍👧 family', 'a'.repeat(200)])
      expect(shownValue(text)).toBe(text)
  })

  it('is clipped with a sign, never within a pair or an escape', () => {
    expect(shownValue('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
    expect(shownValue(`${'a'.repeat(198)}😀😀`)).toBe(`${'a'.repeat(198)}…`)
    expect(shownValue(`${'a'.repeat(196)}\u202ebcdefgh`)).toBe(`${'a'.repeat(196)}…`)
    expect(shownValue('\u0000'.repeat(60_000_000)).length).toBeLessThanOrEqual(200)
    expect(shownLine('b'.repeat(500))).toHaveLength(400)
  })

  it('says how many lines there are beside the first twenty', () => {
    const lines = Array.from({ length: 32 }, (_, i) => `line ${i}`)
    expect(shownText(lines.join('\n')).split('\n')).toEqual([...lines.slice(0, 20), 'and 12 more'])
    fc.assert(fc.property(nasty, (text) => expectShown(shownText(text))))
  })
})

describe('Messages about a file', () => {
  const messagesOf = (parsed: ReturnType<typeof parseScenario>, name = 'file.json'): string =>
    parsed.ok ? '' : problemsToText(parsed.problems, name)

  it('show names and values of any kind clipped and escaped', () => {
    const file = fc.record({
      key: nasty,
      value: nasty,
      name: nasty,
      where: nasty,
    })
    fc.assert(
      fc.property(file, ({ key, value, name, where }) => {
        const scenario = {
          trimline: 1,
          [key]: value,
          system: { wddm: value, [name]: {} },
          app: { policy: value, effects: [{ name, resources: [{ name, size: value }] }], pool: name },
          steps: [
            { at: 0, apply: value },
            { at: 0, allocate: { name, size: 1, pool: key } },
            { at: 0, expect: { resident: [key], blocks: { [key]: 1, [name]: { [value]: 1 } } } },
            { at: 0, [key]: { [value]: name } },
          ],
        }
        expectShown(messagesOf(validateScenario(scenario), where))
        expectShown(messagesOf(parseScenarioText(JSON.stringify(scenario)), where))
        expectShown(messagesOf(parseScenarioText(`{"trimline": 1, ${value}`), where))
        const dump = readDump(
          new TextEncoder().encode(
            JSON.stringify({
              [key]: name,
              General: { API: value },
              DefaultPools: { [name]: { Blocks: { [key]: 1 } } },
            }),
          ),
        )
        if (!dump.ok) expectShown(problemsToText(dump.problems, where))
      }),
      { numRuns: 200 },
    )
  })

  it('stay short for a key and for a name of 30 MB', () => {
    const long = `\u202e${'k'.repeat(30_000_000)}`
    const key = messagesOf(parseScenario(new TextEncoder().encode(JSON.stringify({ trimline: 1, [long]: 1 }))))
    expectShown(key)
    expect(key).toContain('an unknown field')
    expectShown(
      messagesOf(
        validateScenario({
          trimline: 1,
          steps: [
            { at: 0, apply: long },
            { at: 0, [long]: 1 },
          ],
        }),
      ),
    )
  })

  it('are not lost among many: the first twenty are told, and how many others there are [SC-02]', () => {
    const steps = Array.from({ length: 50 }, () => ({ at: 0, apply: 'nothing of that name' }))
    const lines = messagesOf(validateScenario({ trimline: 1, steps }))
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(21)
    expect(lines[0]).toContain('steps[0].apply')
    expect(lines[20]).toBe('and 30 more')
  })
})

describe('Messages of the command line', () => {
  async function run(...args: string[]): Promise<string> {
    let err = ''
    const io = {
      out: () => {},
      err: (text: string) => {
        err += text
      },
      stdin: () => new Uint8Array(),
      terminal: undefined,
    }
    await main(args, io)
    return err
  }

  it.each([
    ['an option', ['run', `--\u001b[2J${'x'.repeat(5000)}`]],
    ['an argument of an option', ['run', 'a.json', '--policy', `\u202e${'y'.repeat(5000)}`]],
    ['a command', [`\u009b${'z'.repeat(5000)}`]],
    ['a file', ['run', `/nowhere/\u001b]0;title\u0007\n${'f'.repeat(5000)}`]],
    ['a place', ['run', 'resources/scenarios/sample-life.json', '--trace', `/nowhere/\u001b[2J${'t'.repeat(100)}/x`]],
  ])('show %s that is refused clipped and escaped', async (_what, args) => {
    const said = await run(...args)
    expect(said).not.toBe('')
    for (const line of said.trimEnd().split('\n')) {
      expect(line).not.toMatch(UNSHOWN)
      expect(line.length).toBeLessThanOrEqual(400)
    }
  })
})
