/**
 * How long after its process began the app shows what it opens with, and what memory all its processes then have: against a
 * window with a line of text, by the same runtime, in turns. Nobody drives the process meanwhile: a driver holds it up for
 * longer than all of it takes. The time is the page's: its own clock's origin, when the platform painted an element that is
 * timed, and what the page marks when it answers.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type Machine, newUserData, prepare, until, wait } from '../../torture/kill/electron'
import { median, summary } from '../measure'
import { type Row, timeRow } from '../table'
import { CAN_READ, memoryOf } from './processes'

const ROUNDS = 5
/** × the blank window's */
const MOST_TIME = 1.25
const MOST_MEMORY = 1.25
/** ms that anything takes to be seen, however busy the machine */
const PATIENCE = 30_000
/** ms in which nobody looks at the process: by then it has painted, or is late anyhow */
const ALONE = 2_500
/** ms after that until memory is looked at: what is loaded later is there by then */
const SETTLES = 8_000

/** What the page is asked for: see renderer/editor/guide/start.tsx and renderer/shell.tsx. */
const FIRST = 'first-contentful-paint'
const SHOWN = 'start page'
const ANSWERS = 'start page answers'
const EDITOR = 'editor'

const BLANK = {
  'package.json': '{ "name": "blank", "main": "main.js" }',
  'main.js': `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => {
  new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true } }).loadFile('index.html')
})`,
  'index.html': '<!doctype html><title>Blank</title><p>Blank</p>',
}

/** A million allocations, by steps: a step makes at most a tenth of them. */
const LARGE = {
  trimline: 1,
  name: 'large',
  system: { localMemory: '128GiB' },
  steps: Array.from({ length: 10 }, (_, at) => ({ at, allocate: { name: `g${at}`, size: '64KiB', count: 100_000 } })),
}

interface Opened {
  /** s until something was painted */
  readonly first: number
  /** s until each of what is waited for was, by its name */
  readonly times: Readonly<Record<string, number>>
  /** bytes of all processes */
  readonly memory: number
}

export async function opening(): Promise<Row[]> {
  const machine = await prepare(process.env.TRIMLINE_ROOT as string)
  const blank = mkdtempSync(join(tmpdir(), 'trimline-blank-'))
  for (const [name, text] of Object.entries(BLANK)) writeFileSync(join(blank, name), text)
  const large = join(blank, 'large.json')
  writeFileSync(large, JSON.stringify(LARGE))
  const all: Record<'blank' | 'app' | 'large', Opened[]> = { blank: [], app: [], large: [] }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      all.blank.push(await open({ ...machine, root: blank }, []))
      all.app.push(await open(machine, [SHOWN, ANSWERS]))
      all.large.push(await open(machine, [EDITOR], [`--scenario=${large}`]))
    }
  } finally {
    rmSync(blank, { recursive: true, force: true })
    await machine.stop()
  }
  const timing = (what: string, of: readonly Opened[], name?: string) =>
    summary(
      what,
      of.map(({ first, times }) => (name === undefined ? first : (times[name] as number))),
    )
  const peer = timing('blank window', all.blank)
  const rows = [
    peer,
    timing('something of the app', all.app),
    timing('the app with its start page', all.app, SHOWN),
    timing('the start page answers', all.app, ANSWERS),
    timing('the editor, which is given 1,000,000 allocations', all.large, EDITOR),
  ].map((each) => ({
    ...timeRow('From the process to what is seen', each, { peers: each === peer ? [] : [peer] }),
    ...(each === peer ? {} : { target: { text: `≤ ${MOST_TIME} ×`, met: each.seconds <= MOST_TIME * peer.seconds } }),
  }))
  return CAN_READ ? [...rows, ...memoryRows(all)] : rows
}

function memoryRows(all: Record<'blank' | 'app', Opened[]>): Row[] {
  const memory = (of: readonly Opened[]): number => median(of.map((opened) => opened.memory))
  const [blank, own] = [memory(all.blank), memory(all.app)]
  const row = (what: string, bytes: number): Row => ({
    group: 'Memory of all processes after the start (PSS without pages of files)',
    what,
    median: `${(bytes / 2 ** 20).toFixed(0)} MiB`,
    best: '',
    ratios: [],
  })
  return [
    row('blank window', blank),
    {
      ...row(`the app, ${(own / blank).toFixed(2)} ×`, own),
      target: { text: `≤ ${MOST_MEMORY} ×`, met: own <= MOST_MEMORY * blank },
    },
  ]
}

/** @param marks of the page's, and of elements that are timed, when it shows what is waited for */
async function open(machine: Machine, marks: readonly string[], args: string[] = []): Promise<Opened> {
  const userData = newUserData()
  const began = Date.now()
  // the sandbox of Chromium does not work everywhere that tests run
  const given = [machine.root, '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${userData}`, ...args]
  const child = spawn(machine.executable, given, { stdio: 'ignore' })
  try {
    await wait(ALONE)
    const browser = await lookedAt(userData)
    const names = [FIRST, ...marks]
    let found: Record<string, number> = {}
    const there = await until(PATIENCE, async () => {
      found = await painted(browser, names)
      return names.every((name) => name in found)
    })
    if (!there) throw new Error(`found ${Object.keys(found)} in ${PATIENCE} ms, expected ${names}`)
    await wait(SETTLES)
    const memory = CAN_READ ? [...memoryOf(child.pid as number).values()].reduce((a, b) => a + b, 0) : 0
    const first = ((found[FIRST] as number) - began) / 1000
    // the display has shown it when it has shown anything
    const times = marks.map((name) => [name, Math.max(first, ((found[name] as number) - began) / 1000)])
    return { first, times: Object.fromEntries(times), memory }
  } finally {
    await end(child)
    // its other processes end after it, and write until then
    await until(PATIENCE, () => {
      rmSync(userData, { recursive: true, force: true })
      return true
    })
  }
}

/** The process writes down at which port it can be asked. */
async function lookedAt(userData: string): Promise<Browser> {
  const port = join(userData, 'DevToolsActivePort')
  if (!(await until(PATIENCE, () => existsSync(port)))) throw new Error(`no process listened in ${PATIENCE} ms`)
  return chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(port, 'utf8').split('\n')[0]}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

/** @returns ms since 1970 of each that is there already: what is marked, and what of elements was painted */
async function painted(browser: Browser, names: string[]): Promise<Record<string, number>> {
  const [page] = browser.contexts().flatMap((context) => context.pages())
  if (page === undefined) return {}
  return page.evaluate(async (wanted) => {
    const elements = await new Promise<readonly PerformanceEntry[]>((done) => {
      const observer = new PerformanceObserver((list) => done(list.getEntries()))
      observer.observe({ type: 'element', buffered: true })
      setTimeout(() => done(observer.takeRecords()), 500)
    })
    const marked = wanted.flatMap((name) => performance.getEntriesByName(name).slice(0, 1))
    const named = [
      ...marked.map((entry) => [entry.name, entry] as const),
      ...elements.map((entry) => [(entry.toJSON() as { identifier: string }).identifier, entry] as const).reverse(),
    ]
    return Object.fromEntries(
      named.map(([name, { startTime }]) => [name, performance.timeOrigin + startTime] as const),
    ) as Record<string, number>
  }, names)
}
