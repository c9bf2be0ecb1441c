import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApi } from '../../preload/api'
import { CHANNELS, type Command, type CommandResult, type Frame, type TrimlineApi } from '../../preload/contract'
import type { DroppedClip } from '../../preload/contract/api'

/** The renderer's end of the channels; what it sends is recorded. */
class Ipc extends EventEmitter {
  sent: string[] = []
  invoked: [string, unknown][] = []
  answer: Promise<CommandResult> = Promise.resolve({ ok: true })
  send(channel: string): void {
    this.sent.push(channel)
  }
  invoke(channel: string, value: unknown): Promise<unknown> {
    this.invoked.push([channel, value])
    return this.answer
  }
}

const frame = (seq: number): Frame => ({ seq, full: seq === 1, clock: { now: 0, running: true, speed: 1 } })

const VERSIONS = { electron: '33.4.11', chrome: '130.0.6723.191', node: '20.18.3' }

let ipc: Ipc
let api: TrimlineApi

beforeEach(() => {
  ipc = new Ipc()
  api = createApi(ipc, 'linux', VERSIONS, () => '')
})

describe('commands', () => {
  test('are forwarded as they are, and so is the answer', async () => {
    const command: Command = { kind: 'applyEffect', effect: 'Blur' }
    ipc.answer = Promise.resolve({ ok: false, message: 'no such effect' })
    expect(await api.send(command)).toEqual({ ok: false, message: 'no such effect' })
    expect(ipc.invoked).toEqual([[CHANNELS.command, command]])
  })

  test('that are refused reject', async () => {
    ipc.answer = Promise.reject(new Error('refused'))
    await expect(api.send({ kind: 'run' })).rejects.toThrow('refused')
  })
})

describe('frames', () => {
  test('are asked for when somebody listens, handed on and acknowledged one by one', () => {
    const seen: number[] = []
    expect(ipc.sent).toEqual([])
    api.onFrame(({ seq }) => seen.push(seq))
    expect(ipc.sent).toEqual([CHANNELS.ready])
    ipc.emit(CHANNELS.frame, {}, frame(1))
    ipc.emit(CHANNELS.frame, {}, frame(2))
    expect(seen).toEqual([1, 2])
    expect(ipc.sent).toEqual([CHANNELS.ready, CHANNELS.acknowledge, CHANNELS.acknowledge])
  })

  test('are acknowledged once, however many listen, and also when a listener fails', () => {
    api.onFrame(() => {})
    api.onFrame(() => {
      throw new Error('a bug in the page')
    })
    ipc.sent = []
    expect(() => ipc.emit(CHANNELS.frame, {}, frame(1))).toThrow('a bug in the page')
    expect(ipc.sent).toEqual([CHANNELS.acknowledge])
  })

  test('do not come any more after unsubscribing', () => {
    const seen: number[] = []
    const stop = api.onFrame(({ seq }) => seen.push(seq))
    ipc.emit(CHANNELS.frame, {}, frame(1))
    stop()
    ipc.emit(CHANNELS.frame, {}, frame(2))
    expect(seen).toEqual([1])
  })
})

describe('menu', () => {
  test('items are handed on until unsubscribing', () => {
    const seen: string[] = []
    const stop = api.onMenu((item) => seen.push(item))
    ipc.emit(CHANNELS.menu, {}, 'findings')
    stop()
    ipc.emit(CHANNELS.menu, {}, 'memory')
    expect(seen).toEqual(['findings'])
  })
})

test('whether the window can be seen is handed on until unsubscribing', () => {
  const told: boolean[] = []
  const stop = api.onSeen((seen) => told.push(seen))
  ipc.emit(CHANNELS.seen, {}, false)
  ipc.emit(CHANNELS.seen, {}, true)
  stop()
  ipc.emit(CHANNELS.seen, {}, false)
  expect(told).toEqual([false, true])
})

test('nothing else is exposed', () => {
  expect(Object.keys(api).sort()).toEqual([
    'importDropped',
    'onFrame',
    'onMenu',
    'onSeen',
    'openDropped',
    'platform',
    'send',
    'versions',
  ])
})

test('a dropped file is opened by where it lies, which the page is not told; what the page has made is not', async () => {
  const file = { name: 'a.json' }
  api = createApi(ipc, 'linux', VERSIONS, (one) => (one === file ? '/home/a.json' : ''))
  expect(await api.openDropped(file, 'project')).toEqual({ ok: true })
  expect(await api.openDropped({ name: 'b.json' }, 'dump')).toMatchObject({ ok: false })
  expect(ipc.invoked).toEqual([[CHANNELS.dropped, { kind: 'openProject', path: '/home/a.json' }]])
})

test('a dropped picture or video is imported by where it lies; what the page has made becomes a clip that no file belongs to', async () => {
  const file = { name: 'a.png' }
  const clip: DroppedClip = { name: 'beach', track: 0, at: 0, frames: 1, width: 4, height: 4 }
  api = createApi(ipc, 'linux', VERSIONS, (one) => (one === file ? '/home/a.png' : ''))
  await api.importDropped(file, clip)
  await api.importDropped({ name: 'b.png' }, clip)
  expect(ipc.invoked).toEqual([
    [CHANNELS.dropped, { kind: 'importMedia', path: '/home/a.png', ...clip }],
    [CHANNELS.command, { kind: 'importClip', ...clip }],
  ])
})
