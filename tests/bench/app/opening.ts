/**
 * How long after its process began the app shows what it opens with, and what memory all its processes then have: against a
 * window with a line of text, by the same runtime, in turns. Nobody drives the process meanwhile: a driver holds it up for
 * longer than all of it takes. The time is the page's: its own clock's origin and what it marks when something has been
 * painted.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type Machine, newUserData, prepare, until, wait } from '../../torture/kill/electron'
import { summary } from '../measure'
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
  /** s until something was painted; until what is waited for was */
  readonly first: number
  readonly whole: number
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
      all.blank.push(await open({ ...machine, root: blank }, 'first-paint'))
      all.app.push(await open(machine, 'start page'))
      all.large.push(await open(machine, 'editor', [`--scenario=${large}`]))
    }
  } finally {
    rmSync(blank, { recursive: true, force: true })
    await machine.stop()
  }
  const timing = (what: string, of: readonly number[]) => summary(what, of)
  const peer = timing(
    'blank window',
    all.blank.map(({ whole }) => whole),
  )
  const rows = [
    peer,
    timing(
      'something of the app',
      all.app.map(({ first }) => first),
    ),
    timing(
      'the app with its start page',
      all.app.map(({ whole }) => whole),
    ),
    timing(
      'the editor, which is given 1,000,000 allocations',
      all.large.map(({ whole }) => whole),
    ),
  ].map((each) => ({
    ...timeRow('From the process to what is seen', each, { peers: each === peer ? [] : [peer] }),
    ...(each === peer ? {} : { target: { text: `≤ ${MOST_TIME} ×`, met: each.seconds <= MOST_TIME * peer.seconds } }),
  }))
  return CAN_READ ? [...rows, ...memoryRows(all)] : rows
}

function memoryRows(all: Record<'blank' | 'app', Opened[]>): Row[] {
  const median = (of: readonly Opened[]): number =>
    summary(
      '',
      of.map(({ memory }) => memory),
    ).seconds
  const [blank, own] = [median(all.blank), median(all.app)]
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

/** @param mark of the page's, when it shows what is waited for */
async function open(machine: Machine, mark: string, args: string[] = []): Promise<Opened> {
  const userData = newUserData()
  const began = Date.now()
  // the sandbox of Chromium does not work everywhere that tests run
  const given = [machine.root, '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${userData}`, ...args]
  const child = spawn(machine.executable, given, { stdio: 'ignore' })
  try {
    await wait(ALONE)
    const browser = await lookedAt(userData)
    let times: number[] = []
    const there = await until(PATIENCE, async () => {
      times = await painted(browser, ['first-contentful-paint', mark])
      return times.length === 2
    })
    if (!there) throw new Error(`“${mark}” was not painted in ${PATIENCE} ms`)
    await wait(SETTLES)
    const memory = CAN_READ ? [...memoryOf(child.pid as number).values()].reduce((a, b) => a + b, 0) : 0
    // the display has shown it when it has shown anything
    return { first: ((times[0] as number) - began) / 1000, whole: (Math.max(...times) - began) / 1000, memory }
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

/** @returns ms since 1970 of each that is there already */
async function painted(browser: Browser, names: string[]): Promise<number[]> {
  const [page] = browser.contexts().flatMap((context) => context.pages())
  if (page === undefined) return []
  return page.evaluate((marks) => {
    const entries = marks.flatMap((name) => performance.getEntriesByName(name).slice(0, 1))
    return entries.map(({ startTime }) => performance.timeOrigin + startTime)
  }, names)
}
