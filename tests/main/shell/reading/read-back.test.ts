/** What is about to be saved is read back in a process of its own; here that is the other end of a channel. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readBackProblem } from '../../../../main/session/document/read-back'
import { CHECKED_HERE, SILENCE_MS, startReadBack } from '../../../../main/shell/reading/read-back'
import type { Reading } from '../../../../main/shell/reading/reader'
import { type Beside, readingBeside } from './beside'

let started: Beside[]
let answers: boolean
/** what waits for an answer; null: nothing does */
let waiting: { ms: number; run: () => void } | null
let said: (string | null)[]

beforeEach(() => {
  started = []
  answers = true
  waiting = null
  said = []
})

function check(text: string, what = 'project'): Reading {
  const startProcess = (): Beside => {
    const process = readingBeside(answers)
    started.push(process)
    return process
  }
  const after = (ms: number, run: () => void): (() => void) => {
    waiting = { ms, run }
    return () => {
      waiting = null
    }
  }
  return startReadBack(text, what, { startProcess, after }, (problem) => said.push(problem))
}

/** @param space characters beside the least that a project has */
const project = (space: number, name = 'cut'): string => `{"trimline":1,"name":"${name}"}${' '.repeat(space)}`
const KEPT = 'The file on disk is as it was; what is open here is unchanged. Close other programs and try again.'

describe('what is about to be saved [SC-16]', () => {
  test('is read back here and at once up to the limit, in a process beyond it', async () => {
    const least = project(0).length
    check(project(CHECKED_HERE - least))
    expect([said, started.length, waiting]).toEqual([[null], 0, null])
    check(project(CHECKED_HERE - least + 1))
    expect([said.length, started.length]).toEqual([1, 1])
    await expect.poll(() => said).toEqual([null, null])
    expect([started[0]?.told, started[0]?.killed, waiting]).toEqual([['check', 'text', 'end'], false, null])
  })

  test('goes there in parts, and comes together as it was, also where UTF-8 cannot say it', async () => {
    // a character of two halves lies over each border between parts
    check(`{"trimline":1,"name":"${'\u{1F600}'.repeat(2.5 * 1024 * 1024)}"}`)
    await expect.poll(() => said.length, { timeout: 5000 }).toBe(1)
    expect(started[0]?.told).toEqual(['check', 'text', 'text', 'text', 'end'])
    const whole = said[0] ?? ''
    expect(whole).not.toContain('\ufffd')
    const half = project(CHECKED_HERE, '\ud83d')
    check(half)
    await expect.poll(() => said.length).toBe(2)
    expect(said[1]).toBe(readBackProblem(half, 'project'))
  })

  test.each([
    ['no scenario', `{"trimline":1,"until":"soon"}${' '.repeat(CHECKED_HERE)}`],
    ['no JSON', `{"trimline":1,,}${' '.repeat(CHECKED_HERE)}`],
  ])('that is %s is refused there in the words of here', async (_what, text) => {
    check(text, 'recording')
    await expect.poll(() => said).toEqual([readBackProblem(text, 'recording')])
    expect(said[0]).toContain('The recording was not saved, as it could not be opened again.')
  })
})

describe('a process that cannot read it back', () => {
  test('as it dies is said once, with what to do', () => {
    answers = false
    check(project(CHECKED_HERE))
    started[0]?.die(133)
    started[0]?.die(133)
    const why = 'as it could not be checked: the process that checks it ended with code 133.'
    expect([said, waiting]).toEqual([[`The project was not saved, ${why} ${KEPT}`], null])
  })

  test('as it cannot be started is said', () => {
    startReadBack(
      project(CHECKED_HERE),
      'project',
      {
        startProcess: () => {
          throw new Error('no more processes')
        },
        after: () => () => said.push('waits no more'),
      },
      (problem) => said.push(problem),
    )
    const why = 'as it could not be checked: the process that checks it could not be started (no more processes).'
    expect(said).toEqual(['waits no more', `The project was not saved, ${why} ${KEPT}`])
  })

  test('as it does not answer is ended and said: nobody waits for ever', () => {
    answers = false
    check(project(CHECKED_HERE))
    expect(waiting?.ms).toBe(SILENCE_MS)
    waiting?.run()
    const why = 'as it could not be checked: the process that checks it did not answer for 4 minutes.'
    expect([said, started[0]?.killed]).toEqual([[`The project was not saved, ${why} ${KEPT}`], true])
  })

  test('given up is ended, and nothing is said', async () => {
    const reading = check(project(CHECKED_HERE))
    reading.cancel()
    expect([started[0]?.killed, waiting]).toEqual([true, null])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(said).toEqual([])
  })
})
