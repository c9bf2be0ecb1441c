// @vitest-environment happy-dom
/** What the page runs first: it waits until the window shows something, and says when it cannot go on. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unpainted } from './painting'

let painted: () => void
let loaded: number
let failure: Error | null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  loaded = 0
  failure = null
  painted = unpainted()
  // the app itself begins when it is loaded
  vi.doMock('../../renderer/main', () => {
    loaded++
    if (failure !== null) throw failure
    return {}
  })
})
afterEach(() => {
  vi.doUnmock('../../renderer/main')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Runs what the page runs, which holds this. */
async function begin(page: string): Promise<void> {
  document.body.innerHTML = page
  await import('../../renderer/begin')
  await vi.dynamicImportSettled()
}

/** What is said of a promise that nobody waits for, which is an error of the test elsewhere. */
async function unhandled(during: () => Promise<void>): Promise<unknown[]> {
  const others = process.listeners('unhandledRejection')
  const said: unknown[] = []
  const listen = (reason: unknown): void => {
    said.push(reason)
  }
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listen)
  await during()
  await new Promise(setImmediate)
  process.off('unhandledRejection', listen)
  for (const other of others) process.on('unhandledRejection', other)
  return said
}

const OPENING = '<div id="root"><div id="opening"><button>What is a budget?</button></div></div>'

it('loads the app once the window shows what is written into the page, which stays until then', async () => {
  await begin(OPENING)
  expect(loaded).toBe(0)
  painted()
  await vi.dynamicImportSettled()
  expect([loaded, document.getElementById('opening')?.textContent]).toEqual([1, 'What is a budget?'])
})

it('loads it at once where nothing is written into the page', async () => {
  await begin('<div id="root"></div>')
  expect(loaded).toBe(1)
  expect(document.body.textContent).toBe('')
})

it('says that it could not be loaded, in place of what would not answer, and in the console', async () => {
  failure = new Error('no such file')
  const said = await unhandled(async () => {
    await begin(OPENING)
    painted()
    await vi.dynamicImportSettled()
  })
  expect(said).toHaveLength(1)
  expect(document.getElementById('opening')).toBeNull()
  const alerts = document.querySelectorAll('#root > p')
  expect(alerts).toHaveLength(1)
  expect([alerts[0]?.getAttribute('role'), alerts[0]?.className]).toEqual(['alert', 'opening-failed'])
  expect(alerts[0]?.textContent).toBe(
    `Reload the window, or start Trimline again: its page could not be loaded (${String(said[0])}).`,
  )
})
