import { send, useStore } from '../../store/store'
import { Switch } from '../../widgets/switch'
import { Tip } from '../../widgets/tip'
import { PreemptionSettings, TdrSettings } from './settings'
import { SubmitPacket } from './submit'

/** Models, timeouts, extra work and faults. */
export function GpuControls() {
  const compositor = useStore((state) => state.view.gpu.compositor.enabled)
  return (
    <section className="instrument-section" aria-label="Scheduler settings">
      <h3>Scheduler</h3>
      <div className="gpu-fields">
        <PreemptionSettings />
        <TdrSettings />
        <Switch
          label="Compositor"
          checked={compositor}
          onChange={(enabled) => void send({ kind: 'setCompositor', enabled })}
        />
      </div>
      <SubmitPacket />
      <Faults />
    </section>
  )
}

const HANG = 3_000_000

function Faults() {
  return (
    <div className="gpu-buttons">
      <Tip text="The next packet of an app answers nothing for 3 s: after the TDR delay it is asked to give way, unless the desktop has asked already, and reset if it does not within the TDR delay of that request; in the Windows 7 model the adapter is reset unasked (GP-08, GP-23)">
        <button
          type="button"
          className="button"
          onClick={() => void send({ kind: 'inject', fault: 'hang', duration: HANG })}
        >
          Hang the GPU for 3 s
        </button>
      </Tip>
      <Tip text="The next packet of an app never ends: only a reset helps (GP-23)">
        <button type="button" className="button" onClick={() => void send({ kind: 'inject', fault: 'hang' })}>
          Hang until reset
        </button>
      </Tip>
      <Tip text="The next engine reset fails and becomes an adapter reset: all video memory is lost (GP-24)">
        <button
          type="button"
          className="button"
          onClick={() => void send({ kind: 'inject', fault: 'engine-reset-fails' })}
        >
          Fail the next reset
        </button>
      </Tip>
    </div>
  )
}
