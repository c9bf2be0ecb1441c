/** A drag over the run: one moment at a time, and the newest wins (LB-02). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult, ProjectView } from '../../../../preload/contract'
import { emptyState } from '../../../../renderer/store/model'
import { applyFrames, useStore } from '../../../../renderer/store/store'
import { goTo, returnTo } from '../../../../renderer/store/wishes/travel'
import { frame } from '../support/frames'

let sent: Command[] = []
let answer: CommandResult = { ok: true }
let seq = 0

/** A frame, while the session is on its way or there. */
function says(going: boolean): Promise<void> {
  const opening: ProjectView['opening'] = going ? { title: '', stage: 'going', done: 1, total: 2 } : null
  applyFrames([frame(seq++, { project: { ...emptyState().project, opening } })])
  return vi.advanceTimersByTimeAsync(0).then(() => {})
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = { ok: true }
  const send = (command: Command): Promise<CommandResult> => {
    sent.push(command)
    return Promise.resolve(answer)
  }
  vi.stubGlobal('window', { trimline: { send } })
  useStore.setState({ view: emptyState(), toasts: [] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const moments = (): unknown[] => sent.map((command) => ('time' in command ? command.time : command.kind))

describe('going to another moment', () => {
  it('asks for the next when the one before is shown, and leaves out what came between [LB-02]', async () => {
    const there = goTo(1_000)
    for (const time of [2_000, 3_000.4, 4_000]) void goTo(time)
    await says(true)
    await vi.advanceTimersByTimeAsync(100)
    expect(moments()).toEqual([1_000])
    await says(false)
    expect(moments()).toEqual([1_000, 4_000])
    void goTo(5_000)
    void goTo(-7)
    await says(false)
    expect(moments()).toEqual([1_000, 4_000, 0])
    await says(false)
    await there
  })

  it('asks for a newer one while the one before is still on its way, after a moment for that [LB-02]', async () => {
    const there = goTo(1_000)
    await says(true)
    void goTo(2_000)
    await vi.advanceTimersByTimeAsync(149)
    expect(moments()).toEqual([1_000])
    await vi.advanceTimersByTimeAsync(1)
    expect(moments()).toEqual([1_000, 2_000])
    // the wish comes when the way takes long already, and the one before was given up
    await says(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(moments()).toEqual([1_000, 2_000])
    void goTo(3_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(moments()).toEqual([1_000, 2_000, 3_000])
    // nothing more is asked for, however long it takes
    await vi.advanceTimersByTimeAsync(60_000)
    await says(false)
    await there
    expect(moments()).toEqual([1_000, 2_000, 3_000])
  })

  it('shows something of a drag in which every way takes long: each has twice the time of the one given up before [LB-02]', async () => {
    const there = goTo(0)
    // a wish every 50 ms, and 1 s until anything would be shown
    for (let t = 50; t <= 2_000; t += 50) {
      await says(true)
      void goTo(t)
      await vi.advanceTimersByTimeAsync(50)
    }
    // 150, 300 and 600 ms later, and then 1,200 would pass
    expect(moments()).toEqual([0, 150, 450, 1_050])
    await says(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(moments()).toEqual([0, 150, 450, 1_050, 2_000])
    await says(true)
    void goTo(3_000)
    // what was shown has made the patience as short as it was
    await vi.advanceTimersByTimeAsync(150)
    expect(moments()).toEqual([0, 150, 450, 1_050, 2_000, 3_000])
    await says(false)
    await there
  })

  it('has each way overtaken in its own time, also behind one that was shown before its patience was over [LB-02]', async () => {
    const there = goTo(0)
    // given up after 150 and 300 ms: the third has 600
    for (const time of [1_000, 2_000]) {
      await says(true)
      void goTo(time)
      await vi.advanceTimersByTimeAsync(time === 1_000 ? 150 : 300)
    }
    expect(moments()).toEqual([0, 1_000, 2_000])
    await says(true)
    await vi.advanceTimersByTimeAsync(200)
    void goTo(3_000)
    await says(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(moments()).toEqual([0, 1_000, 2_000, 3_000])
    // this one takes long, and the third's time passes meanwhile
    await says(true)
    await vi.advanceTimersByTimeAsync(500)
    void goTo(4_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(moments()).toEqual([0, 1_000, 2_000, 3_000, 4_000])
    await says(false)
    await there
  })

  it('waits no longer for a frame than one can take, as nothing may have changed [LB-02]', async () => {
    const there = goTo(1_000, 2)
    await vi.advanceTimersByTimeAsync(2_000)
    await there
    expect(sent).toEqual([{ kind: 'goTo', time: 1_000, branch: 2 }])
  })

  it('goes on after a refusal, and forgets what was wanted when a branch is returned to [LB-02]', async () => {
    answer = { ok: false, message: 'no' }
    await goTo(1_000)
    answer = { ok: true }
    const there = goTo(2_000)
    await vi.advanceTimersByTimeAsync(0)
    void goTo(3_000)
    await returnTo(4)
    await vi.advanceTimersByTimeAsync(2_000)
    await there
    expect(moments()).toEqual([1_000, 2_000, 'returnTo'])
  })
})
