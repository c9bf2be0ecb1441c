import { useCalm } from '../../store/calm'
import { send } from '../../store/store'
import { durationText } from '../../widgets/parse'
import { Segmented } from '../../widgets/segmented'
import { SelectField } from '../../widgets/select-field'
import { ValueField } from '../../widgets/text-field'
import { Term } from '../../widgets/tip'
import { dispatchOf, kindOf, readCore, readCores, readFrameTime, readQuantum, readShare, shareText } from './cpu-form'
import './cpu.css'

const THREADS = [
  { value: 'one', text: 'One', title: 'No SMT: idle tasks run only where foreground threads leave room' },
  { value: 'two', text: 'Two', title: 'SMT: the two threads of a core slow each other down' },
] as const

const DISPATCH = [
  { value: 'runtime', text: 'the runtime’s threads' },
  { value: 'core', text: 'one core' },
  { value: 'app', text: 'the app’s task system' },
] as const

/** The modelled CPU, on which background tasks and the app's own threads compete (BP-29). */
export function CpuSettings() {
  const cpu = useCalm((view) => view.background.cpu)
  return (
    <section className="instrument-section" aria-label="Modelled CPU">
      <h3>
        <Term tip="Background tasks and the app’s own threads share it: at idle priority tasks run only where the app leaves room, above idle they may cost frames (BP-01, BP-10, BP-29)">
          Modelled CPU
        </Term>
      </h3>
      <div className="cpu-fields">
        <ValueField
          label="Cores"
          value={cpu.cores}
          write={String}
          read={readCores}
          onCommit={(cores) => send({ kind: 'setCpu', cores })}
          hint="High-priority commits run as many tasks at once (BP-10)."
        />
        <div className="field">
          <span className="field-label" aria-hidden="true">
            Threads per core
          </span>
          <Segmented
            label="Threads per core"
            value={cpu.smt ? 'two' : 'one'}
            options={THREADS}
            onChange={(threads) => void send({ kind: 'setCpu', smt: threads === 'two' })}
          />
        </div>
        {cpu.smt && (
          <ValueField
            label="A busy sibling costs"
            value={cpu.smtSlowdown}
            write={shareText}
            read={readShare}
            onCommit={(smtSlowdown) => send({ kind: 'setCpu', smtSlowdown })}
            hint="Of its speed, while the other thread of its core is busy."
          />
        )}
        <ValueField
          label="App’s time per frame"
          value={cpu.frameTime}
          write={durationText}
          read={readFrameTime}
          onCommit={(frameTime) => send({ kind: 'setCpu', frameTime })}
          hint="Processor time of the foreground, before each frame’s GPU work."
        />
        <ValueField
          label="Quantum"
          value={cpu.quantum}
          write={durationText}
          read={readQuantum}
          onCommit={(quantum) => send({ kind: 'setCpu', quantum })}
          hint="What threads of equal priority take in turn."
        />
        <SelectField
          label="Tasks run on"
          value={kindOf(cpu.dispatch)}
          options={DISPATCH}
          onChange={(kind) => void send({ kind: 'setCpu', dispatch: dispatchOf(kind, cpu.cores) })}
          hint="The app’s choice, from the next task on (BP-30)."
        />
        {typeof cpu.dispatch === 'object' && (
          <ValueField
            label="Core of the tasks"
            value={cpu.dispatch.core}
            write={String}
            read={(text) => readCore(text, cpu.cores)}
            onCommit={(core) => send({ kind: 'setCpu', dispatch: { core } })}
            hint="The first is 0. Tasks wait for it while the app’s threads are there."
          />
        )}
      </div>
    </section>
  )
}
