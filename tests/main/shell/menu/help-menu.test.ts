import { readdirSync } from 'node:fs'
import type { MenuItemConstructorOptions as Item } from 'electron'
import { expect, test } from 'vitest'
import { aboutItem, examplesMenu, helpMenu } from '../../../../main/shell/menu/help-menu'
import { EXAMPLES, LESSONS, type MenuItem, type ShellCommand } from '../../../../preload/contract'

const SCENARIOS = new URL('../../../../resources/scenarios/', import.meta.url)

let done: (ShellCommand | MenuItem)[] = []
const actions = {
  shell: (command: ShellCommand) => void done.push(command),
  renderer: (item: MenuItem) => void done.push(item),
}
const click = (item: Item | undefined): void => (item?.click as (() => void) | undefined)?.()
const within = (item: Item | undefined): Item[] => item?.submenu as Item[]

test('Help leads to Start, and to each question its lesson', () => {
  done = []
  const help = helpMenu(actions, false)
  click(help.find(({ id }) => id === 'start'))
  const lessons = within(help.find(({ id }) => id === 'lessons'))
  expect(lessons.map(({ label }) => label)).toEqual(LESSONS.map(({ question }) => question))
  for (const item of lessons) click(item)
  const opened = LESSONS.map(({ id }) => ({ kind: 'openLesson', lesson: id }))
  expect(done).toEqual([{ kind: 'showStart', open: true }, ...opened])
})

test('Help leads to the list of shortcuts, and to what to send about an issue', () => {
  done = []
  const help = helpMenu(actions, true)
  for (const wanted of ['shortcuts', 'reportIssue']) click(help.find(({ id }) => id === wanted))
  expect(done).toEqual(['shortcuts', 'reportIssue'])
})

test('About stands in Help, but on macOS in the menu of the app', () => {
  done = []
  click(helpMenu(actions, false).find(({ id }) => id === 'about'))
  click(aboutItem(actions))
  expect(done).toEqual(['about', 'about'])
  expect(helpMenu(actions, true).find(({ id }) => id === 'about')).toBeUndefined()
})

test('Examples have each scenario that ships once, by topic, in a line that stands for itself', () => {
  const listed = EXAMPLES.flatMap(({ examples }) => examples.map(({ file }) => file))
  const files = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  expect(listed.toSorted()).toEqual(files.map((name) => name.replaceAll('\\', '/')).sort())
  for (const { line } of EXAMPLES.flatMap(({ examples }) => examples)) {
    expect(line).toMatch(/^\S.{7,118}\S$/)
    // codes of rules and names of files say nothing to somebody who is new
    expect(line).not.toMatch(/\b[A-Z]{2}-\d|\.json|untitled/)
  }
})

test('an example is opened by its file', () => {
  done = []
  const topics = examplesMenu(actions)
  expect(topics.map(({ label }) => label)).toEqual(EXAMPLES.map(({ topic }) => topic))
  click(within(topics[0])[0])
  expect(done).toEqual([{ kind: 'openExample', file: EXAMPLES[0]?.examples[0]?.file }])
})
