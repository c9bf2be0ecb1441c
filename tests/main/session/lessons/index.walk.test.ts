/** Each lesson can be done: what a person does in a step makes the simulation say that it is done. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readLesson } from '../../../../main/session/lessons/read-lesson'
import { type LessonId, POLICY_NAMES, type SessionCommand } from '../../../../preload/contract'
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

function lessonOf(id: string) {
  const lesson = readLesson(readFileSync(new URL(`../../../../resources/lessons/${id}.json`, import.meta.url)))
  if (!lesson.ok) throw new Error(JSON.stringify(lesson.problems))
  return lesson
}

const FAILED_RESET: (typeof WALKS)['hang'] = WALKS.hang?.map((doings, index) =>
  index === 1 ? [{ kind: 'inject', fault: 'engine-reset-fails' }, ...doings] : doings,
)

it.each([
  ...Object.entries(WALKS).map(([id, walk]) => [id, 'from its first step to its last', walk] as const),
  ['hang', 'also where the engine’s reset fails and the adapter is reset [GP-24]', FAILED_RESET ?? []] as const,
])('the lesson %s, %s', (id, _, walk) => {
  const lesson = lessonOf(id)
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

/** What is pressed in its place, by the effect that a step names; the sample project has no Denoise. */
const INSTEAD: Readonly<Record<string, Readonly<Partial<Record<LessonId, string>>>>> = {
  Blur: { idle: 'Denoise', stutter: 'Denoise', hang: 'Grayscale', recompiles: 'Grayscale' },
  Denoise: { idle: 'Blur', stutter: 'Blur' },
}

it.each(Object.entries(WALKS))('in the lesson %s another effect does no step that names one', (id, walk) => {
  const lesson = lessonOf(id)
  const live = new LiveRig(lesson.project)
  live.elapse(200)
  for (const [index, step] of lesson.steps.entries()) {
    const facts = factsOfStep(step)
    const before = factsOf(live.shown, facts)
    const named = step.done.flatMap(({ effect }) => effect ?? [])
    const other = named.map((effect) => INSTEAD[effect]?.[id as LessonId]).find((effect) => effect !== undefined)
    // where the wrong press came first, a later step may be done already: it says what came of it
    if (other !== undefined && !isDone(step, before, before)) {
      live.must(press(other))
      live.elapse(300)
      expect(isDone(step, before, factsOf(live.shown, facts)), `${step.do} is not done by ${other}`).toBe(false)
    }
    // all the same it can be done, and the lesson goes on from there to its end
    for (const doing of walk[index] ?? []) {
      if (typeof doing !== 'number') live.must(doing)
      else live.elapse(doing)
    }
    const now = factsOf(live.shown, facts)
    expect(isDone(step, before, now), `${step.do} ${JSON.stringify(now)}`).toBe(true)
  }
})

it('what made the stutter is told also to whom it came a step too early [LB-08]', () => {
  const lesson = lessonOf('stutter')
  const [first, second] = lesson.steps
  const live = new LiveRig(lesson.project)
  live.elapse(200)
  const said = (step: typeof first): string => {
    if (step === undefined) throw new Error('found no step')
    const now = factsOf(live.shown, factsOfStep(step))
    return isDone(step, now, now) ? changeText(step.changed, now, now) : ''
  }
  live.must(press('Denoise'))
  live.elapse(300)
  live.must(press('Blur'))
  live.elapse(300)
  // the memory of neither has left the segment since: no press will be late any more
  expect(said(second)).toMatch(/^The press of Denoise was shown \d.* late: 64 MiB had to be paged in for it\./)
})

it('the lesson on fragmentation goes on for whom runs to the end where one pass is asked for, and steps after it [DF-12]', () => {
  const lesson = lessonOf('fragmentation')
  const live = new LiveRig(lesson.project)
  const said = (index: number): string => {
    live.elapse(200)
    const step = lesson.steps[index]
    if (step === undefined) throw new Error(`found no step ${index}`)
    const now = factsOf(live.shown, factsOfStep(step))
    return isDone(step, now, now) ? changeText(step.changed, now, now) : ''
  }
  const run: SessionCommand[] = [{ kind: 'beginDefragmentation' }, { kind: 'runDefragmentation' }]
  // with nothing in the heaps it is no step of the lesson
  live.must(...run)
  expect([said(3), said(4)]).toEqual(['', ''])
  for (const step of WALKS.fragmentation?.slice(0, 3) ?? [])
    live.must(...step.filter((doing) => typeof doing !== 'number'))
  expect([said(3), said(4)]).toEqual(['', ''])
  live.must(...run)
  expect(said(3)).toMatch(/^Moves planned so far: \d+, .* Moved by now: 60 MiB\.$/)
  const freed = /^60 MiB was moved in \d passes, and 4 heaps were given back: 2 are left/
  expect(said(4)).toMatch(freed)
  // there is nothing left to move
  live.must({ kind: 'beginDefragmentation' }, { kind: 'beginPass' })
  expect(said(3)).not.toBe('')
  expect(said(4)).toMatch(freed)
})

// who follows a trade, or is told that any will do, may have chosen one that never gives memory back
it('the lesson policy can be ended under every policy, and what still lies in the segment is what was given back [LB-03]', () => {
  const lesson = lessonOf('policy')
  const step = lesson.steps.at(-1)
  if (step === undefined) throw new Error('found no step')
  const facts = factsOfStep(step)
  const all = 384 * MIB
  for (const policy of POLICY_NAMES) {
    const live = new LiveRig(lesson.project)
    live.must(press('Blur'), press('Denoise'), { kind: 'setPolicy', policy })
    live.elapse(1000)
    const before = factsOf(live.shown, facts)
    live.must(press('Blur'), { kind: 'idle', idle: true })
    let now = before
    for (let waited = 0; waited < 40_000 && !isDone(step, before, now); waited += LOOK) {
      live.elapse(LOOK)
      now = factsOf(live.shown, facts)
    }
    expect(isDone(step, before, now), policy).toBe(true)
    const { usage, evictable } = now
    expect(
      [
        { usage: 0, evictable: all },
        { usage: all, evictable: 0 },
      ],
      policy,
    ).toContainEqual({ usage, evictable })
    expect(changeText(step.changed, before, now)).toMatch(
      /^Windows sent 3 PERIODIC_TRIM\. Under \S+ usage is (384 MiB now, and 0 B|0 B now, and 384 MiB) is evictable: /,
    )
  }
})

// without it the policies are told apart by what they hold alone, and giving back seems to be free
it('the lesson policy has something used after the return and before it compares [LB-03]', () => {
  const { steps, project } = lessonOf('policy')
  const compares = steps.findIndex(({ done }) => done.some(({ fact }) => fact === 'comparison'))
  const returns = steps.findIndex(({ done }) => done.some(({ fact, is }) => fact === 'idle' && is === false))
  const used = steps
    .slice(returns + 1, compares)
    .find(({ done }) => done.some(({ fact, grows }) => fact === 'presses' && grows === 1))
  if (used === undefined) throw new Error('found no press between the two')
  const facts = factsOfStep(used)
  const live = new LiveRig(project)
  live.must(press('Blur'), press('Denoise'), { kind: 'idle', idle: true })
  live.elapse(40_000)
  live.must({ kind: 'idle', idle: false })
  live.elapse(LOOK)
  const before = factsOf(live.shown, facts)
  expect(isDone(used, before, before)).toBe(false)
  live.must(press('Blur'))
  live.elapse(LOOK)
  const now = factsOf(live.shown, facts)
  expect(isDone(used, before, now)).toBe(true)
  expect(changeText(used.changed, before, now)).toMatch(/^0 B was paged in for it/)
})

it('the lesson policy waits for three notifications after the press that it asks for, also where three came before it [LB-03]', () => {
  const lesson = lessonOf('policy')
  const [pressed, away] = lesson.steps.slice(-2)
  if (pressed === undefined || away === undefined) throw new Error('found no step')
  const facts = new Set([...factsOfStep(pressed), ...factsOfStep(away)])
  const live = new LiveRig(lesson.project)
  const look = () => factsOf(live.shown, facts)
  live.must(press('Blur'), press('Denoise'), { kind: 'setPolicy', policy: 'mapping-layer-periodic' })
  live.elapse(1000)
  const before = look()
  live.must({ kind: 'idle', idle: true })
  live.elapse(40_000)
  expect(Number(look().periodicTrims) - Number(before.periodicTrims)).toBeGreaterThanOrEqual(3)
  expect([isDone(pressed, before, look()), look().usage]).toEqual([false, 0])
  live.must(press('Blur'))
  live.elapse(LOOK)
  const ran = look()
  expect(isDone(pressed, before, ran)).toBe(true)
  expect(changeText(pressed.changed, before, ran)).toBe(
    'Blur ran under mapping-layer-periodic: 0 B was paged in for it, and usage is 128 MiB.',
  )
  // what it has used just now was not given back yet
  expect(isDone(away, ran, ran)).toBe(false)
  live.elapse(40_000)
  expect(isDone(away, ran, look())).toBe(true)
  expect(changeText(away.changed, ran, look())).toMatch(/usage is 0 B now, and 384 MiB is evictable: /)
})
