/** How what a person does reaches the running system, and what comes back: failure is a result. */
import type { CommandResult } from '../../../preload/contract'
import { failed, HRESULT, type HResultName } from '../../d3d12/hresult'
import type { Running } from '../run/running'
import { type Action, perform, performInSlices } from '../verbs/steps'

export const OK: CommandResult = { ok: true }

/** Work beside the simulation that can be given up. */
export interface RunningComparison {
  cancel(): void
}

/**
 * What can make very many calls, and of which nothing that comes later is the answer's business: what fails then is among
 * the findings, as it is for a step.
 */
const IN_SLICES: ReadonlySet<Action['verb']> = new Set<Action['verb']>([
  'allocate',
  'allocation',
  'free',
  'layout',
  'policy',
  'project',
])

export class Acting {
  /**
   * @param current replaced when the simulation starts anew
   * @param inTime for a command that begins now: asked between slices whether it may go on at once
   */
  constructor(
    private readonly current: () => Running,
    private readonly inTime: () => () => boolean,
  ) {}

  get running(): Running {
    return this.current()
  }

  /** @param whenFailed what did not come about, for the message */
  act(action: Action, whenFailed = 'The simulated system refused'): CommandResult {
    const { totals, playback } = this.running
    // a recording that asks for more could not be opened, nor one of what the scenario that is played has yet to do (SC-16)
    const tooMany = totals.refusal(action, playback.left)
    if (tooMany !== null) return refusal(`${whenFailed}: ${tooMany}.`)
    const hr = this.perform(action)
    if (!failed(hr)) return OK
    return { ok: false, hresult: { name: hr, value: HRESULT[hr] }, message: `${whenFailed}: ${hr}${this.advice(hr)}` }
  }

  /** As `act`, for a call of the API: its HRESULT is the answer, whatever it is. */
  call(action: Action, call: string): CommandResult {
    const hr = this.perform(action)
    const hresult = { name: hr, value: HRESULT[hr] }
    return failed(hr) ? { ok: false, hresult, message: `${call} returned ${hr}.` } : { ok: true, hresult }
  }

  private perform(action: Action): HResultName {
    const { world, totals } = this.running
    // as before a step: what is due by now has happened, so that a recording gives the same (SC-12)
    world.sim.advanceTo(world.sim.now)
    if (!IN_SLICES.has(action.verb)) {
      const hr = perform(world, action)
      totals.performed(action)
      return hr
    }
    const { running } = this
    let accepted = false
    running.keepBefore(action.verb)
    const begun = running.handWork.begin(performInSlices(world, action), this.inTime(), () => {
      const remade = running.beforeStep !== null
      running.beforeStep = null
      totals.performed(action)
      // what was kept meanwhile has the effects as they were
      if (remade && accepted) this.touch()
    })
    accepted = begun === null
    return begun ?? 'S_OK'
  }

  /** What to do about it. */
  advice(hr: HResultName): string {
    if (hr !== 'DXGI_ERROR_DEVICE_REMOVED') return ''
    return `. The device was removed because ${this.running.world.device.removed?.because}. Recreate the device to go on.`
  }

  /** Something that is saved with the project changed. */
  touch(): void {
    this.running.project.touch()
    this.running.log.changedParts.add('project')
  }
}

/** The result of a command that is not carried out. @param message says what to do */
export function refusal(message: string): CommandResult {
  return { ok: false, message }
}
