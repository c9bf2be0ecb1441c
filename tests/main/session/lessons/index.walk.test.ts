/** Each lesson can be done: what a person does in a step makes the simulation say that it is done. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readLesson } from '../../../../main/session/lessons/read-lesson'
import type { LessonId, SessionCommand } from '../../../../preload/contract'
import { factsOf } from '../../../../renderer/editor/guide/facts'
import { changeText, factsOfStep, isDone } from '../../../../renderer/editor/guide/step'
import { LiveRig } from '../live-rig'

/** ms between two looks of the page */
const LOOK = 200

/** What is done in each step: a command, or ms that are waited for it at most. */
type Doing = SessionCommand | number
const press = (effect: string): SessionCommand => ({ kind: 'applyEffect', effect })
const MIB = 2 ** 20

const WALKS: Readonly<Partial<Record<LessonId, readonly (readonly Doing[])[]>>> = {
  idle: [
    [press('Blur'), 300],
    [press('Denoise'), 300],
    [{ kind: 'idle', idle: true }, 300],
    [{ kind: 'setSpeed', speed: 16 }, 1000],
    [{ kind: 'idle', idle: false }, 300],
    [press('Blur'), 300],
  ],
  hang: [
    [press('Blur'), 300],
    [{ kind: 'inject', fault: 'hang' }, 300],
    [2500],
    [{ kind: 'recreateDevice' }, 500],
    [press('Blur'), 300],
  ],
  fragmentation: [
    [{ kind: 'allocate', name: 'By hand', size: 4 * MIB, count: 32 }, 100],
    [{ kind: 'free', name: 'By hand', every: 2 }, 100],
    [{ kind: 'allocate', name: 'Large', size: 32 * MIB, count: 2 }, 100],
    [{ kind: 'beginDefragmentation' }, { kind: 'beginPass' }, 100],
    [{ kind: 'runDefragmentation' }, 1000],
  ],
  stutter: [
    [press('Blur'), 300],
    [press('Denoise'), 300],
    [{ kind: 'selectDelay', id: 1 }, 100],
    [{ kind: 'setBudget', bytes: 256 * MIB }, 100],
    [press('Blur'), 300],
    [press('Denoise'), 300],
  ],
  recompiles: [
    [press('Blur'), 300],
    [{ kind: 'play', playing: true }, 600],
    [{ kind: 'setSpeed', speed: 16 }, 6000],
    [{ kind: 'setDeveloperMode', on: true }, 100],
    [{ kind: 'setBackgroundProcessingMode', mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' }, 100],
    [{ kind: 'play', playing: false }, 300],
  ],
}

it.each(Object.entries(WALKS))('the lesson %s, from its first step to its last', (id, walk) => {
  const lesson = readLesson(readFileSync(new URL(`../../../../resources/lessons/${id}.json`, import.meta.url)))
  if (!lesson.ok) throw new Error(JSON.stringify(lesson.problems))
  const live = new LiveRig(lesson.project)
  live.elapse(200)
  expect(walk).toHaveLength(lesson.steps.length)
  for (const [index, step] of lesson.steps.entries()) {
    const facts = factsOfStep(step)
    const before = factsOf(live.shown, facts)
    expect(isDone(step, before, before), `${step.do} is not done by itself`).toBe(false)
    let now = before
    for (const doing of walk[index] ?? []) {
      if (typeof doing !== 'number') live.must(doing)
      else
        for (let waited = 0; waited < doing && !isDone(step, before, now); waited += LOOK) {
          live.elapse(LOOK)
          now = factsOf(live.shown, facts)
        }
    }
    expect(isDone(step, before, now), `${step.do} ${JSON.stringify(now)}`).toBe(true)
    expect(changeText(step.changed, before, now)).not.toMatch(/[{}]|NaN|Infinity|undefined/)
  }
})
