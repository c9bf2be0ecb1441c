/**
 * Submissions with sets of their own, for which the policy makes resident what they use exactly as it does for an effect,
 * and committed resources of no effect that they use: how work that was recorded elsewhere is played (SC-13).
 */
import type { EngineName } from '../../preload/contract/names'
import type { ResourceSpec } from '../../preload/contract/specs'
import type { ListOutcome } from '../d3d12/command-list'
import { failed, type HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { PressOwner } from '../policies/held-back'
import type { EarlierUse, ResidencyPolicy, SubmissionSet } from '../policies/policy'
import { goOnWith, kept, type Then } from '../sim/continuation'
import type { Simulation } from '../sim/simulation'
import type { Sliced } from '../sim/slices'
import type { EffectResources } from './effect-resources'
import type { EffectWork } from './effect-work'

/** What is asked for; everything but the set has a default in the scenario language. */
export interface SetWork {
  readonly engine: EngineName
  /** µs */
  readonly gpuTime: number
  /** a context of its own on that engine [the app's] */
  readonly context?: string | undefined
  /** whose work it is (LB-08) */
  readonly owner?: PressOwner | undefined
}

/** What this needs of the editor that it belongs to. */
export interface SetsPort {
  readonly sim: Simulation
  readonly work: EffectWork
  readonly effectResources: EffectResources
  policy(): ResidencyPolicy
  /** belongs to an effect or a clip, which the policy knows already */
  isOfEffect(resource: Resource): boolean
  isListed(resource: Resource): boolean
  /** anything of the app's by its full name */
  find(name: string): Resource | undefined
  /** why the set can never be resident at once; null: it can, or the device is gone */
  unmeetable(set: readonly Resource[]): string | null
  /** is told of every set that was submitted */
  submitted(resources: readonly Resource[]): void
  report(rule: string, message: string): void
}

/** The device can be gone, and with it the work, before the call that submits it returns: that is told once the policy knows of it. */
interface Submission {
  readonly ended: Then<[boolean]>
  isNoted: boolean
  /** null: it is under way */
  outcome: ListOutcome | null
}

const NEVER: EarlierUse = { lastFence: 0, lastApplied: -1 }

export class EditorSets {
  /** of no effect and known to the policy, in the order of registration: committed ones, and placed ones once used */
  private readonly registered = new Map<string, { resource: Resource; committed: boolean }>()
  /** the last use of what sets of their own have used */
  private readonly uses = new WeakMap<Resource, EarlierUse>()

  constructor(private readonly port: SetsPort) {}

  /** A committed resource of no effect. */
  find(name: string): Resource | undefined {
    const found = this.registered.get(name)
    return found?.committed === true ? found.resource : undefined
  }

  /** The last use of a resource in a set of its own; undefined: none. */
  lastUse(resource: Resource): EarlierUse | undefined {
    return this.uses.get(resource)
  }

  /** @returns as CreateCommittedResource; whether the name is taken is for the caller to know */
  create(spec: ResourceSpec): HResultName {
    const { refusal } = this.port.policy()
    if (refusal !== undefined) return refusal
    const { hr, resource } = this.port.effectResources.create('', spec)
    if (resource === null) return hr
    this.register(resource, true, spec.resident, false)
    return 'S_OK'
  }

  /** It is released when work that was submitted by now has ended (RS-11). */
  release(resource: Resource): void {
    this.forget(resource)
    this.port.effectResources.release(resource)
  }

  /** The policy keeps it no longer: it is about to go. */
  forget(resource: Resource): void {
    if (this.registered.get(resource.name)?.resource !== resource) return
    this.port.policy().untrack(keyFor(resource))
    this.registered.delete(resource.name)
  }

  /** A new policy is told of all of them, as an app's constructor would. */
  *trackAll(): Sliced<void> {
    let done = 0
    for (const { resource } of this.registered.values()) {
      this.track(resource, this.port.isListed(resource), true)
      yield { done: ++done, total: this.registered.size }
    }
  }

  /** The device is gone, and all that was made on it. */
  clear(): void {
    this.registered.clear()
  }

  /** As `use`, by name; one that is named twice counts once. @see EditorApp.use */
  useNamed(
    names: readonly string[],
    work: SetWork,
    ended: Then<[boolean]>,
    returned?: (hr: HResultName) => void,
  ): HResultName {
    const { find, report } = this.port
    const found = new Set<Resource>()
    for (const name of names) {
      const resource = find(name)
      if (resource === undefined) {
        report('SC-13', `the set was not used: there is no resource ${name}`)
        return 'E_INVALIDARG'
      }
      found.add(resource)
    }
    const set = [...found]
    if (this.port.policy().meetsUnmeetable !== true) {
      const why = this.port.unmeetable(set)
      if (why !== null) return this.notUsed('E_OUTOFMEMORY', why)
    }
    return this.use(set, work, ended, returned)
  }

  /**
   * @param resources each once, in order; none is allowed
   * @param returned only where the policy waits first: with E_PENDING now, with what came of it when it goes on
   * @returns S_OK (also where the policy waits first) · what failed on the way: nothing was submitted then, and it is said
   */
  private use(
    resources: readonly Resource[],
    work: SetWork,
    ended: Then<[boolean]>,
    returned?: (hr: HResultName) => void,
  ): HResultName {
    for (const resource of resources)
      if (!this.registered.has(resource.name) && !this.port.isOfEffect(resource))
        this.register(resource, false, this.port.isListed(resource), true)
    const set = { effect: null, resources, owner: work.owner }
    const hr = this.port.policy().prepare(set, (later) => {
      const result = this.execute(set, work, later, ended)
      if (failed(result)) goOnWith(ended, false)
      returned?.(result)
    })
    if (hr !== 'E_PENDING') return this.execute(set, work, hr, ended)
    returned?.(hr)
    return 'S_OK'
  }

  private execute(
    set: SubmissionSet,
    { engine, gpuTime, context, owner }: SetWork,
    prepared: HResultName,
    ended: Then<[boolean]>,
  ): HResultName {
    if (failed(prepared)) return this.notUsed(prepared)
    const { sim, work, policy, isListed } = this.port
    if (policy().meetsUnmeetable === true && set.resources.every(isListed)) {
      // what fits its segment, but not beside the memory of its context; a packet that uses what is not listed removes the device
      const why = this.port.unmeetable(set.resources)
      if (why !== null) return this.notUsed('E_OUTOFMEMORY', why)
    }
    const submission: Submission = { ended, isNoted: false, outcome: null }
    const { hr, fence } = work.runIn(engine, context, {
      name: context ?? 'use',
      gpuTime,
      resources: set.resources,
      owner,
      finished: kept(submission, (one, outcome: ListOutcome) => {
        one.outcome = outcome
        if (one.isNoted) goOnWith(one.ended, outcome === 'completed')
      }),
    })
    if (failed(hr)) return this.notUsed(hr)
    const use = { lastFence: fence, lastApplied: sim.now }
    for (const resource of set.resources) this.uses.set(resource, use)
    policy().submitted(set, fence)
    const resources = set.resources.map(({ name }) => name)
    sim.trace.write('apply', { submission: policy().submissions, resources })
    this.port.submitted(set.resources)
    submission.isNoted = true
    if (submission.outcome !== null) goOnWith(ended, submission.outcome === 'completed')
    return 'S_OK'
  }

  private notUsed(hr: HResultName, because?: string): HResultName {
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-06'
    this.port.report(rule, `the set was not used: ${hr}${because === undefined ? '' : `, as ${because}`}`)
    return hr
  }

  private register(resource: Resource, committed: boolean, resident: boolean, kept: boolean): void {
    this.registered.set(resource.name, { resource, committed })
    this.track(resource, resident, kept)
  }

  /** @param kept the app had it already */
  private track(resource: Resource, resident: boolean, kept: boolean): void {
    const earlier = this.uses.get(resource) ?? NEVER
    this.port.policy().track(keyFor(resource), [resource], () => resident, earlier, undefined, kept)
  }
}

/** As policies know it: no effect can have this name. */
function keyFor({ name }: Resource): string {
  return `\u0000${name}`
}
