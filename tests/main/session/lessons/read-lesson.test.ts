import { describe, expect, test } from 'vitest'
import { readLesson } from '../../../../main/session/lessons/read-lesson'

const STEP = {
  do: 'Press Blur.',
  why: 'It needs memory.',
  at: [{ role: 'button', name: 'Blur' }],
  done: [{ fact: 'usage', grows: 1 }],
  changed: 'Usage is {usage}.',
}
const LESSON = { lesson: 1, project: { trimline: 1 }, steps: [STEP, STEP, STEP, STEP, STEP] }

const problems = (file: unknown) => {
  const result = readLesson(new TextEncoder().encode(JSON.stringify(file)))
  return result.ok ? [] : result.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`)
}
const withStep = (change: object) => ({ ...LESSON, steps: [{ ...STEP, ...change }, STEP, STEP, STEP, STEP] })

describe('a lesson', () => {
  test('comes with its project, every default filled in, and its steps', () => {
    const result = readLesson(new TextEncoder().encode(JSON.stringify(LESSON)))
    expect(result).toMatchObject({ ok: true, project: { app: { policy: 'creative-app' } }, steps: LESSON.steps })
  })

  test.each<[string, unknown, RegExp]>([
    ['of another version', { ...LESSON, lesson: 2 }, /^lesson: 2; 1$/],
    ['without steps', { ...LESSON, steps: [] }, /^steps: an empty list; at least 5 steps$/],
    ['with too many', { ...LESSON, steps: Array(9).fill(STEP) }, /^steps: a list; at most 8 steps$/],
    ['with an unknown field', withStep({ wy: '' }), /^steps\[0\]\.wy: an unknown field; only the fields do, why/],
    ['with a bad project', { ...LESSON, project: { trimline: 1, sead: 1 } }, /^project\.sead: an unknown field/],
    ['that points at nothing', withStep({ at: [] }), /^steps\[0\]\.at: an empty list; at least one control$/],
    [
      'of an unknown role',
      withStep({ at: [{ role: 'bell', name: 'x' }] }),
      /^steps\[0\]\.at\[0\]\.role: "bell"; one of/,
    ],
    [
      'of an unknown fact',
      withStep({ done: [{ fact: 'clicked', is: true }] }),
      /^steps\[0\]\.done\[0\]\.fact: "clicked"/,
    ],
    ['that asks nothing of a fact', withStep({ done: [{ fact: 'usage' }] }), /; at least one of "atLeast"/],
    ['that takes a number for a switch', withStep({ done: [{ fact: 'usage', is: true }] }), /usage is a number$/],
    ['that takes a switch for a number', withStep({ done: [{ fact: 'idle', atLeast: 1 }] }), /idle is a switch$/],
    ['that takes a word for a switch', withStep({ done: [{ fact: 'idle', is: 'yes' }] }), /idle is a switch$/],
    ['that speaks of an unknown fact', withStep({ changed: 'It is {weather}.' }), /no \{weather\}, but \{fact\}/],
    [
      'that points at a control by what the simulation said before',
      withStep({ at: [{ role: 'button', name: 'Use {advice.before}' }] }),
      /no \{advice\.before\}, but \{fact\}$/,
    ],
    [
      'that asks of an effect what effects have not',
      withStep({ done: [{ fact: 'usage', effect: 'Blur', grows: 1 }] }),
      /^steps\[0\]\.done\[0\]: .*; "effect" only with presses$/,
    ],
    ['that speaks of what effects have not', withStep({ changed: '{usage of Blur}.' }), /no \{usage of Blur\}/],
    ['that asks for another side', withStep({ changed: '{usage.after}.' }), /no \{usage\.after\}/],
  ])('%s is refused in words', (_name, file, expected) => {
    expect(problems(file)).toEqual([expect.stringMatching(expected)])
  })
})
