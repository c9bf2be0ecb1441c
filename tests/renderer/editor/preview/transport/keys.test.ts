/** Keys of the clip, as in every editor. */
import { describe, expect, it } from 'vitest'
import { actOf, type Standing, TRANSPORT_SHORTCUTS } from '../../../../../renderer/editor/preview/transport/keys'

const STILL: Standing = {
  playing: false,
  playhead: 1_000_000,
  length: 10_000_000,
  transport: { rate: 1, in: null, out: null, loop: true },
}
const at = (rate: 1 | 2 | 4 | -1 | -2 | -4): Standing => ({
  ...STILL,
  playing: true,
  transport: { ...STILL.transport, rate },
})
const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
const act = (key: string, standing = STILL, held: Partial<typeof NONE> = {}) =>
  actOf({ ...NONE, ...held, key }, standing)

describe('keys of the clip', () => {
  it('play and pause with Space, and pause with K', () => {
    expect(act(' ')).toEqual({ act: 'play', rate: 1 })
    expect(act(' ', at(2))).toEqual({ act: 'pause' })
    expect(act('k', at(1))).toEqual({ act: 'pause' })
  })

  it('play forwards with L and backwards with J, each press faster, up to four times', () => {
    expect(act('l')).toEqual({ act: 'play', rate: 1 })
    expect(act('L', at(1))).toEqual({ act: 'play', rate: 2 })
    expect(act('l', at(4))).toEqual({ act: 'play', rate: 4 })
    expect(act('l', at(-2))).toEqual({ act: 'play', rate: 1 })
    expect(act('j', at(2))).toEqual({ act: 'play', rate: -1 })
    expect(act('j', at(-1))).toEqual({ act: 'play', rate: -2 })
    expect(act('j', at(-4))).toEqual({ act: 'play', rate: -4 })
  })

  it('step by a frame, with Shift by a second, and go to both ends', () => {
    expect(act('ArrowRight')).toEqual({ act: 'stopAt', position: 1_041_667 })
    expect(act('ArrowLeft', STILL, { shiftKey: true })).toEqual({ act: 'stopAt', position: 0 })
    expect(act('Home')).toEqual({ act: 'stopAt', position: 0 })
    expect(act('End')).toEqual({ act: 'stopAt', position: 9_958_333 })
  })

  it('mark what is played, and take the mark away again', () => {
    expect(act('i')).toEqual({ act: 'set', change: { in: 1_000_000 } })
    expect(act('i', { ...STILL, transport: { ...STILL.transport, in: 1_000_000 } })).toEqual({
      act: 'set',
      change: { in: null },
    })
    // the frame that is seen is the last one that is played
    expect(act('o')).toEqual({ act: 'set', change: { out: 1_041_667 } })
  })

  it('take both marks away with Shift+X', () => {
    expect(act('X', STILL, { shiftKey: true })).toEqual({ act: 'set', change: { in: null, out: null } })
  })

  it('are listed as they are carried out', () => {
    const listed = Object.values(TRANSPORT_SHORTCUTS).map(({ keys }) => keys)
    expect(listed).toEqual(['Space', 'J K L', '← →', 'Home End', 'I O', 'Shift+X'])
    const KEYS: Readonly<Record<string, string>> = { Space: ' ', '←': 'ArrowLeft', '→': 'ArrowRight' }
    for (const keys of listed) {
      const shiftKey = keys.startsWith('Shift+')
      for (const key of keys.replace('Shift+', '').split(' '))
        expect(act(KEYS[key] ?? key, STILL, { shiftKey }), keys).not.toBeNull()
    }
  })

  it('do the same with Shift where it changes nothing, and with Caps Lock', () => {
    expect([act('L', STILL, { shiftKey: true }), act(' ', STILL, { shiftKey: true }), act('K')]).toEqual([
      { act: 'play', rate: 1 },
      { act: 'play', rate: 1 },
      { act: 'pause' },
    ])
  })

  it('leave to others what has a modifier, or is no key of the clip', () => {
    expect([act('l', STILL, { ctrlKey: true }), act('i', STILL, { metaKey: true }), act('x')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
