/**
 * How long after its process began the app shows what it opens with, and what memory all its processes then have: against a
 * window with a line of text, by the same runtime, in turns. The time is the page's: its own clock's origin and what it marks
 * when something has been painted, less the moment at which the operating system began the process.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Machine, newUserData, prepare, start, until, wait } from '../../torture/kill/electron'
import { summary } from '../measure'
import { type Row, timeRow } from '../table'
import { CAN_READ, memoryOf } from './processes'

const ROUNDS = 5
/** × the blank window's */
const MOST_TIME = 1.25
const MOST_MEMORY = 1.25
/** ms that anything takes to be seen, however busy the machine */
const PATIENCE = 30_000
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

interface Opened {
  /** s until something was painted; until the page of questions was */
  readonly first: number
  readonly whole: number
  /** bytes of all processes */
  readonly memory: number
}

export async function opening(): Promise<Row[]> {
  const machine = await prepare(process.env.TRIMLINE_ROOT as string)
  const blank = mkdtempSync(join(tmpdir(), 'trimline-blank-'))
  for (const [name, text] of Object.entries(BLANK)) writeFileSync(join(blank, name), text)
  const all: Record<'blank' | 'app', Opened[]> = { blank: [], app: [] }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      all.blank.push(await open({ ...machine, root: blank }, 'first-contentful-paint'))
      all.app.push(await open(machine, 'start page'))
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
async function open(machine: Machine, mark: string): Promise<Opened> {
  const userData = newUserData()
  try {
    const { app, page } = await start(machine, userData)
    try {
      const began = await app.evaluate(() => process.getCreationTime())
      if (began === null) throw new Error('this system does not say when a process began')
      const there = await until(PATIENCE, async () => (await painted(page, mark)) !== null)
      if (!there) throw new Error(`“${mark}” was not painted in ${PATIENCE} ms`)
      const [first, whole] = [await painted(page, 'first-contentful-paint'), await painted(page, mark)]
      await wait(SETTLES)
      const memory = CAN_READ ? [...memoryOf(app.process().pid as number).values()].reduce((a, b) => a + b, 0) : 0
      return { first: ((first as number) - began) / 1000, whole: ((whole as number) - began) / 1000, memory }
    } finally {
      await app.close()
    }
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @returns ms since 1970; null: not yet */
function painted(page: Page, mark: string): Promise<number | null> {
  return page.evaluate((name) => {
    const [entry] = performance.getEntriesByName(name)
    return entry === undefined ? null : performance.timeOrigin + entry.startTime
  }, mark)
}
