import { Moon, MousePointer2 } from 'lucide-react'
import { useStore } from '../../store/store'
import { Term } from '../../widgets/tip'
import { countdownText, idleStateText, idleTip, inputText } from './idle-text'

/** Whether the emulated OS is idle, who says so, and when the next periodic trim is due (TN-21, TN-22). */
export function IdleIndicator() {
  const idle = useStore((store) => store.view.idle)
  const running = useStore((store) => store.view.clock.running)
  const until = useStore((store) => countdownText(store.view.idle.nextPeriodicTrim, store.view.clock.now))
  return (
    <section className={idle.idle ? 'idle idle-on' : 'idle'} aria-label="OS idle">
      {idle.idle ? <Moon size={14} aria-hidden="true" /> : <MousePointer2 size={14} aria-hidden="true" />}
      <div className="idle-lines">
        <p className="idle-state">
          <Term tip={idleTip(idle)}>OS idle</Term> {idleStateText(idle)}
          <span className={`source source-${idle.source}`}>{idle.source}</span>
        </p>
        <p className="idle-detail">
          {inputText(idle, running)} · {until}
        </p>
      </div>
    </section>
  )
}
