import { PreemptionSettings, TdrSettings } from '../../instruments/gpu/settings'
import { Term } from '../../widgets/tip'

/** How the GPU is shared and when it counts as hung; the GPU tab has the same settings beside what they change. */
export function GpuSettings() {
  return (
    <>
      <div className="drawer-line">
        <Term
          side="left"
          tip="Windows 8: the running packet stops at the next boundary of the granularity. Windows 7: only packets that have not started are held back (GP-01, GP-06)."
        >
          Preemption
        </Term>
      </div>
      <PreemptionSettings />
      <div className="drawer-line">
        <Term
          side="left"
          tip="A packet that neither ends nor gives way for the TDR delay, twice in a row, is ended by a reset; in the Windows 7 model after the first (GP-23, GP-26)."
        >
          Timeout detection and recovery
        </Term>
      </div>
      <TdrSettings />
    </>
  )
}
