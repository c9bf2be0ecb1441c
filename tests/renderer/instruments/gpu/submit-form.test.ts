import { describe, expect, it } from 'vitest'
import { SUBMIT_ENGINES } from '../../../../renderer/glossary/engines'
import { FIRST_SUBMIT, readSubmit } from '../../../../renderer/instruments/gpu/submit-form'

describe('the form of a long packet', () => {
  it('sends its engine, its time in µs, its priority and its context', () => {
    expect(readSubmit(FIRST_SUBMIT)).toEqual({
      ok: true,
      value: { engine: '3d', gpuTime: 100_000, priority: 'normal', context: 'other app' },
    })
    expect(readSubmit({ ...FIRST_SUBMIT, duration: '2s', context: ' game ' })).toMatchObject({
      value: { gpuTime: 2_000_000, context: 'game' },
    })
  })

  it('names no context for the app’s own', () => {
    const read = readSubmit({ ...FIRST_SUBMIT, context: '  ' })
    expect(read.ok && 'context' in read.value).toBe(false)
  })

  it('refuses no time, more than ten minutes, and a name that is too long', () => {
    for (const duration of ['', '0', '601s', 'long'])
      expect(readSubmit({ ...FIRST_SUBMIT, duration }).ok, duration).toBe(false)
    expect(readSubmit({ ...FIRST_SUBMIT, duration: '600s' }).ok).toBe(true)
    expect(readSubmit({ ...FIRST_SUBMIT, context: 'a'.repeat(65) })).toEqual({
      ok: false,
      message: 'The context’s name has 65 characters; use at most 64.',
    })
  })

  it('is not of the compositor: which of the two a packet is of could not be told', () => {
    expect(readSubmit({ ...FIRST_SUBMIT, context: ' dwm' })).toEqual({
      ok: false,
      message: '"dwm" is the compositor, which presents by itself. Give the context another name.',
    })
  })

  it('offers no paging engine: only the system pages', () => {
    expect(SUBMIT_ENGINES).toEqual(['3d', 'compute', 'copy', 'video-decode'])
  })
})
