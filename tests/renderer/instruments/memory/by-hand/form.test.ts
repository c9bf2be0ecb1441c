/** Resources of no effect, and work that uses a set, as they are typed. */
import { expect, it } from 'vitest'
import { parseCommand } from '../../../../../main/session/commands/schema'
import { COMPOSITOR } from '../../../../../preload/contract'
import {
  FIRST_LOOSE,
  FIRST_SET,
  type LooseText,
  nextName,
  readLoose,
  readSet,
  type SetText,
} from '../../../../../renderer/instruments/memory/by-hand/form'

const MIB = 1024 * 1024
const loose = (text: Partial<LooseText>) => readLoose({ ...FIRST_LOOSE, ...text }, ['Taken'])
const set = (text: Partial<SetText>) => readSet({ ...FIRST_SET, ...text }, (name) => name.startsWith('Blur.'))

it('a resource is sent without what is as usual, and the gate takes it [SC-13]', () => {
  expect(loose({})).toEqual({ ok: true, value: { name: 'Loose', size: 64 * MIB } })
  const read = loose({ name: ' Staging ', size: '1 MiB', heap: 'upload', resident: true, priority: 'low' })
  const value = { name: 'Staging', size: MIB, heap: 'upload', resident: true, priority: 'low' }
  expect(read).toEqual({ ok: true, value })
  expect(parseCommand({ kind: 'resource', ...value })).toMatchObject({ ok: true })
})

it('what is wrong with one is said beside its field', () => {
  expect(loose({ name: 'Taken', size: '' })).toEqual({
    ok: false,
    errors: {
      name: expect.stringContaining('already a resource named “Taken”'),
      size: expect.stringContaining('Enter'),
    },
  })
})

it('the next one has the next name', () => {
  expect(['Loose', 'Frame 9', ' a 2 3 '].map(nextName)).toEqual(['Loose 2', 'Frame 10', 'a 2 4'])
})

it('a set is sent with what is typed and not added yet; none is one, too [SC-13]', () => {
  expect(set({})).toEqual({ ok: true, value: { set: [], engine: '3d', gpuTime: 1_000 } })
  const read = set({
    chosen: { names: ['Blur.main'], typed: 'Blur.temp ' },
    engine: 'copy',
    gpuTime: '250 µs',
    context: ' own ',
  })
  const value = { set: ['Blur.main', 'Blur.temp'], engine: 'copy', gpuTime: 250, context: 'own' }
  expect(read).toEqual({ ok: true, value })
  expect(parseCommand({ kind: 'use', ...value })).toMatchObject({ ok: true })
  // the app's own context has the app's name
  expect(set({ context: 'app' })).toEqual(set({}))
})

it('what is wrong with a set is said beside its field', () => {
  const wrong = { chosen: { names: [], typed: 'Sharpen.x' }, gpuTime: 'long', context: COMPOSITOR }
  expect(set(wrong)).toEqual({
    ok: false,
    errors: {
      chosen: expect.stringContaining('“Sharpen.x”'),
      gpuTime: expect.stringContaining('is not a duration'),
      context: expect.stringContaining(COMPOSITOR),
    },
  })
})
