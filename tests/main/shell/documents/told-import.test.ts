import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shownText } from '../../../../main/session/scenario'
import { tellImport } from '../../../../main/shell/documents/told-import'
import { Person } from '../person'

let folder: string
let person: Person

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-told-'))
  person = new Person()
})

afterEach(() => rmSync(folder, { recursive: true }))

/** @param count of lines, each of which says its number */
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n')

const tell = (report: string, more = false): Promise<boolean> =>
  tellImport(
    person,
    { whereBeside: (kind, name) => person.where(kind, name) },
    {
      message: 'It was imported.',
      name: 'log.etl',
      report,
      more,
    },
  )

test('a report that fits is shown whole, and of a longer one what has room and how many lines more there are [LB-19]', async () => {
  expect(await tell(lines(20))).toBe(false)
  expect(person.asked).toEqual([`imported It was imported. ${lines(20)}`])
  await tell(lines(110))
  const shown = `imported It was imported. ${lines(19)}\n… and 91 more lines, which Save Report… writes.`
  expect(person.asked.at(-1)).toBe(shown)
  // a dialog cuts off nothing of it
  expect(shownText(shown)).toBe(shown)
})

test('all of it is saved where the person says, and the dialog is there again, for what follows in the recording [LB-19]', async () => {
  person.savesReports = 1
  person.wantsMore = true
  person.saveAnswer = join(folder, 'report.txt')
  expect(await tell(lines(110), true)).toBe(true)
  expect(readFileSync(person.saveAnswer, 'utf8')).toBe(`${lines(110)}\n`)
  expect(person.asked.map((asked) => asked.split('\n')[0])).toEqual([
    'imported It was imported. line 1',
    'save txt log.etl import report.txt',
    'imported It was imported. line 1',
  ])
})

test('one that cannot be written is said to be so, one that is not wanted after all is not, and both can be tried again [LB-19]', async () => {
  person.savesReports = 2
  expect(await tell('all')).toBe(false)
  expect(person.asked.filter((asked) => asked.startsWith('error'))).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  person.asked = []
  person.savesReports = 1
  person.saveAnswer = join(folder, 'file', 'report.txt')
  expect(await tell('all')).toBe(false)
  expect(person.asked).toEqual([
    'imported It was imported. all',
    'save txt log.etl import report.txt',
    'error The report was not saved.',
    'imported It was imported. all',
  ])
})
