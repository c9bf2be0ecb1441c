import { beforeEach, describe, expect, test } from 'vitest'
import { bytesForCheckpoints, SessionSlot } from '../../../main/shell/session-slot'
import type { Frame } from '../../../preload/contract'
import { effects, scenario } from '../session/live-rig'

const MIB = 2 ** 20
const own = { title: 'mine', path: null, recent: [], theme: 'dark' } as const
const info = (title: string) => ({ ...own, title, recent: [] })

let frames: Frame[]
let replaced: number
let slot: SessionSlot

beforeEach(() => {
  frames = []
  replaced = 0
  slot = new SessionSlot(
    {
      wallMs: () => 0,
      publish: (frame) => void frames.push(frame),
      build: () => Promise.resolve(null),
      replaced: () => void replaced++,
    },
    scenario({ app: { effects: effects({ Mine: MIB }) } }),
    info('mine'),
  )
})

const lesson = (name: string) => scenario({ name, app: { effects: effects({ [name]: MIB }) } })
/** what the page is shown: a whole frame */
const shown = (): string[] => {
  slot.current.publishFrame()
  const last = frames.at(-1)
  expect(last?.full).toBe(true)
  return (last?.effects ?? []).map(({ name }) => name)
}

describe('what is put aside', () => {
  test('comes back as it was: with its run, its changes, and that they are not saved', async () => {
    const mine = slot.current
    mine.execute({ kind: 'applyEffect', effect: 'Mine' })
    mine.execute({ kind: 'setBudget', bytes: 64 * MIB })
    expect(mine.dirty).toBe(true)
    expect(await slot.open(lesson('A'), info('lesson'), true)).toBe(true)
    expect(shown()).toEqual(['A'])
    // what is kept should the app die is the person's own
    expect(slot.own).toBe(mine)
    expect(slot.current.dirty).toBe(false)
    slot.bringBack(info('mine'))
    expect(slot.current).toBe(mine)
    expect(slot.own).toBe(mine)
    expect(shown()).toEqual(['Mine'])
    expect(mine.dirty).toBe(true)
    expect(replaced).toBe(2)
  })

  test('is told as it is now from its first frame on: the page of questions, open as it was put aside, is not shown again', async () => {
    slot.current.setDocument({ ...info('mine'), start: { atStart: true } })
    slot.current.publishFrame()
    expect(frames.at(-1)?.project).toMatchObject({ title: 'mine', start: { atStart: true } })
    await slot.open(lesson('A'), info('lesson'), true)
    slot.bringBack(info('mine'))
    shown()
    expect(frames.at(-1)?.project).toMatchObject({ title: 'mine' })
    expect(frames.at(-1)?.project).not.toHaveProperty('start')
  })

  test('stays the person’s own while one lesson follows another', async () => {
    const mine = slot.current
    await slot.open(lesson('A'), info('lesson'), true)
    await slot.open(lesson('B'), info('lesson'), true)
    expect(shown()).toEqual(['B'])
    expect(slot.own).toBe(mine)
    slot.bringBack(info('mine'))
    expect(slot.current).toBe(mine)
  })

  test('goes when another project is opened', async () => {
    const mine = slot.current
    await slot.open(lesson('A'), info('lesson'), true)
    await slot.open(lesson('Other'), info('other'), false)
    expect(shown()).toEqual(['Other'])
    expect(slot.own).toBe(slot.current)
    slot.bringBack(info('mine'))
    expect(slot.current).not.toBe(mine)
    expect(shown.length).toBe(0)
  })
})

test('what takes long and is given up leaves what runs', async () => {
  const mine = slot.current
  const many = { name: 'many', size: 65_536, count: 100_000 }
  const long = scenario({ steps: [{ at: 0, allocate: many }], until: '1s' })
  const opened = await slot.open(
    { ...long, app: { ...long.app, effects: Array(30_000).fill(long.app.effects[0]) } },
    info('long'),
    false,
  )
  expect(opened).toBe(false)
  expect(slot.current).toBe(mine)
  expect(replaced).toBe(0)
})

test('a larger machine keeps more to go back in, within limits [LB-02]', () => {
  const gib = 2 ** 30
  const given = [1, 4, 6, 12, 18, 24, 256].map((memory) => bytesForCheckpoints(memory * gib) / gib)
  expect(given).toEqual([0.25, 0.25, 0.25, 0.5, 0.75, 1, 1])
})
