import { Pause, Play, StepForward } from 'lucide-react'
import { ENDED, hasStopped } from '../../store/play'
import { send, useStore } from '../../store/store'
import { Tip } from '../../widgets/tip'

const STEP = 'Runs the next event, or to the next display frame (1/60 s) when none is nearer'

/** Simulated time goes on, stands still, or goes on by one event. */
export function RunControls() {
  const ended = useStore(hasStopped)
  const running = useStore((store) => store.view.clock.running) && !ended
  return (
    <div className="button-group">
      <Tip text={ended ? ENDED : running ? 'Stops simulated time' : 'Lets simulated time go on'}>
        <button
          type="button"
          className={running || ended ? 'button' : 'button button-primary'}
          aria-disabled={ended}
          onClick={() => !ended && void send({ kind: running ? 'pause' : 'run' })}
        >
          {running ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
          <span className="toolbar-run">{running ? 'Pause' : 'Run'}</span>
        </button>
      </Tip>
      <Tip text={ended ? ENDED : STEP}>
        <button
          type="button"
          className="button"
          aria-disabled={ended}
          onClick={() => !ended && void send({ kind: 'step' })}
        >
          <StepForward size={14} aria-hidden="true" />
          <span className="toolbar-name">Step</span>
        </button>
      </Tip>
    </div>
  )
}
