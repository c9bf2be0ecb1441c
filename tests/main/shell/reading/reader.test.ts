/** A large project is read in a process of its own; here that is the other end of a channel of messages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readScenarioFile, type ScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { answerReading } from '../../../../main/shell/reading/answer'
import type { ReadingReply, ReadingRequest } from '../../../../main/shell/reading/messages'
import { isLarge, LARGE, type ReadingProcess, startReading } from '../../../../main/shell/reading/reader'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-reading-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** 30,000 resources, of which each has four values */
function large(): string {
  const resources = Array.from({ length: 10_000 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
  const effects = ['A', 'B', 'C'].map((name) => ({ name, resources }))
  return file('large.json', { trimline: 1, name: 'large', app: { effects } })
}

/** Real messages, and the real code of the process; `kill` cuts the line. */
class Child implements ReadingProcess {
  readonly #channel = new MessageChannel()
  #exit: (code: number) => void = () => {}
  killed = 0
  /** by itself */
  ended = 0
  /** values that came in the messages, by message */
  came = 0

  constructor(answers = true) {
    const { port2 } = this.#channel
    if (!answers) return
    answerReading({
      onMessage: (take) => void port2.on('message', take),
      post: (message) => port2.postMessage(message),
      end: () => {
        this.ended++
        port2.close()
        this.#exit(0)
      },
    })
  }

  onMessage(take: (message: ReadingReply) => void): void {
    this.#channel.port1.on('message', (message) => {
      this.came++
      take(message)
    })
  }

  onExit(take: (code: number) => void): void {
    this.#exit = take
  }

  post(message: ReadingRequest): void {
    this.#channel.port1.postMessage(message)
  }

  kill(): void {
    this.killed++
    this.#channel.port1.close()
    this.#exit(15)
  }

  die(code: number): void {
    this.#exit(code)
  }
}

function read(path: string, child: Child): Promise<ScenarioFile> {
  return new Promise((resolve) => startReading(path, () => child, resolve))
}

describe('reading in a process of its own', () => {
  test('gives what reading here gives, in many pieces, and ends the process', async () => {
    const path = large()
    const child = new Child()
    expect(await read(path, child)).toStrictEqual(readScenarioFile(path))
    expect(child.came).toBeGreaterThan(5)
    await expect.poll(() => [child.ended, child.killed]).toEqual([1, 0])
  })

  test.each([
    ['no JSON', '{"trimline": 1,,}'],
    ['no scenario', { trimline: 2, steps: [{ at: '1s', aply: 'Blur' }] }],
    ['a field twice', '{"trimline": 1, "name": "a", "name": "b"}'],
  ])('says of %s what reading here says, word for word', async (_what, content) => {
    const path = file('bad.json', content)
    const here = readScenarioFile(path)
    expect(here.ok).toBe(false)
    expect(await read(path, new Child())).toEqual(here)
  })

  test('says of a file that is not there, and of a folder, what reading here says', async () => {
    for (const path of [join(folder, 'nowhere.json'), folder])
      expect(await read(path, new Child())).toEqual(readScenarioFile(path))
  })

  test('a process that ends before it is done is said, with what to do', async () => {
    const child = new Child(false)
    const reading = read('/projects/large.json', child)
    child.die(133)
    expect(await reading).toEqual({
      ok: false,
      message:
        'cannot read /projects/large.json: the process that reads it ended with code 133. Close other programs and try again, or choose a smaller file.',
    })
  })

  test('a process that cannot be started is said', async () => {
    const ended = await new Promise((resolve) =>
      startReading(
        '/projects/large.json',
        () => {
          throw new Error('no more processes')
        },
        resolve,
      ),
    )
    expect(ended).toEqual({
      ok: false,
      message:
        'cannot read /projects/large.json: the process that reads it could not be started (no more processes). Close other programs and try again.',
    })
  })

  test('given up, it ends the process and says nothing any more', async () => {
    const child = new Child()
    let ended = 0
    const reading = startReading(
      large(),
      () => child,
      () => ended++,
    )
    reading.cancel()
    reading.cancel()
    child.die(0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect({ ended, killed: child.killed }).toEqual({ ended: 0, killed: 1 })
  })
})

test('only a file that takes longer than a frame or two is read in a process of its own', () => {
  expect(isLarge(file('small.json', ' '.repeat(LARGE)))).toBe(false)
  expect(isLarge(file('larger.json', ' '.repeat(LARGE + 1)))).toBe(true)
  expect(isLarge(folder)).toBe(false)
  expect(isLarge(join(folder, 'nowhere'))).toBe(false)
  expect(isLarge('/dev/zero')).toBe(false)
  expect(isLarge(join(folder, 'x'.repeat(300)))).toBe(false)
})
