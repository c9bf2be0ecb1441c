import type { HResult } from '../../preload/contract'
import { formatHResult } from './format'
import './hresult.css'

/** `DXGI_ERROR_ALREADY_EXISTS 0x887A0036` */
export function HResultText({ hresult }: { hresult: HResult }) {
  return (
    <code className={hresult.value >>> 31 === 1 ? 'hresult hresult-failed' : 'hresult'}>
      {hresult.name} {formatHResult(hresult.value)}
    </code>
  )
}
