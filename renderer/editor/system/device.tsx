import { RotateCcw } from 'lucide-react'
import { send, useStore } from '../../store/store'
import { Term, Tip } from '../../widgets/tip'
import { factsOf } from './device-facts'

/** What the emulated device is, which only a scenario can change, and its recreation (RS-07). */
export function DeviceFacts() {
  const system = useStore((store) => store.view.system)
  const removed = useStore((store) => store.view.device.removed !== null)
  return (
    <>
      <dl className="drawer-facts">
        {factsOf(system).map(({ term, value, meaning }) => (
          <div key={term}>
            <dt>
              <Term tip={meaning} side="left">
                {term}
              </Term>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Tip
        text="The app creates its device and everything on it anew: effects keep their place, memory does not (RS-07)"
        side="left"
      >
        <button type="button" className="button" onClick={() => void send({ kind: 'recreateDevice' })}>
          <RotateCcw size={14} aria-hidden="true" />
          Recreate device
        </button>
      </Tip>
      <p className="field-hint">
        {removed ? 'The device was removed: only a new one accepts calls again.' : 'The device works.'} Profile and
        segment come from the scenario: "system": {'{'} "profile": "integrated" {'}'}.
      </p>
    </>
  )
}
