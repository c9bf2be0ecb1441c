/** HRESULT values that the runtime returns, unsigned 32 bit. */
export const HRESULT = {
  S_OK: 0x00000000,
  S_FALSE: 0x00000001,
  E_NOTIMPL: 0x80004001,
  E_NOINTERFACE: 0x80004002,
  E_PENDING: 0x8000000a,
  E_FAIL: 0x80004005,
  E_OUTOFMEMORY: 0x8007000e,
  E_INVALIDARG: 0x80070057,
  DXGI_ERROR_INVALID_CALL: 0x887a0001,
  DXGI_ERROR_NOT_FOUND: 0x887a0002,
  DXGI_ERROR_DEVICE_REMOVED: 0x887a0005,
  DXGI_ERROR_DEVICE_HUNG: 0x887a0006,
  DXGI_ERROR_DEVICE_RESET: 0x887a0007,
  DXGI_ERROR_WAS_STILL_DRAWING: 0x887a000a,
  DXGI_ERROR_ALREADY_EXISTS: 0x887a0036,
} as const
export type HResultName = keyof typeof HRESULT

/** Results are names: a caller compares names and a reader sees them; `HRESULT` gives the value. */
export function failed(hr: HResultName): boolean {
  return hr !== 'S_OK' && hr !== 'S_FALSE'
}
