import { describe, expect, it } from 'vitest'
import {
  dispatchOf,
  kindOf,
  readCore,
  readCores,
  readFrameTime,
  readQuantum,
  readShare,
  shareText,
} from '../../../../renderer/instruments/background/cpu-form'

describe('settings of the modelled CPU [BP-29]', () => {
  it.each([
    ['1', 1],
    [' 64 ', 64],
  ])('%j cores are %i', (text, value) => expect(readCores(text)).toEqual({ ok: true, value }))

  it.each(['0', '65', '1.5', 'four'])('%j cores are refused with what is expected', (text) => {
    const message = `Found “${text}”, expected a whole number from 1 to 64.`
    expect(readCores(text)).toEqual({ ok: false, message })
  })

  it.each([
    ['0', 0],
    [' 3 ', 3],
  ])('%j is core %i of four [BP-30]', (text, value) => expect(readCore(text, 4)).toEqual({ ok: true, value }))

  it('nothing is refused with what to enter', () => {
    expect(readCores('')).toEqual({ ok: false, message: 'Enter a whole number from 1 to 64.' })
    expect(readCore('', 4)).toEqual({ ok: false, message: 'Enter a whole number from 0 to 3.' })
  })

  it.each(['4', '-1', '0.5', 'one'])('%j is no core of four, and it is said which are [BP-30]', (text) => {
    const message = `Found “${text}”, expected a whole number from 0 to 3.`
    expect(readCore(text, 4)).toEqual({ ok: false, message })
  })

  it('pinned, tasks start on the last core; what is chosen is shown [BP-30]', () => {
    expect((['runtime', 'core', 'app'] as const).map((kind) => dispatchOf(kind, 4))).toEqual([
      'runtime',
      { core: 3 },
      'app',
    ])
    expect((['runtime', { core: 0 }, 'app'] as const).map(kindOf)).toEqual(['runtime', 'core', 'app'])
  })

  it.each([
    ['30 %', 0.3],
    ['0', 0],
    ['90%', 0.9],
  ])('%j of the speed is %d', (text, value) => expect(readShare(text)).toEqual({ ok: true, value }))

  it.each(['-1', '91', '', '%', 'half'])('%j of the speed is refused', (text) => {
    expect(readShare(text)).toEqual({ ok: false, message: `Found “${text}”, expected 0 % to 90 %.` })
  })

  it('writes a share as it is read', () => {
    expect(shareText(0.3)).toBe('30 %')
    expect(shareText(0.125)).toBe('12.5 %')
    // no field shows what it would refuse
    expect(readShare(shareText(0.0004)).ok).toBe(true)
  })

  it('takes no quantum below 100 µs, and no time at all for a frame', () => {
    expect(readQuantum('100µs')).toEqual({ ok: true, value: 100 })
    expect(readQuantum('99µs').ok).toBe(false)
    expect(readFrameTime('0ms')).toEqual({ ok: true, value: 0 })
  })
})
