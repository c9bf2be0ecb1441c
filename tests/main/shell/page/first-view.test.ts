/** What the window opens with, before the session says anything. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseLaunch } from '../../../../main/shell/options'
import { firstView, withFirstView } from '../../../../main/shell/page/first-view'
import { DEFAULT_SETTINGS, type Settings } from '../../../../main/shell/settings'
import { type FirstView, RECENT_PROJECT } from '../../../../preload/contract'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-first-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function first(given: string[] = [], settings: Partial<Settings> = {}): FirstView {
  const parsed = parseLaunch(['trimline', ...given], { defaultApp: false, cwd: folder })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return firstView(parsed.options, { value: { ...DEFAULT_SETTINGS, ...settings } }, 'light', join(folder, 'recovery'))
}

test('theme, recent projects and the page of questions, where there is nothing to open', () => {
  expect(first([], { recent: ['/a.json'] })).toEqual({ theme: 'light', recent: ['/a.json'], start: { atStart: true } })
})

test.each([
  ['a scenario', ['--scenario=a.json'], {}],
  ['a file', ['a.json'], {}],
  ['nobody there', ['--exit-after=1s'], {}],
  ['an option against it', ['--start-page=no'], {}],
  ['a person who wants it no more', [], { startPage: false }],
])('with %s there is no page of questions', (_what, given, settings) => {
  expect(first(given, settings)).toMatchObject({ theme: 'light', recent: [] })
  expect(first(given, settings).start).toBeUndefined()
})

test('what an app that died has left behind comes first', () => {
  mkdirSync(join(folder, 'recovery'))
  expect(first().start).toEqual({ atStart: true })
  writeFileSync(join(folder, 'recovery', 'a.json'), '')
  expect(first().start).toBeUndefined()
})

const BUILT =
  '<!doctype html><html lang="en"><meta name="trimline-first-view" content=""><!--editor--><link href="./shell.js"><!--/editor--><div id="opening"><p>Frame</p><!--start--><dialog>' +
  `<!--recent--><ul><li><b title="${RECENT_PROJECT}">${RECENT_PROJECT}</b></li></ul><!--/recent--></dialog><!--/start--></div>`

/** What stands in the page, without the view for its script. */
const shownIn = (view: FirstView | null): string =>
  withFirstView(BUILT, view)
    .replace(/ content="[^"]*"/, '')
    .replace(/^.*<div id="opening">|<\/div>$/g, '')

test('the page of the app has the place for it', () => {
  const page = readFileSync(new URL('../../../../renderer/index.html', import.meta.url), 'utf8')
  const written = withFirstView(page, first())
  expect(written.length).toBeGreaterThan(page.length)
  expect(/content="([^"]*)"/.exec(written.slice(written.indexOf('trimline-first-view')))?.[1]).toBe(
    JSON.stringify(first()).replaceAll('"', '&quot;'),
  )
})

test('the page shows the questions before a script of it runs, with no more recent projects than the app shows', () => {
  expect(shownIn(first())).toBe('<p>Frame</p><dialog></dialog>')
  const recent = ['/a "b" & <c>.json', '/$&.json', '/3', '/4', '/5']
  const entry = (text: string): string => `<li><b title="${text}">${text}</b></li>`
  const entries = ['/a &quot;b&quot; &amp; &lt;c&gt;.json', '/$&amp;.json', '/3', '/4'].map(entry)
  expect(shownIn(first([], { recent }))).toBe(`<p>Frame</p><dialog><ul>${entries.join('')}</ul></dialog>`)
})

test('without questions, and when it is loaded again, it shows the frame of the editor', () => {
  expect(shownIn(first(['a.json']))).toBe('<p>Frame</p>')
  expect(withFirstView(BUILT, null)).toContain('content=""')
  expect(shownIn(null)).toBe('<p>Frame</p>')
})

test('what the editor consists of is fetched at once where it comes first, and not before the questions can be answered', () => {
  const links = '<link href="./shell.js">'
  expect(withFirstView(BUILT, first())).not.toContain('shell')
  for (const view of [first(['a.json']), first([], { startPage: false }), null])
    expect(withFirstView(BUILT, view)).toContain(`${links}<div`)
})

test('it has the theme that a person has chosen; the system’s needs no word', () => {
  expect(withFirstView(BUILT, first())).toContain('<html data-theme="light" lang="en">')
  expect(withFirstView(BUILT, { ...first(), theme: 'system' })).toContain('<html lang="en">')
})

test('a window that waits for its scenario to be read says so to the page; no other one', () => {
  expect(first(['--scenario=a.json']).unseen).toBe(true)
  expect(withFirstView(BUILT, first(['--scenario=a.json']))).toContain(
    '<html data-theme="light" data-unseen lang="en">',
  )
  for (const given of [[], ['a.json'], ['--exit-after=1s']]) {
    expect(first(given).unseen).toBeUndefined()
    expect(withFirstView(BUILT, first(given))).not.toContain('unseen')
  }
})
