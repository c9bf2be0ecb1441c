import { describe, expect, it } from 'vitest'
import {
  readCores,
  readFrameTime,
  readQuantum,
  readShare,
  shareText,
} from '../../../renderer/instruments/background-cpu-form'

describe('settings of the modelled CPU [BP-29]', () => {
  it.each([
    ['1', 1],
    [' 64 ', 64],
  ])('%j cores are %i', (text, value) => expect(readCores(text)).toEqual({ ok: true, value }))

  it.each(['0', '65', '1.5', '', 'four'])('%j cores are refused with what is expected', (text) => {
    const message = `Found “${text}”, expected a whole number from 1 to 64.`
    expect(readCores(text)).toEqual({ ok: false, message })
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
  })

  it('takes no quantum below 100 µs, and no time at all for a frame', () => {
    expect(readQuantum('100µs')).toEqual({ ok: true, value: 100 })
    expect(readQuantum('99µs').ok).toBe(false)
    expect(readFrameTime('0ms')).toEqual({ ok: true, value: 0 })
  })
})
