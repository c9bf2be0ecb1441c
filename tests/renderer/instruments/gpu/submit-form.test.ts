import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../../main/session/commands/schema'
import { GRAPHICS_WORK } from '../../../../preload/contract'
import { SUBMIT_ENGINES } from '../../../../renderer/glossary/engines'
import {
  FIRST_SUBMIT,
  newPart,
  readSubmit,
  type SubmitForm,
  saysMore,
} from '../../../../renderer/instruments/gpu/submit-form'
import { withTyped } from '../../../../renderer/widgets/resource-picker/chosen'

const KNOWN = ['Blur.main', 'Blur.temp']
const read = (form: Partial<SubmitForm>) => readSubmit({ ...FIRST_SUBMIT, ...form }, (name) => KNOWN.includes(name))
const errorsOf = (form: Partial<SubmitForm>) => {
  const one = read(form)
  return one.ok ? null : one.errors
}

describe('the form of a long packet', () => {
  it('sends its engine, its time in µs, its priority and its context, and nothing else', () => {
    expect(read({})).toEqual({
      ok: true,
      value: { engine: '3d', gpuTime: 100_000, priority: 'normal', context: 'other app' },
    })
    expect(read({ duration: '2s', context: ' game ' })).toMatchObject({
      value: { gpuTime: 2_000_000, context: 'game' },
    })
    expect(saysMore(FIRST_SUBMIT)).toBe(false)
  })

  it('names no context for the app’s own', () => {
    expect(read({ context: '  ', duration: '250µs' })).toEqual({
      ok: true,
      value: { engine: '3d', gpuTime: 250, priority: 'normal' },
    })
  })

  it('refuses no time, more than ten minutes, and a name that is too long', () => {
    for (const duration of ['', '0', '601s', 'long'])
      expect(errorsOf({ duration }), duration).toEqual({ duration: expect.any(String) })
    expect(read({ duration: '600s' }).ok).toBe(true)
    expect(errorsOf({ context: 'a'.repeat(65) })).toEqual({
      context: 'The context’s name has 65 characters; use at most 64.',
    })
  })

  it('is not of the compositor: which of the two a packet is of could not be told', () => {
    expect(errorsOf({ context: ' dwm' })).toEqual({
      context: '"dwm" is the compositor, which presents by itself. Give the context another name.',
    })
  })

  it('offers no paging engine: only the system pages', () => {
    expect(SUBMIT_ENGINES).toEqual(['3d', 'compute', 'copy', 'video-decode'])
  })
})

describe('more about the packet', () => {
  it('sends all that is filled in, as the command takes it [GP-03, GP-17, GP-21, GP-22]', () => {
    const form: Partial<SubmitForm> = {
      resources: { names: ['Blur.main'], typed: ' Blur.temp ' },
      work: { kind: 'graphics', counts: { draws: '2' } },
      disablePreemption: true,
      wait: { fence: ' ready ', value: '1' },
      signal: { fence: 'done', value: '0' },
    }
    const one = read(form)
    expect(one).toEqual({
      ok: true,
      value: {
        engine: '3d',
        gpuTime: 100_000,
        priority: 'normal',
        context: 'other app',
        resources: KNOWN,
        work: { ...GRAPHICS_WORK, draws: 2 },
        disablePreemption: true,
        wait: { fence: 'ready', value: 1 },
        signal: { fence: 'done', value: 0 },
      },
    })
    expect(one.ok && parseCommand({ kind: 'submit', ...one.value })).toMatchObject({ ok: true })
  })

  it('sends parts with what each uses, and the sum of their times as that of the packet [GP-17]', () => {
    const parts = [
      { ...newPart('20 ms'), resources: { names: ['Blur.main'], typed: '' } },
      { ...newPart('30 ms'), resources: { names: [], typed: 'Blur.temp' } },
    ]
    const one = read({ duration: 'whatever', parts })
    expect(one).toMatchObject({
      ok: true,
      value: {
        gpuTime: 50_000,
        parts: [
          { gpuTime: 20_000, resources: ['Blur.main'] },
          { gpuTime: 30_000, resources: ['Blur.temp'] },
        ],
      },
    })
    expect(one.ok && parseCommand({ kind: 'submit', ...one.value })).toMatchObject({ ok: true })
  })

  it('says of each part what is wrong with it', () => {
    const parts = [{ ...newPart(''), resources: { names: [], typed: 'Blur' } }, newPart('10 min')]
    const [one, two] = parts.map(({ key }) => key)
    expect(errorsOf({ parts })).toEqual({
      parts: {
        [one!]: {
          gpuTime: 'Enter a duration, for example 4 ms.',
          resources: 'Found “Blur”, expected the full name of a resource, as Memory calls it.',
        },
      },
    })
    expect(
      errorsOf({ parts: [{ ...parts[0]!, gpuTime: '1 s', resources: withTyped(FIRST_SUBMIT.resources) }, parts[1]!] }),
    ).toEqual({
      parts: { [two!]: { gpuTime: 'Found 601 s in all, expected a sum from 1 µs to 600 s.' } },
    })
  })

  it('wants both of a fence, or neither [GP-21, GP-22]', () => {
    const value = 'Enter the value of the fence, for example 1.'
    expect(errorsOf({ wait: { fence: 'ready', value: '' }, signal: { fence: ' ', value: '2' } })).toEqual({
      wait: { value },
      signal: { fence: 'Enter the name of the fence.' },
    })
    expect(errorsOf({ signal: { fence: 'f'.repeat(101), value: '-1' } })).toEqual({
      signal: {
        fence: 'The fence’s name has 101 characters; use at most 100.',
        value: expect.stringContaining('“-1”'),
      },
    })
  })

  it('takes what is typed and not added yet only where there is such a resource', () => {
    expect(errorsOf({ resources: { names: [], typed: 'Sharpen.x' } })).toEqual({
      resources: 'Found “Sharpen.x”, expected the full name of a resource, as Memory calls it.',
    })
  })

  it('is never hidden once something of it is filled in', () => {
    const some: Partial<SubmitForm>[] = [
      { resources: { names: [], typed: 'B' } },
      { resources: { names: ['Blur.main'], typed: '' } },
      { work: { kind: 'compute', counts: {} } },
      { disablePreemption: true },
      { wait: { fence: '', value: '1' } },
      { signal: { fence: 'done', value: '' } },
      { parts: [newPart('')] },
    ]
    for (const form of some) expect(saysMore({ ...FIRST_SUBMIT, ...form })).toBe(true)
  })
})
