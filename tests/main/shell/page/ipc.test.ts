/** The channels, on an Electron that is played: who sent a message is made out of the event, not of what it says. */
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sender } from '../../../../main/shell/page/gate'
import { connectIpc } from '../../../../main/shell/page/ipc'
import { CHANNELS } from '../../../../preload/contract'
import { FakeContents, fresh, ipcMain } from '../electron'

const ORIGIN = 'app://trimline'

let contents: FakeContents | null
let came: unknown[]

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  contents = new FakeContents()
  came = []
  const takes = (what: string) => async (sender: Sender, value: unknown) => {
    came.push({ what, sender, value })
    return { ok: true as const }
  }
  connectIpc({
    origin: ORIGIN,
    contents: () => contents as unknown as WebContents | null,
    command: takes('command'),
    dropped: takes('dropped'),
    ready: () => came.push('ready'),
    acknowledge: () => came.push('acknowledge'),
  })
})
afterEach(() => vi.restoreAllMocks())

const ours = () => ({ sender: contents, senderFrame: contents?.mainFrame ?? null })

describe('what is invoked', () => {
  test.each(['command', 'dropped'] as const)('%s comes with who sent it, and is answered', async (channel) => {
    expect(await ipcMain.invoke(CHANNELS[channel], ours(), { kind: 'run' })).toEqual({ ok: true })
    const sender = { ours: true, mainFrame: true, origin: ORIGIN }
    expect(came).toEqual([{ what: channel, sender, value: { kind: 'run' } }])
  })

  test.each<[string, () => unknown, Partial<Sender>]>([
    [
      'another window',
      () => {
        const other = new FakeContents()
        return { sender: other, senderFrame: other.mainFrame }
      },
      { ours: false },
    ],
    [
      'a frame within the page',
      () => ({ sender: contents, senderFrame: { origin: 'https://example.com' } }),
      { mainFrame: false, origin: 'https://example.com' },
    ],
    ['a frame that is gone', () => ({ sender: contents, senderFrame: null }), { mainFrame: false, origin: 'nowhere' }],
  ])('%s is told from the page', async (_what, event, sender) => {
    await ipcMain.invoke(CHANNELS.command, event(), {})
    expect(came).toMatchObject([{ sender }])
  })
})

describe('what is sent', () => {
  test('ready and acknowledge come from the page', () => {
    ipcMain.emit(CHANNELS.ready, ours())
    ipcMain.emit(CHANNELS.acknowledge, ours())
    expect(came).toEqual(['ready', 'acknowledge'])
  })

  test('from anybody else it is not carried out, and said', () => {
    const other = new FakeContents()
    ipcMain.emit(CHANNELS.ready, { sender: other, senderFrame: other.mainFrame })
    ipcMain.emit(CHANNELS.acknowledge, { sender: contents, senderFrame: { origin: ORIGIN } })
    expect(came).toEqual([])
    const said = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line))
    expect(said).toHaveLength(2)
    expect(said[0]).toContain(`${CHANNELS.ready} refused: the sender is not the window of this app`)
  })

  test('the last word of a window that has just closed is nobody’s, and no reason for a line', () => {
    const event = ours()
    contents = null
    ipcMain.emit(CHANNELS.ready, event)
    expect(came).toEqual([])
    expect(process.stderr.write).not.toHaveBeenCalled()
  })
})
