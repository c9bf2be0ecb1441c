/** The runtime of background processing on a real simulation and CPU; the driver is the test's. */
import { BackgroundProcessing, type ModeResult } from '../../../../main/d3d12/background-processing'
import { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'
import type { HResultName } from '../../../../main/d3d12/hresult'
import type { ProcessingWork } from '../../../../main/drivers/umd/processing-work'
import { AppTaskSystem } from '../../../../main/editor/task-system'
import { Cpu, type CpuOptions } from '../../../../main/sim/cpu'
import { Simulation } from '../../../../main/sim/simulation'
import type { TraceRecord, TraceType } from '../../../../main/sim/trace-records'
import type { BackgroundMode, CpuDispatch, MeasurementsAction } from '../../../../preload/contract'
import { ofType, type RecordOf } from '../../support/world'

export const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 1000 : 10_000))

export interface RigOptions {
  cpu?: Partial<CpuOptions>
  developerMode?: boolean
  supported?: boolean
  /** what the driver does when it is told of a mode. @returns FurtherMeasurementsDesired */
  driver?: (rig: Rig, mode: BackgroundMode, action: MeasurementsAction) => boolean
}

export interface Rig {
  readonly sim: Simulation
  readonly cpu: Cpu
  readonly runtime: BackgroundProcessing
  readonly records: TraceRecord[]
  /** "callback a", "finished a", "cancel a" with the time */
  readonly calls: [string, number][]
  /** modes that the driver was told of */
  readonly told: [BackgroundMode, MeasurementsAction][]
  of<K extends TraceType>(...types: K[]): RecordOf<K>[]
  /** QueueProcessingWorkCb. @param duration µs; what else the work does */
  queue(name: string, duration: number, more?: { callback?: () => void; finished?: () => void; cancel?: null }): void
  /** a commit's event, with the time at which it was signalled */
  event(name: string): CompletionEvent
  set(mode: BackgroundMode, action: MeasurementsAction, event?: CompletionEvent | null): ModeResult
  /** the app's choice; its task system is the real one, made when it is first chosen */
  dispatch(choice: CpuDispatch): HResultName
  /** threads of the CPU that are the runtime's */
  ownThreads(): number
  /** runs on to a time, µs */
  until(time: number): void
  /** "a 0-10000 idle" of each task in the order of starts; "-" where it has not ended */
  executions(): string[]
  /** names of the threads that they ran on, in that order */
  threadsUsed(): string[]
}

export function rigOf(options: RigOptions = {}): Rig {
  const sim = new Simulation({ seed: 1 })
  const cpu = new Cpu(sim, { cores: 4, smt: false, smtSlowdown: 0.25, quantum: 5000, ...options.cpu })
  const records: TraceRecord[] = []
  sim.trace.attach((record) => records.push(record))
  const calls: [string, number][] = []
  const told: [BackgroundMode, MeasurementsAction][] = []
  const runtime = new BackgroundProcessing({
    sim,
    cpu,
    tasks: new Set<number>(),
    developerMode: () => options.developerMode ?? true,
    supported: options.supported ?? true,
    driver: (mode, action) => {
      told.push([mode, action])
      return options.driver?.(rig, mode, action) ?? false
    },
  })
  const queue: Rig['queue'] = (name, duration, more = {}) => {
    const work: ProcessingWork = {
      pso: name,
      reason: `for ${name}`,
      callback: () => {
        calls.push([`callback ${name}`, sim.now])
        more.callback?.()
        return {
          duration,
          finished: () => {
            calls.push([`finished ${name}`, sim.now])
            more.finished?.()
          },
        }
      },
      ...(more.cancel === null ? {} : { cancel: () => void calls.push([`cancel ${name}`, sim.now]) }),
    }
    runtime.queueProcessingWork(work)
  }
  let tasks: AppTaskSystem | null = null
  const system = (): AppTaskSystem => {
    tasks ??= new AppTaskSystem(cpu)
    return tasks
  }
  const rig: Rig = {
    sim,
    cpu,
    runtime,
    records,
    calls,
    told,
    of: (...types) => ofType(records, ...types),
    queue,
    event: (name) => {
      const event = new CompletionEvent(name)
      event.wait(() => calls.push([`signal ${name}`, sim.now]))
      return event
    },
    set: (mode, action, event = null) => runtime.setMode(mode, action, event),
    dispatch: (choice) => runtime.setDispatch(choice === 'app' ? system() : choice),
    ownThreads: () => cpu.threadCount - (tasks === null ? 0 : 1),
    until: (time) => void sim.advanceTo(time),
    executions: () => executionsOf(records),
    threadsUsed: () =>
      ofType(records, 'background-task').flatMap(({ phase, thread }) => (phase === 'start' ? [`${thread}`] : [])),
  }
  return rig
}

function executionsOf(records: readonly TraceRecord[]): string[] {
  const tasks = ofType(records, 'background-task')
  return tasks
    .filter(({ phase }) => phase === 'start')
    .map(({ task, pso, t, priority }) => {
      const end = tasks.find((record) => record.task === task && record.phase === 'finish')
      return `${pso} ${t}-${end?.t ?? ''} ${priority}`
    })
}
