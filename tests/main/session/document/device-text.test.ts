import { expect, it } from 'vitest'
import { byNames, byPlaces } from '../../../../main/session/document/device-text'
import { effects, MIB, rig } from '../live-rig'

const FILE = {
  system: { localMemory: 1 },
  app: { effects: [{ name: 'Blur', resources: [{ name: 'main', size: 3 }] }, { resources: [] }] },
  steps: [{}, { inject: { adapter: 1 } }],
}

it.each([
  ['system.localMemory', 'Local memory'],
  ['system.pagingBandwidth', 'Bandwidth per second'],
  ['app.effects[0].resources[0].size', 'Blur.main, size'],
  ['app.effects[1].resources[0].size', 'effects 2, resources 1, size'],
  ['steps[1].inject.adapter', 'step 2, inject, adapter'],
])('%s is told as %s', (path, words) => {
  expect(byNames([{ path, found: '3', expected: '2' }], 'project', FILE)).toBe(`${words}: found 3; expected 2`)
})

it('settings that it is measured by are called as System calls them; of the whole there is no place', () => {
  const problem = { path: '', found: '3GiB', expected: 'at most system.localMemory (2GiB)', hint: 'see system.profile' }
  expect(byNames([problem], 'project', FILE)).toBe(
    'found 3GiB; expected at most Local memory (2GiB); see Device profile',
  )
})

it('settings of a pool are called as Project settings call them, and what the person has named stays', () => {
  const file = { app: { pools: [{ name: 'Frames' }] } }
  const problem = { path: 'app.pools[0].minBlocks', found: '5', expected: 'at most "maxBlocks" (2)' }
  expect(byNames([problem], 'project', file)).toBe('Frames, Least blocks: found 5; expected at most Most blocks (2)')
  const names = 'one of "format", "constructor"'
  const named = { path: 'app.pool', found: '"forma"', expected: names, hint: 'did you mean "format"?' }
  expect(byNames([named], 'project', file)).toBe(
    `Where the editor places: found "forma"; expected ${names}; did you mean "format"?`,
  )
})

it('who has the file is told the places in it', () => {
  const problem = { path: 'system.localMemory', found: '3', expected: '2' }
  expect(byPlaces([problem], 'device', FILE)).toBe('device: system.localMemory: found 3; expected 2')
})

it('a device that is refused is told by what the app shows', () => {
  const live = rig({ app: { effects: effects({ Blur: 100 * MIB }) } })
  expect(live.do({ kind: 'setDevice', settings: { localMemory: 64 * MIB } }).message).toBe(
    'This cannot run on that device.\nBlur.r, size: found 100MiB; expected at most Local memory (64MiB)\nChoose another device, or change the project.',
  )
  expect(live.do({ kind: 'setDevice', settings: { localMemory: 1 } }).message).toMatch(
    /^Local memory: found 1; expected a size.*\nEnter another value\.$/,
  )
})
