/** The channels, on an Electron that is played: who sent a message is made out of the event, not of what it says. */
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageLink } from '../../../../main/shell/page/ipc'
import type { Sender } from '../../../../main/shell/page/sender'
import { CHANNELS } from '../../../../preload/contract'
import { FakeContents, fresh, ipcMain } from '../electron'

const ORIGIN = 'app://trimline'

let contents: FakeContents | null
let link: PageLink
let came: unknown[]

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  contents = new FakeContents()
  came = []
  link = new PageLink({ origin: ORIGIN, contents: () => contents as unknown as WebContents | null })
})
afterEach(() => vi.restoreAllMocks())

/** Answers the page, as the application does when it is there. */
function answer(): void {
  const takes = (what: string) => async (sender: Sender, value: unknown) => {
    came.push({ what, sender, value })
    return { ok: true as const }
  }
  link.answerBy({
    command: takes('command'),
    dropped: takes('dropped'),
    ready: () => came.push('ready'),
    acknowledge: () => came.push('acknowledge'),
  })
}

const told = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const ours = () => ({ sender: contents, senderFrame: contents?.mainFrame ?? null })

describe('what is invoked', () => {
  test.each(['command', 'dropped'] as const)('%s comes with who sent it, and is answered', async (channel) => {
    answer()
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
    answer()
    await ipcMain.invoke(CHANNELS.command, event(), {})
    expect(came).toMatchObject([{ sender }])
  })
})

describe('what is sent', () => {
  test('ready and acknowledge come from the page', async () => {
    answer()
    ipcMain.emit(CHANNELS.ready, ours())
    ipcMain.emit(CHANNELS.acknowledge, ours())
    await told()
    expect(came).toEqual(['ready', 'acknowledge'])
  })

  test('from anybody else it is not carried out, and said', async () => {
    answer()
    const other = new FakeContents()
    ipcMain.emit(CHANNELS.ready, { sender: other, senderFrame: other.mainFrame })
    ipcMain.emit(CHANNELS.acknowledge, { sender: contents, senderFrame: { origin: ORIGIN } })
    await told()
    expect(came).toEqual([])
    const said = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line))
    expect(said).toHaveLength(2)
    expect(said[0]).toContain(`${CHANNELS.ready} refused: the sender is not the window of this app`)
  })

  test('the last word of a window that has just closed is nobody’s, and no reason for a line', async () => {
    answer()
    const event = ours()
    contents = null
    ipcMain.emit(CHANNELS.ready, event)
    await told()
    expect(came).toEqual([])
    expect(process.stderr.write).not.toHaveBeenCalled()
  })
})

describe('before anybody answers', () => {
  test('what the page asks for waits, in order, and is answered then', async () => {
    let there = false
    void link.came.then(() => {
      there = true
    })
    ipcMain.emit(CHANNELS.ready, ours())
    const answers = ['a', 'b'].map((name) => ipcMain.invoke(CHANNELS.command, ours(), name))
    await told()
    expect({ there, came }).toEqual({ there: true, came: [] })
    answer()
    expect(await Promise.all(answers)).toEqual([{ ok: true }, { ok: true }])
    expect(came).toMatchObject(['ready', { value: 'a' }, { value: 'b' }])
  })

  test('who sent it is seen as it comes: the frame is gone when it is answered', async () => {
    const event = ours()
    const answered = ipcMain.invoke(CHANNELS.command, event, {})
    event.senderFrame = null
    contents = null
    answer()
    await answered
    expect(came).toMatchObject([{ sender: { ours: true, mainFrame: true, origin: ORIGIN } }])
  })

  test('a page that is none of ours has not come', async () => {
    let there = false
    void link.came.then(() => {
      there = true
    })
    ipcMain.emit(CHANNELS.ready, { sender: contents, senderFrame: { origin: ORIGIN } })
    answer()
    await told()
    expect({ there, came }).toEqual({ there: false, came: [] })
  })
})
