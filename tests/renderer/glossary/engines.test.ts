import { expect, it } from 'vitest'
import { ENGINES } from '../../../preload/contract'
import { ENGINE_LABELS, SUBMIT_ENGINES } from '../../../renderer/glossary/engines'

it('every engine has a name of its own, and an app submits to each but that of paging [GP-01]', () => {
  expect(Object.keys(ENGINE_LABELS).sort()).toEqual([...ENGINES].sort())
  expect(new Set(Object.values(ENGINE_LABELS)).size).toBe(ENGINES.length)
  expect(SUBMIT_ENGINES.map((engine) => ENGINE_LABELS[engine])).toEqual(['3D', 'Compute', 'Copy', 'Video decode'])
})
