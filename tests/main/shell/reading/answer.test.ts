/** The process that reads, asked directly: a piece for each request, and then which content the file had. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { answerReading } from '../../../../main/shell/reading/answer'
import type { ReadingReply, ReadingRequest } from '../../../../main/shell/reading/messages'
import { Assembly } from '../../../../main/shell/reading/pieces'

let folder: string
let sent: ReadingReply[]
let ended: number
let take: (message: ReadingRequest) => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-answer-'))
  sent = []
  ended = 0
  answerReading({
    onMessage: (taking) => {
      take = taking
    },
    post: (message) => void sent.push(message),
    end: () => void ended++,
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, resources: number): string {
  const path = join(folder, name)
  const effects = [{ name: 'A', resources: Array.from({ length: resources }, (_, i) => ({ name: `r${i}`, size: 1 })) }]
  writeFileSync(path, JSON.stringify({ trimline: 1, name, app: { effects } }))
  return path
}

test('nothing is sent ahead of what is asked for, so that the window draws between two pieces', () => {
  take({ kind: 'read', path: file('large', 30_000) })
  expect(sent).toHaveLength(1)
  take({ kind: 'next' })
  expect(sent).toHaveLength(2)
})

test('the pieces are the scenario, and the last word which content its file had', () => {
  const path = file('large', 30_000)
  const here = readScenarioFile(path)
  if (!here.ok) throw new Error(here.message)
  take({ kind: 'read', path })
  const assembly = new Assembly({})
  for (let last = sent.at(-1); last?.kind === 'piece'; last = sent.at(-1)) {
    assembly.add(last.piece)
    take({ kind: 'next' })
  }
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.at(-1)).toEqual({ kind: 'done', identity: here.identity })
  expect(assembly.value).toStrictEqual(here.scenario)
  take({ kind: 'next' })
  expect(sent.at(-1)?.kind).toBe('done')
  expect(ended).toBe(0)
})

test('what cannot be read is said at once, and nothing after it', () => {
  take({ kind: 'read', path: join(folder, 'nowhere') })
  take({ kind: 'next' })
  const here = readScenarioFile(join(folder, 'nowhere'))
  expect(sent).toEqual([{ kind: 'failed', message: here.ok ? '' : here.message }])
})

test('another file is read from its own beginning', () => {
  take({ kind: 'read', path: file('large', 30_000) })
  take({ kind: 'read', path: file('small', 1) })
  take({ kind: 'next' })
  expect(sent.map(({ kind }) => kind)).toEqual(['piece', 'piece', 'done'])
})

test('it ends when it is told to, and not before there is a file either', () => {
  take({ kind: 'next' })
  expect({ sent, ended }).toEqual({ sent: [], ended: 0 })
  take({ kind: 'end' })
  expect(ended).toBe(1)
})
