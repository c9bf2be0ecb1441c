import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult } from '../../../preload/contract'
import { NO_GPU } from '../../../renderer/store/gpu'
import { playOnGpu } from '../../../renderer/store/gpu-play'
import { emptyState } from '../../../renderer/store/model'
import { applyFrames, setInterface, useStore } from '../../../renderer/store/store'
import { frame } from './frames'

let sent: Command[] = []
let answer: CommandResult = { ok: true }
let stop = (): void => {}
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
  useStore.setState({ view: emptyState(), playing: false, toasts: [] })
  stop = playOnGpu()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(300)

describe('Play', () => {
  it('tells the session when the clip starts and stops, whatever did it', async () => {
    setInterface({ playing: true })
    says(true)
    await settle()
    setInterface({ playing: false, playhead: 0 })
    says(false)
    await settle()
    expect(sent).toEqual([
      { kind: 'play', playing: true },
      { kind: 'play', playing: false },
    ])
    expect(useStore.getState().playing).toBe(false)
  })

  it('follows the session: a restart stops the clip, a scenario starts it', async () => {
    setInterface({ playing: true })
    says(true)
    await settle()
    says(false)
    expect(useStore.getState().playing).toBe(false)
    says(true)
    expect(useStore.getState().playing).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('is not misled by a frame that was on its way when it was pressed twice', async () => {
    setInterface({ playing: true })
    setInterface({ playing: false })
    says(true)
    expect(useStore.getState().playing).toBe(false)
    says(false)
    await settle()
    expect(useStore.getState().playing).toBe(false)
    expect(sent.map((command) => command.kind === 'play' && command.playing)).toEqual([true, false])
  })

  it('stops the clip when the session refuses', async () => {
    answer = { ok: false, message: 'The simulated system stopped.' }
    setInterface({ playing: true })
    await settle()
    expect(useStore.getState().playing).toBe(false)
    expect(useStore.getState().toasts.map(({ text }) => text)).toEqual(['The simulated system stopped.'])
    expect(sent).toHaveLength(1)
  })
})
