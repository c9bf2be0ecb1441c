import { describe, expect, test } from 'vitest'
import { trimline } from '../support/trimline'

describe('help', () => {
  test.each([
    [['help'], ['--help']],
    [
      ['help', 'run'],
      ['run', '--help'],
    ],
    [
      ['help', 'policy', 'new'],
      ['policy', 'new', '--help'],
    ],
    [
      ['policy', 'help', 'new'],
      ['policy', 'new', '--help'],
    ],
  ])('%j is %j', async (asked, same) => {
    const help = await trimline(asked)
    expect(help).toEqual(await trimline(same))
    expect([help.status, help.out]).toEqual([0, expect.stringContaining('Usage: trimline ')])
  })

  test.each([
    [['help', 'rnu'], /^error: unknown command 'rnu'\n\(Did you mean run\?\)\n.*--help/],
    [['help', 'zz'], /^error: unknown command 'zz'\n\(trimline --help shows/],
    [['help', 'policy', 'chekc'], /^error: unknown command 'chekc'\n\(Did you mean check\?\)/],
    [['policy', 'help', 'zz'], /^error: unknown command 'zz'/],
  ])('%j says which command it does not know', async (asked, message) => {
    expect(await trimline(asked)).toEqual({ status: 2, out: '', err: expect.stringMatching(message) })
  })
})
