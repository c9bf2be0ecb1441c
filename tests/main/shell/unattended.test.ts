import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_FRAME_LIMIT_MS, runUnattended, type UnattendedOptions } from '../../../main/shell/unattended'

let events: string[]
let waits: { ms: number; over: () => void }[]
let frameShown: () => void
let options: UnattendedOptions

beforeEach(() => {
  events = []
  waits = []
  options = {
    launch: { screenshot: '/a.png', after: 2000, exitAfter: null },
    firstFrame: new Promise((shown) => {
      frameShown = shown
    }),
    screenshot: async (path) => {
      events.push(`screenshot ${path}`)
      return { width: 1440, height: 900 }
    },
    wait: (ms) => new Promise((over) => waits.push({ ms, over })),
    print: (line) => events.push(line),
    fail: (message) => events.push(message),
    exit: (status) => events.push(`exit ${status}`),
  }
})

/** Ends the wait of that length, and lets everything that follows from it happen. */
async function pass(ms: number): Promise<void> {
  waits.find((wait) => wait.ms === ms)?.over()
  await settle()
}

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 0))
}

describe('a run that nobody watches', () => {
  test('the screenshot comes the given time after the first frame, and says where it is', async () => {
    void runUnattended(options)
    await settle()
    expect(waits.map(({ ms }) => ms)).toEqual([FIRST_FRAME_LIMIT_MS])
    frameShown()
    await settle()
    await pass(2000)
    expect(events).toEqual(['screenshot /a.png', 'screenshot of 1440 × 900 pixels written to /a.png'])
  })

  test('the exit waits for the screenshot', async () => {
    void runUnattended({ ...options, launch: { ...options.launch, exitAfter: 1000 } })
    await pass(1000)
    expect(events).toEqual([])
    frameShown()
    await settle()
    await pass(2000)
    expect(events.at(-1)).toBe('exit 0')
  })

  test('without a screenshot it exits after the given time', async () => {
    void runUnattended({ ...options, launch: { screenshot: null, after: 2000, exitAfter: 500 } })
    await settle()
    expect(events).toEqual([])
    await pass(500)
    expect(events).toEqual(['exit 0'])
  })

  test('a page that shows nothing within the limit ends the run with status 1', async () => {
    void runUnattended(options)
    await pass(FIRST_FRAME_LIMIT_MS)
    expect(events).toEqual(['no screenshot: the page showed no frame within 30 s', 'exit 1'])
  })

  test('a screenshot that cannot be written ends the run with status 1', async () => {
    const screenshot = () => Promise.reject(new Error('EACCES: permission denied'))
    void runUnattended({ ...options, screenshot })
    frameShown()
    await settle()
    await pass(2000)
    expect(events).toEqual(['no screenshot: EACCES: permission denied', 'exit 1'])
  })

  test('a run that a person watches never ends by itself', async () => {
    await runUnattended({ ...options, launch: { screenshot: null, after: 2000, exitAfter: null } })
    expect(events).toEqual([])
    expect(waits).toEqual([])
  })
})
