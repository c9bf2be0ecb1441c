/** The commands of faults: what is injected by hand, and what of it is taken back (SC-14). */
import type { EngineName, FaultKind } from '../../../preload/contract'
import { type Faults, sayTheSame } from '../../sim/faults'
import type { ValueOf } from '../verbs/action'
import { withoutUndefined } from '../without-undefined'
import { advice } from './advice'
import { acts, type CommandOf, OK, type Request, type Row } from './row'

/** µs of GPU time of what is made to hang by hand */
const HUNG_WORK = 1_000

export const injected: Row<'inject'> = acts('inject', faultOf, {
  problem: ({ fault }, system) => {
    if (fault !== 'hang' || system.world.device.removed === null) return null
    return `Nothing of the app can hang: its device is removed${advice('DXGI_ERROR_DEVICE_REMOVED', system.world)}`
  },
  answer: () => OK,
  next: (command) => (command.fault === 'hang' ? hungWork(command.engine) : null),
})

/** In the recording it is the same verb, which says that it takes back. */
export const takenBack: Row<'takeBackFault'> = acts(
  'inject',
  // sound: what waits was injected as such a value
  ({ fault }) => ({ ...withoutUndefined(fault), count: 1, takeBack: true }) as ValueOf<'inject'>,
  {
    problem: ({ fault }, { world }) =>
      isWaiting(fault, world.faults)
        ? null
        : 'No such fault waits any more: its calls have come, or it was taken back.',
  },
)

function isWaiting(asked: FaultKind, { waiting }: Pick<Faults, 'waiting'>): boolean {
  return waiting.some((one) => one.fault === asked.fault && sayTheSame(one, asked))
}

function faultOf({ kind: _, ...command }: CommandOf<'inject'>): ValueOf<'inject'> {
  if (command.fault !== 'hang') return { ...command, count: command.count ?? 1 }
  const { duration, engine = '3d' } = command
  return { fault: 'hang', count: 1, engine, ...(duration === undefined ? {} : { duration }) }
}

/** Work of the app that hangs now; paging work comes by itself. */
function hungWork(engine: EngineName = '3d'): Request | null {
  if (engine === 'paging') return null
  return { action: { verb: 'submit', value: { engine, gpuTime: HUNG_WORK, priority: 'normal' } } }
}
