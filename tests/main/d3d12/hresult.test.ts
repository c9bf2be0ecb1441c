import { expect, it } from 'vitest'
import { failed, HRESULT, type HResultName } from '../../../main/d3d12/hresult'

it('a call has failed when the highest bit of its HRESULT is set, as FAILED() has it', () => {
  const names = Object.keys(HRESULT) as HResultName[]
  expect(names.filter((name) => !failed(name))).toEqual(['S_OK', 'S_FALSE'])
  for (const name of names) expect(failed(name), name).toBe(HRESULT[name] >>> 31 === 1)
})
