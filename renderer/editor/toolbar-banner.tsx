import { OctagonAlert, RotateCcw } from 'lucide-react'
import { send, useStore } from '../store/store'
import { formatTime } from '../widgets/format'
import { HResultText } from '../widgets/hresult'

/** Says that the device is gone, why, and what to do (RS-07). */
export function DeviceBanner() {
  const removed = useStore((store) => store.view.device.removed)
  if (removed === null) return null
  return (
    <div className="banner" role="alert">
      <OctagonAlert size={18} aria-hidden="true" />
      <div className="banner-text">
        <p>
          <strong>The device was removed</strong> at {formatTime(removed.t)} with reason{' '}
          <HResultText hresult={removed.reason} />. Every later call on it fails until it is created again (RS-07).
        </p>
        <p>{removed.because}</p>
      </div>
      <button type="button" className="button" onClick={() => void send({ kind: 'restartSimulation' })}>
        <RotateCcw size={14} aria-hidden="true" />
        Restart simulation
      </button>
    </div>
  )
}
