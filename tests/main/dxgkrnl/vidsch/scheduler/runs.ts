/** One program of submissions and faults, carried out by the model and by the real scheduler; what each of them tells. */
import { SubmitFlags } from '../../../../../main/drivers/kmd/scheduling-caps'
import { type TestWorld, worldOf } from '../../../support/world'
import { LEVELS } from '../gpu-world'
import { Model } from './model'
import type { Settings, Submission } from './types'

export type Step = { after: number } & (
  | { submit: Submission }
  | { hang: number | null; on: '3d' | 'compute' }
  | { failReset: true }
)
export interface Program {
  settings: Settings
  steps: Step[]
}

const PRIORITIES = ['normal', 'high', 'realtime'] as const

export function ofModel({ settings, steps }: Program): Model {
  const model = new Model(settings)
  let at = 0
  for (const step of steps) {
    at += step.after
    model.runTo(at)
    if ('submit' in step) model.submit(step.submit)
    else if ('hang' in step) model.hang(step.on, step.hang)
    else model.failReset()
  }
  model.runTo(at + 5_000_000)
  return model
}

export function ofProgram({ settings, steps }: Program): string[] {
  const { win7, level, depth, saves, restore, request, delay, bugCheckAtOnce, limitCount, limitTime } = settings
  const [, ...ends] = saves.map((_, i) => i)
  const name = ['dma-buffer', 'primitive', 'triangle', 'pixel', 'shader']
  const compute = ['dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader']
  const contextSave = Object.fromEntries(
    [0, ...ends].flatMap((i) => [
      [name[i], saves[i]],
      [compute[i], saves[i]],
    ]),
  )
  const world = worldOf({
    system: {
      preemption: { model: win7 ? 'win7' : 'win8', ...LEVELS[level] },
      tdr: {
        level: delay === null ? 'off' : bugCheckAtOnce ? 'bugcheck' : 'recover',
        delay: delay ?? 1_000_000_000,
        limitCount,
        limitTime,
      },
      driver: { queueDepth: depth, contextSave, contextRestore: restore, preemptionRequest: request },
    },
  })
  world.sim.advanceTo(0)
  let at = 0
  for (const step of steps) {
    at += step.after
    world.wait(at - world.sim.now)
    if ('submit' in step) {
      const { engine, context, priority, gpuTime, units, wait, signal } = step.submit
      const [a, b, c, d] = units.map((count, i) => count / (i === 0 ? 1 : (units[i - 1] as number))) as [
        number,
        number,
        number,
        number,
      ]
      const work =
        engine === '3d'
          ? { draws: 1, primitives: a, triangles: b, pixels: c, instructions: d }
          : { dispatches: a, threadGroups: b, threads: c, instructions: d }
      world.do({
        verb: 'submit',
        value: {
          engine,
          gpuTime,
          context,
          work,
          priority: PRIORITIES[priority] as 'normal',
          ...(wait && { wait }),
          ...(signal && { signal }),
        },
      })
    } else if ('hang' in step)
      world.do({
        verb: 'inject',
        value: { fault: 'hang', count: 1, engine: step.on, ...(step.hang === null ? {} : { duration: step.hang }) },
      })
    else world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
  }
  world.wait(at + 5_000_000 - world.sim.now)
  return logOf(world)
}

function logOf(world: TestWorld): string[] {
  return world.of('packet', 'preempt', 'tdr', 'device-removed').map((record) => {
    switch (record.type) {
      case 'packet': {
        const { engine, context, kind, fence, start, end, outcome, flags = 0, signals } = record
        const again = (flags & SubmitFlags.Resubmission) !== 0
        return `packet ${engine} ${context} ${kind} #${fence} ${start}–${end} ${outcome}${again ? ' again' : ''} →${signals}`
      }
      case 'preempt': {
        const { engine, requested, stopped, boundary, save, held, fence, reason } = record
        return `preempt ${engine} ${requested}→${stopped} ${boundary} save ${save} held ${held} #${fence} ${reason}`
      }
      case 'tdr':
        return `tdr ${record.engine ?? '-'} ${record.t} ${record.action}`
      default:
        return `removed ${record.device} ${record.reason}`
    }
  })
}
