/**
 * Malformed messages through the real Electron, as fast as a page can send them. `npm run torture -- flood` runs this
 * for longer and reads the figures that it leaves.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../../scripts/lib/paths.mjs'
import { nextMessage, OURS, seeded } from '../../torture/flood/messages'
import { type SessionState, sessionState } from '../instruments/gpu-support'
import { expect, launchPackaged, test } from '../launch'
import { inMain } from '../main-process'
import { quietProject } from '../support'

const BATCH = 2_000
const SEED = Number(process.env.TRIMLINE_FLOOD_SEED ?? 1)
const SECONDS = Number(process.env.TRIMLINE_FLOOD_SECONDS ?? 5)
const COUNT = Number(process.env.TRIMLINE_FLOOD_COUNT ?? 20_000)
/** of the app's main process, after everything that can be has been freed */
const MOST_GROWTH = 1.2

/** Messages that are to be refused, as JSON has them: what else there is goes through the gate in-process. */
function malformed(random: () => number): unknown[] {
  const messages: unknown[] = []
  while (messages.length < BATCH) {
    const { value, right, sender } = nextMessage(random)
    if (right || sender !== OURS) continue
    const text = jsonOf(value)
    // what JSON makes right, as it drops what is undefined, null or inherited, is another message
    if (text !== null && text === jsonOf(JSON.parse(text)) && isPlain(value)) messages.push(JSON.parse(text))
  }
  return messages
}

function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}

/** Whether JSON says the same as the value itself, whose prototypes, numbers and bytes it cannot. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null
  if (Array.isArray(value)) return value.every(isPlain)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

/** Sends them all at once and waits for every answer. @returns how many were carried out */
function sendAll(page: Page, messages: readonly unknown[]): Promise<number> {
  return page.evaluate(
    async (texts) => {
      const { trimline } = window
      const carriedOut = async (text: string): Promise<boolean> => {
        try {
          return (await trimline.send(JSON.parse(text))).ok
        } catch {
          // refused on the way: the bridge between page and preload takes nothing that is nested too deep
          return false
        }
      }
      const answers = await Promise.all(texts.map(carriedOut))
      return answers.filter(Boolean).length
    },
    messages.map((message) => JSON.stringify(message)),
  )
}

/** Bytes that the main process needs once everything else is freed. */
function heapOf(app: ElectronApplication): Promise<number> {
  return inMain(app, async () => {
    // not `import`: what is sent to the main process is a text without modules
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    for (let round = 0; round < 3; round++) {
      collect()
      await new Promise((done) => setTimeout(done, 100))
    }
    return process.memoryUsage().heapUsed
  })
}

/** What no malformed message may have changed. */
function settled({ project, gpu, removed, background }: SessionState): unknown {
  const { title, stack, dirty } = project
  return { title, stack, dirty, graphics: gpu.graphics, removed, mode: background.mode }
}

test('no malformed message of a flood is carried out, and the app answers and needs no more memory afterwards', async () => {
  test.setTimeout((SECONDS + 120) * 1000)
  const { app, page } = await launchPackaged({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  const random = seeded(SEED)
  // the code is warm then
  expect(await sendAll(page, malformed(random))).toBe(0)
  const before = settled(await sessionState(page))
  const heapBefore = await heapOf(app)

  const end = Date.now() + SECONDS * 1000
  let tried = BATCH
  let carriedOut = 0
  while (tried < COUNT && Date.now() < end) {
    carriedOut += await sendAll(page, malformed(random))
    tried += BATCH
  }
  expect(carriedOut).toBe(0)
  // a page that asks for everything anew, again and again, gets it as fast as it takes it
  await page.evaluate(() => {
    for (let i = 0; i < 10_000; i++) window.trimline.onFrame(() => {})()
  })
  expect(settled(await sessionState(page))).toEqual(before)
  expect(await sendAll(page, [{ kind: 'setBudget', bytes: 2 ** 29 }])).toBe(1)
  await expect(page.getByRole('contentinfo').getByLabel('Budget', { exact: true })).toHaveText('512 MiB')
  // it comes back: what was asked for last is still on its way to the page for a moment
  let growth = Number.POSITIVE_INFINITY
  const measured = async () => {
    growth = (await heapOf(app)) / heapBefore
    return growth
  }
  await expect.poll(measured).toBeLessThan(MOST_GROWTH)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'flood.json'), JSON.stringify({ tried, carriedOut: carriedOut + 1, growth }))
})
