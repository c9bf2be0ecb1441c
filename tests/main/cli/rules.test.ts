import { expect, it } from 'vitest'
import { main } from '../../../main/cli'
import { RULES } from '../../../preload/contract/rules'

async function cli(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const status = await main(args, {
    out: (text) => {
      said.out += String(text)
    },
    err: (text) => {
      said.err += text
    },
    stdin: () => new Uint8Array(),
    terminal: undefined,
  })
  return { status, ...said }
}

it('trimline rules lists every rule by what it is called', async () => {
  const { status, out } = await cli('rules')
  expect(status).toBe(0)
  expect(out.trimEnd().split('\n')).toHaveLength(Object.keys(RULES).length)
  expect(out).toContain('TN-34c  Guarded by submission instead of completion\n')
})

it('trimline rules CODE says what it means for an app and what to do, in capitals or not', async () => {
  const { status, out } = await cli('rules', 'tn-34C', 'RS-07')
  expect(status).toBe(0)
  expect(out).toContain('TN-34c: Guarded by submission instead of completion (error)\n')
  expect(out).toContain('\n  Kept by: creative-app-fixed, ')
  expect(out).toContain('\nRS-07: The GPU needs what is not resident')
})

it('as JSON it gives those that are asked for, all without one, and refuses a code of no rule [SC-07]', async () => {
  const codes = async (...args: string[]) => {
    const { rules } = JSON.parse((await cli('rules', '--json', ...args)).out) as { rules: { code: string }[] }
    return rules.map(({ code }) => code)
  }
  expect(await codes()).toEqual(Object.keys(RULES))
  expect(await codes('tn-34C', 'RS-07')).toEqual(['TN-34c', 'RS-07'])
  const { status, out, err } = await cli('rules', 'TM-34c', '--json')
  expect([status, out, err]).toEqual([2, '', expect.stringContaining('found TM-34c, expected the code of a rule')])
})

it('a code of no rule is refused with what was meant', async () => {
  const { status, err } = await cli('rules', 'TM-34c')
  expect(status).toBe(2)
  expect(err).toContain('found TM-34c, expected the code of a rule (did you mean TN-34c?)')
})

it.each(['NOPE', 'tm-34C'])('what was found is said as it was typed: %s', async (typed) => {
  const { err } = await cli('rules', typed)
  expect(err).toContain(`found ${typed}, expected the code of a rule`)
})
