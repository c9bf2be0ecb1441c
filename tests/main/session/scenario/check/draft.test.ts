import { expect, it } from 'vitest'
import { allEffects, eachStep, effectsAtStart, namesIn } from '../../../../../main/session/scenario/check/draft'
import { fileOf, inTime, stepOf } from './drafts'

const effects = [{ name: 'Blur' }, { name: 3 }]

it('all effects are those of the start, then those of the steps', () => {
  const file = fileOf({
    app: { effects },
    steps: inTime({ idle: true }, { addEffect: { name: 'Sepia' } }, { addEffect: 3 }),
  })
  expect([...effectsAtStart(file)].map((effect) => effect?.name)).toEqual(['Blur', null])
  expect([...allEffects(file)].map((effect) => effect?.name)).toEqual(['Blur', null, 'Sepia', undefined])
})

it('a list that is none hides all its names, as one effect that cannot be made out', () => {
  expect([...effectsAtStart(fileOf({ app: { effects: 3 } }))]).toEqual([null])
  expect([...allEffects(fileOf({ app: { effects: 3 } }))]).toEqual([null])
})

it('steps that are objects are seen with their own numbers', () => {
  const seen: number[] = []
  eachStep(fileOf({ steps: [3, ...inTime({ idle: true }), null, ...inTime({ idle: true })] }), (_step, i) =>
    seen.push(i),
  )
  expect(seen).toEqual([1, 3])
  eachStep(fileOf({ steps: {} }), () => seen.push(9))
  expect(seen).toEqual([1, 3])
})

it('names that can be made out keep their places', () => {
  expect([...namesIn(stepOf({ evict: { names: ['a', 3, 'c'] } }).evict?.names)]).toEqual([
    [0, 'a'],
    [2, 'c'],
  ])
  expect([...namesIn(null), ...namesIn(undefined)]).toEqual([])
})
