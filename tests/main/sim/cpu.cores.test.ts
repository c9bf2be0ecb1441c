/** A thread and the number of cores, which may change. */
import { describe, expect, test } from 'vitest'
import { Cpu, ThreadPriority } from '../../../main/sim/cpu'
import { Simulation } from '../../../main/sim/simulation'

const { idle, normal } = ThreadPriority

describe('a thread', () => {
  test('that is kept to a core which goes runs on wherever there is room', () => {
    const sim = new Simulation({ seed: 1 })
    const cpu = new Cpu(sim, { cores: 2, smt: false, smtSlowdown: 0, quantum: 5000 })
    const [thread, app] = [cpu.createThread('task', idle), cpu.createThread('app', normal)]
    let end = 0
    cpu.pin(thread, 1)
    thread.run(10_000, () => {
      end = sim.now
    })
    sim.schedule(2000, () => app.run(3000, () => {}))
    sim.schedule(4000, () => cpu.configure({ cores: 1 }))
    sim.advanceTo(100_000)
    // beside the app until 4 ms; then the app has the only core for its last millisecond
    expect([cpu.processors, end]).toEqual([1, 11_000])
  })
})
