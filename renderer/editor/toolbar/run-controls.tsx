import { Pause, Play, StepForward } from 'lucide-react'
import { send, useStore } from '../../store/store'
import { Tip } from '../../widgets/tip'

const STEP = 'Runs the next event, or to the next display frame (1/60 s) when none is nearer'
/** Of a system that has stopped with a bug check there is no more time (GP-25). */
const ENDED = 'The simulated system has stopped with a bug check: restart the simulation to go on'

/** Simulated time goes on, stands still, or goes on by one event. */
export function RunControls() {
  const hasEnded = useStore((store) => store.view.gpu.bugCheck !== null)
  const running = useStore((store) => store.view.clock.running) && !hasEnded
  return (
    <div className="button-group">
      <Tip text={hasEnded ? ENDED : running ? 'Stops simulated time' : 'Lets simulated time go on'}>
        <button
          type="button"
          className={running || hasEnded ? 'button' : 'button button-primary'}
          aria-disabled={hasEnded}
          onClick={() => !hasEnded && void send({ kind: running ? 'pause' : 'run' })}
        >
          {running ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
          <span className="toolbar-run">{running ? 'Pause' : 'Run'}</span>
        </button>
      </Tip>
      <Tip text={hasEnded ? ENDED : STEP}>
        <button
          type="button"
          className="button"
          aria-disabled={hasEnded}
          onClick={() => !hasEnded && void send({ kind: 'step' })}
        >
          <StepForward size={14} aria-hidden="true" />
          <span className="toolbar-name">Step</span>
        </button>
      </Tip>
    </div>
  )
}
