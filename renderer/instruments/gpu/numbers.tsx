import { useCalm } from '../../store/calm'
import { Term } from '../../widgets/tip'
import { numbersOf } from './number-list'

/** What the scheduler counted since the start of the run, and how busy each engine was (GP-09, GP-27). */
export function GpuNumbers() {
  const { gpu, clock } = useCalm((view) => view, { watch: (view) => view.gpu })
  return (
    <section className="instrument-section" aria-label="Numbers">
      <h3>Since the start</h3>
      <dl className="gpu-numbers">
        {numbersOf(gpu, clock.now).map(({ term, value, meaning, bad }) => (
          <div key={term}>
            <dt>
              <Term tip={meaning}>{term}</Term>
            </dt>
            <dd className={bad ? 'danger-text' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
