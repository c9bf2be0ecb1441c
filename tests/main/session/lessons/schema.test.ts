import { readdirSync, readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { readLesson } from '../../../../main/session/lessons/read-lesson'
import { lessonSchemaText } from '../../../../main/session/lessons/schema'
import { LESSONS } from '../../../../preload/contract'

const RESOURCES = new URL('../../../../resources/', import.meta.url)
const read = (path: string): Buffer => readFileSync(new URL(path, RESOURCES))

const scenarios = new Ajv({ strictTypes: false })
scenarios.addSchema(JSON.parse(read('scenario.schema.json').toString()), 'scenario.schema.json')
const validate = scenarios.compile(JSON.parse(lessonSchemaText()))

test('the committed schema is the generated one (npm run schema writes it)', () => {
  expect(read('lesson.schema.json').toString()).toBe(lessonSchemaText())
})

test('each question has its lesson, and there is no other', () => {
  const files = readdirSync(new URL('lessons/', RESOURCES))
  expect(files.sort()).toEqual(LESSONS.map(({ id }) => `${id}.json`).sort())
})

describe.each(LESSONS.map(({ id }) => id))('the lesson %s', (id) => {
  const bytes = read(`lessons/${id}.json`)

  test('is read without a problem, and is as the schema has it', () => {
    const lesson = readLesson(bytes)
    expect(lesson.ok || lesson.problems).toBe(true)
    expect(validate(JSON.parse(bytes.toString())), JSON.stringify(validate.errors)).toBe(true)
  })

  test('asks of no effect that its project does not have', () => {
    const lesson = readLesson(bytes)
    if (!lesson.ok) return
    const has = new Set(lesson.project.app.effects.map(({ name }) => name))
    const named = lesson.steps.flatMap(({ done }) => done.flatMap(({ effect }) => effect ?? []))
    expect(named.filter((effect) => !has.has(effect))).toEqual([])
  })

  test('says each thing in a sentence or two that can be read in a glance', () => {
    const lesson = readLesson(bytes)
    for (const step of lesson.ok ? lesson.steps : []) {
      for (const text of [step.do, step.why, step.changed]) expect(text).toMatch(/^[A-Z{“].*[.!?]$/)
      expect(step.do.length).toBeLessThan(90)
      expect(step.why.length).toBeLessThan(150)
      expect(step.changed.length).toBeLessThan(190)
    }
  })
})
