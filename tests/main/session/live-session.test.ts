/** A session that stands still says so, and tells when it has something to show after all: who moves it on may sleep. */
import { describe, expect, it } from 'vitest'
import { LiveSession } from '../../../main/session/live-session'
import type { Frame } from '../../../preload/contract'
import { MIB, scenario } from './live-rig'

const FILE = {
  app: {
    pools: [{ name: 'P', blockSize: '1MiB' }],
    effects: [{ name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: 2 * MIB }] }],
  },
}

function setUp(file: Record<string, unknown> = FILE) {
  let wall = 0
  let news = 0
  let progress: (share: number) => void = () => {}
  const frames: Frame[] = []
  const session = new LiveSession({
    scenario: scenario(file),
    wallMs: () => wall,
    publish: (frame) => frames.push(frame),
    news: () => news++,
    document: { title: 'test', path: null, recent: [], theme: 'system' },
    startTasks: (_tasks, watch) => {
      progress = (share) => watch.share(0, share)
      return { cancel: () => {} }
    },
  })
  session.publishFrame()
  /** How often it told of news since this was asked last. */
  const told = (): number => {
    const count = news
    news = 0
    return count
  }
  const pass = (ms: number): void => {
    for (let left = ms; left > 0; left -= 16) {
      wall += 16
      while (session.pump()) {}
    }
  }
  return { session, frames, told, pass, progress: (share: number) => progress(share) }
}

describe('a session that is paused', () => {
  it('stands still, with nothing to show once a frame has shown the pause', () => {
    const { session, frames, pass, told } = setUp()
    pass(500)
    expect(session.standsStill).toBe(false)
    session.execute({ kind: 'pause' })
    expect(session).toMatchObject({ standsStill: true, hasNews: true })
    session.publishFrame()
    expect(session).toMatchObject({ standsStill: true, hasNews: false })
    const shown = frames.length
    told()
    pass(60_000)
    session.publishFrame()
    expect(frames).toHaveLength(shown)
    expect(told()).toBe(0)
    session.execute({ kind: 'run' })
    expect(session).toMatchObject({ standsStill: false, hasNews: true })
  })

  it('also where the clip plays, paging is under way, and work waits for the GPU', () => {
    const { session, pass } = setUp()
    session.execute({ kind: 'play', playing: true })
    session.execute({ kind: 'applyEffect', effect: 'Blur' })
    pass(20)
    session.execute({ kind: 'pause' })
    session.publishFrame()
    expect(session).toMatchObject({ isCalm: false, standsStill: true, hasNews: false })
  })

  it('tells at once of what comes to it from elsewhere, once until that is shown', () => {
    const { session, told, progress } = setUp()
    session.execute({ kind: 'allocate', name: 'tile', size: MIB / 4, count: 3, pool: 'P' })
    const started = session.execute({ kind: 'compareDefragmentation' })
    expect(started).toEqual({ ok: true })
    session.execute({ kind: 'pause' })
    const rest = (): void => {
      session.publishFrame()
      told()
      expect(session.hasNews).toBe(false)
    }
    let share = 0
    const comes: Record<string, () => void> = {
      comparison: () => {
        share += 0.2
        progress(share)
      },
      document: () => session.setDocument({ title: 'saved', path: '/saved.json', recent: [], theme: 'dark' }),
      saved: () => session.markSaved(),
      unsaved: () => session.markUnsaved(),
      reading: () => session.opening.showReading('large.json', () => {}),
      read: () => session.opening.end(),
      lock: () => session.power('lock'),
    }
    for (const [what, come] of Object.entries(comes)) {
      rest()
      come()
      expect([what, session.hasNews, told()]).toEqual([what, true, 1])
      come()
      expect([what, told()]).toEqual([what, 0])
    }
  })

  it('does not stand still while something is built or carried out', () => {
    const resources = Array.from({ length: 30_000 }, (_, index) => ({ name: `r${index}`, size: 65_536 }))
    const effects = [{ name: 'Many', resources }]
    const { session } = setUp({ system: { localMemory: '8GiB' } })
    session.execute({ kind: 'pause' })
    session.publishFrame()
    session.opening.open('large', scenario({ system: { localMemory: '8GiB' }, app: { effects } }), () => {})
    expect(session.standsStill).toBe(false)
    while (session.pump()) {}
    expect(session.standsStill).toBe(true)
  })

  it('of a simulation that was started anew tells as well', () => {
    const { session, told } = setUp()
    session.execute({ kind: 'restartSimulation' })
    session.execute({ kind: 'pause' })
    session.publishFrame()
    told()
    session.power('lock')
    expect(told()).toBe(1)
  })
})
