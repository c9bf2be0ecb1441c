import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult } from '../../../preload/contract'
import { NO_GPU } from '../../../renderer/store/gpu'
import { emptyState } from '../../../renderer/store/model'
import { play, seek, setTransport, showFirstFrame, stopAt, toggleLoop, transportOf } from '../../../renderer/store/play'
import { applyFrames, isPlaying, useStore } from '../../../renderer/store/store'
import { frame } from './support/frames'

let sent: Command[] = []
let answer: CommandResult = { ok: true }
let seq = 0

/** A frame in which the session says whether it plays. */
function says(playing: boolean): void {
  applyFrames([frame(seq++, { gpu: { ...NO_GPU, playing } })])
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = { ok: true }
  vi.stubGlobal('window', {
    trimline: {
      send: (command: Command) => {
        sent.push(command)
        return Promise.resolve(answer)
      },
    },
  })
  useStore.setState({
    view: emptyState(),
    wantsToPlay: null,
    playhead: 0,
    wantsPlayhead: null,
    wantsTransport: null,
    toasts: [],
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(300)

describe('Play', () => {
  it('tells the session when the clip starts and stops, whatever did it', async () => {
    play(true)
    says(true)
    await settle()
    stopAt(2_000_000)
    says(false)
    await settle()
    expect(sent).toEqual([
      { kind: 'play', playing: true },
      { kind: 'play', playing: false },
      { kind: 'seek', position: 2_000_000 },
    ])
    expect(isPlaying(useStore.getState())).toBe(false)
    // the session has not said yet where it is
    expect(useStore.getState().playhead).toBe(2_000_000)
    says(false)
    expect(useStore.getState().playhead).toBe(0)
  })

  it('follows the session: a restart stops the clip, a scenario starts it', async () => {
    play(true)
    says(true)
    await settle()
    says(false)
    expect(isPlaying(useStore.getState())).toBe(false)
    says(true)
    expect(isPlaying(useStore.getState())).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('is not misled by a frame that was on its way when it was pressed twice', async () => {
    play(true)
    play(false)
    says(true)
    expect(isPlaying(useStore.getState())).toBe(false)
    says(false)
    await settle()
    expect(isPlaying(useStore.getState())).toBe(false)
    expect(sent.map((command) => command.kind === 'play' && command.playing)).toEqual([true, false])
  })

  it('sends nothing when the clip does already what is asked for', () => {
    play(false)
    expect(sent).toEqual([])
    says(true)
    play(true)
    expect(sent).toEqual([])
  })

  it('stops the clip when the session refuses', async () => {
    answer = { ok: false, message: 'The simulated system stopped.' }
    play(true)
    await settle()
    expect(isPlaying(useStore.getState())).toBe(false)
    expect(useStore.getState().toasts.map(({ text }) => text)).toEqual(['The simulated system stopped.'])
    expect(sent).toHaveLength(1)
  })
})

describe('the playhead', () => {
  it('is where it was put at once, one command at a time, the newest of them', async () => {
    seek(1)
    seek(2)
    seek(3)
    expect(useStore.getState().playhead).toBe(3)
    await settle()
    expect(sent).toEqual([
      { kind: 'seek', position: 1 },
      { kind: 'seek', position: 3 },
    ])
  })

  it('of a first frame is refused in silence, as another file is opened by then: nobody has asked for it', async () => {
    answer = { ok: false, message: '“a.etl” is being opened. Wait for it, or cancel it.' }
    const end = showFirstFrame()
    await settle()
    expect(useStore.getState().toasts).toEqual([])
    end()
    seek(1)
    await settle()
    expect(useStore.getState().toasts.map(({ text }) => text)).toEqual([answer.message])
  })

  it('of a first frame is asked for again where nothing came of the other file, until there is a frame', async () => {
    answer = { ok: false, message: '“a.etl” is being opened. Wait for it, or cancel it.' }
    const end = showFirstFrame()
    await settle()
    answer = { ok: true }
    await settle()
    await vi.advanceTimersByTimeAsync(2_000)
    const asked = { kind: 'seek', position: 0 }
    expect(sent).toEqual([asked, asked, asked])
    answer = { ok: false, message: 'The simulated system stopped.' }
    end()
    const endAgain = showFirstFrame()
    endAgain()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('then goes where the session says', async () => {
    seek(500_000)
    await settle()
    const { preview } = emptyState()
    applyFrames([frame(seq++, { preview: { ...preview, position: 750_000 } })])
    expect(useStore.getState().playhead).toBe(750_000)
  })
})

describe('how it plays', () => {
  const now = () => transportOf(useStore.getState())
  const { preview } = emptyState()

  it('is for the next press what the one before has set, also before a frame knows of it', () => {
    const { loop } = preview.transport
    setTransport({ rate: -2 })
    toggleLoop()
    toggleLoop()
    applyFrames([frame(seq++, { preview })])
    expect(now()).toEqual({ ...preview.transport, rate: -2, loop })
    expect(sent).toEqual([
      { kind: 'setTransport', rate: -2 },
      { kind: 'setTransport', loop: !loop },
      { kind: 'setTransport', loop },
    ])
  })

  it('holds where the first frame after the answer comes late, and then is as that says', async () => {
    setTransport({ rate: -1 })
    // as a window comes to it that takes long to draw
    await settle()
    expect(now().rate).toBe(-1)
    applyFrames([frame(seq++, { preview: { ...preview, transport: { ...preview.transport, rate: -2 } } })])
    expect(now().rate).toBe(-2)
    // the next wish is of its own
    setTransport({ rate: -4 })
    await settle()
    applyFrames([frame(seq++, { preview })])
    expect(now()).toEqual(preview.transport)
  })

  it('is as the session says some time after the answer, where no frame follows', async () => {
    setTransport({ rate: -1 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(now()).toEqual(preview.transport)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('then is as the session says, also where that has refused', async () => {
    answer = { ok: false, message: 'The simulated system stopped.' }
    setTransport({ rate: 4 })
    await settle()
    expect(now()).toEqual(preview.transport)
  })
})
