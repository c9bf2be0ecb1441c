import { Moon, MousePointer2 } from 'lucide-react'
import type { IdleView } from '../../preload/contract'
import { setInterface, useStore } from '../store/store'
import { Tip } from '../widgets/tip'
import { countdownText, idleStateText, idleTip, inputText } from './toolbar-idle-text'

/** Whether the emulated OS is idle, who says so, and when the next periodic trim is due (TN-21, TN-22). */
export function IdleIndicator() {
  const idle = useStore((store) => store.view.idle)
  const until = useStore((store) => countdownText(store.view.idle.nextPeriodicTrim, store.view.clock.now))
  return (
    <Tip text={<IdleExplanation idle={idle} />}>
      <button
        type="button"
        className={idle.idle ? 'idle idle-on' : 'idle'}
        aria-label="OS idle"
        aria-description={until}
        onClick={() => setInterface({ drawerOpen: true })}
      >
        {idle.idle ? <Moon size={14} aria-hidden="true" /> : <MousePointer2 size={14} aria-hidden="true" />}
        <span className="idle-lines">
          <span className="idle-state">
            <span className="button-caption">OS idle</span> {idleStateText(idle)}
            <span className={`source source-${idle.source}`}>{idle.source}</span>
          </span>
          <span className="idle-detail">
            {inputText(idle)} · {until}
          </span>
        </span>
      </button>
    </Tip>
  )
}

function IdleExplanation({ idle }: { idle: IdleView }) {
  return (
    <>
      <p>{idleTip(idle)}</p>
      <p>
        While the OS is idle, PERIODIC_TRIM comes on a regular cadence (TN-21). When it ends, RESTART_PERIODIC_TRIM is
        sent and the next trim counts from that moment (TN-23).
      </p>
    </>
  )
}
