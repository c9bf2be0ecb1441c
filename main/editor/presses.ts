/** What happens when an effect's button is pressed: the policy makes its resources resident, then its list executes. */
import type { ListOutcome } from '../d3d12/command-list'
import type { Device } from '../d3d12/device'
import { failed, type HResultName } from '../d3d12/hresult'
import { ownHeaps } from '../d3d12/resource'
import type { PressOwner } from '../policies/held-back'
import type { ResidencyPolicy } from '../policies/policy'
import { goOnWith, kept, type Then } from '../sim/continuation'
import type { Simulation } from '../sim/simulation'
import type { TraceRecord } from '../sim/trace-records'
import type { AppliedWork, EditorHooks, EffectState } from './editor-options'
import type { EffectDraws } from './effect-draws'
import type { EffectWork } from './effect-work'

/** What this needs of the app that it belongs to; of device and policy there is another after each removal. */
export interface PressPort {
  readonly sim: Simulation
  readonly work: EffectWork
  readonly draws: EffectDraws
  readonly hooks: EditorHooks | undefined
  device(): Device
  policy(): ResidencyPolicy
  /** the app still has this effect, and not another of its name */
  isHeld(state: EffectState): boolean
  report(rule: string, message: string): void
}

export class Presses {
  constructor(private readonly port: PressPort) {}

  /** @see EditorApp.apply */
  press(
    state: EffectState,
    ended?: Then<[AppliedWork]>,
    returned?: (hr: HResultName) => void,
    owner?: PressOwner,
  ): HResultName {
    const { policy, hooks } = this.port
    state.inFlight++
    const unmeetable = policy().meetsUnmeetable === true ? null : this.unmeetable(state)
    if (unmeetable !== null) return this.failed(state, 'E_OUTOFMEMORY', ended, unmeetable)
    const set = { effect: state.spec.name, resources: state.resources, heaps: heapsOf(state), owner }
    const prepared = policy().prepare(set, (later) => {
      const hr = this.execute(state, later, ended, owner)
      returned?.(hr)
    })
    if (prepared !== 'E_PENDING') return this.execute(state, prepared, ended, owner)
    returned?.(prepared)
    hooks?.effectsChanged?.()
    return 'S_OK'
  }

  private execute(
    state: EffectState,
    prepared: HResultName,
    ended?: Then<[AppliedWork]>,
    owner?: PressOwner,
  ): HResultName {
    const { sim, work, draws, policy, hooks } = this.port
    const { name } = state.spec
    if (failed(prepared)) return this.failed(state, prepared, ended)
    // what fits its segment, but not beside the memory of its context; a packet that uses what is not listed removes the device
    const isAsked = policy().meetsUnmeetable === true && this.isListed(state)
    const unmeetable = isAsked ? this.unmeetable(state) : null
    if (unmeetable !== null) return this.failed(state, 'E_OUTOFMEMORY', ended, unmeetable)
    const before = work.submittedTime
    const pressed = { self: this, state, ended, gpuTime: 0 }
    const finished = kept(pressed, ({ self, state, ended, gpuTime }, outcome: ListOutcome) => {
      const completed = outcome === 'completed'
      self.finished(state, completed)
      goOnWith(ended, { completed, gpuTime: completed ? gpuTime : 0 })
    })
    const { resources } = state
    const heaps = heapsOf(state)
    const { hr, fence } = work.run(state.spec, resources, draws.of(state), finished, owner, heaps)
    pressed.gpuTime = work.submittedTime - before
    if (failed(hr)) return this.failed(state, hr, ended)
    state.lastFence = fence
    state.lastApplied = sim.now
    state.applied = true
    policy().submitted({ effect: name, resources, heaps }, fence)
    // as every record of an application has them, at once: a long run has hundreds of thousands
    const record: TraceRecord & { type: 'apply' } = {
      t: sim.now,
      type: 'apply',
      effect: name,
      submission: policy().submissions,
      cause: sim.trace.cause === 0 ? undefined : sim.trace.cause,
    }
    sim.trace.add(record)
    hooks?.submitted?.(resources)
    hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** Why its resources can never be resident at once; null: they can, or the device is gone. */
  private unmeetable(state: EffectState): string | null {
    const { device, work } = this.port
    if (device().removed !== null) return null
    return device().unmeetable(state.resources, work.queueOn('3d'), heapsOf(state))
  }

  /** All of it is on the residency list. */
  private isListed({ resources }: EffectState): boolean {
    return resources.every((resource) => this.port.device().isListed(resource))
  }

  private finished(state: EffectState, completed: boolean): void {
    const { hooks, isHeld } = this.port
    state.inFlight--
    if (completed) {
      state.completed++
      // work of a device that is gone says nothing of the effect that was created again
      if (isHeld(state)) hooks?.effectFinished?.(state.spec.name)
    }
    hooks?.effectsChanged?.()
  }

  private failed(state: EffectState, hr: HResultName, ended?: Then<[AppliedWork]>, because?: string): HResultName {
    state.inFlight--
    goOnWith(ended, { completed: false, gpuTime: 0 })
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-06'
    this.port.report(rule, `${state.spec.name} was not applied: ${hr}${because === undefined ? '' : `, as ${because}`}`)
    this.port.hooks?.effectsChanged?.()
    return hr
  }
}

/** What an effect has it uses again and again: it is looked at once. */
function heapsOf(state: EffectState): readonly number[] | undefined {
  const { resources } = state
  if (state.heaps?.of !== resources) state.heaps = { of: resources, handles: ownHeaps(resources) }
  return state.heaps.handles
}
