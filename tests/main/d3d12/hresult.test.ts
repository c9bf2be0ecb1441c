import { expect, it } from 'vitest'
import { failed, HRESULT, type HResultName } from '../../../main/d3d12/hresult'

it('a call has failed when the highest bit of its HRESULT is set, as FAILED() has it', () => {
  const names = Object.keys(HRESULT) as HResultName[]
  expect(names.filter((name) => !failed(name))).toEqual(['S_OK', 'S_FALSE'])
  for (const name of names) expect(failed(name), name).toBe(HRESULT[name] >>> 31 === 1)
})

/** The public values, from winerror.h and dxgi.h. */
const VALUES = `S_OK 00000000, S_FALSE 00000001, E_NOTIMPL 80004001, E_NOINTERFACE 80004002, E_FAIL 80004005,
E_PENDING 8000000A, E_OUTOFMEMORY 8007000E, E_INVALIDARG 80070057, DXGI_ERROR_INVALID_CALL 887A0001,
DXGI_ERROR_NOT_FOUND 887A0002, DXGI_ERROR_DEVICE_REMOVED 887A0005, DXGI_ERROR_DEVICE_HUNG 887A0006,
DXGI_ERROR_DEVICE_RESET 887A0007, DXGI_ERROR_WAS_STILL_DRAWING 887A000A, DXGI_ERROR_ALREADY_EXISTS 887A0036`

it('every name is there, with its value, for expectations too [SC-15]', () => {
  const listed = VALUES.split(/,\s/).map((line) => line.split(' '))
  expect(listed).toHaveLength(15)
  for (const [name, value] of listed)
    expect([name, HRESULT[name as HResultName]]).toEqual([name, Number.parseInt(value ?? '', 16)])
  expect(Object.keys(HRESULT)).toHaveLength(listed.length)
})
