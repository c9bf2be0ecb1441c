/**
 * The effects and clips that the app has, with their resources, and those that it could not get: found by name, created,
 * removed, and made anew in other sizes or in another kind of memory.
 */
import type { AllocationMode, ResidencyPriority } from '../../preload/contract/names'
import type { ClipSpec, EffectSpec, MediaFile } from '../../preload/contract/specs'
import type { Device } from '../d3d12/device'
import { failed, type HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { ResidencyPolicy } from '../policies/policy'
import { inOneGo, type Sliced, within } from '../sim/slices'
import { HEAP_TYPE_OF } from './editor-memory'
import type { EditorHooks, EffectState } from './editor-options'
import type { EditorSets } from './editor-sets'
import { type EffectResources, resized } from './effect-resources'
import type { ProjectFormat } from './effects/catalogue'
import type { Journal } from './journal'
import { clipEffect, resourcesOfClip } from './media'
import { Suballocation } from './suballocation'

/** An effect or clip that the user has and that could not be created. */
export interface Unmade {
  readonly spec: EffectSpec
  /** what creating it returned */
  readonly hresult: HResultName
}

/** What this needs of the app that it belongs to; of device, policy and journal there is another after each removal. */
export interface HeldPort {
  readonly effectResources: EffectResources
  readonly hooks: EditorHooks | undefined
  device(): Device
  policy(): ResidencyPolicy
  journal(): Journal
  sets(): EditorSets
  /** something of the app's has that full name already */
  isTaken(name: string): boolean
  report(rule: string, message: string): void
}

export class HeldEffects {
  /** kept for arrays of resources: another system has other ones */
  static readonly lasting = ['byResourceName'] as const

  private byName = new Map<string, EffectState>()
  private readonly byResourceName = new WeakMap<readonly Resource[], ReadonlyMap<string, Resource>>()
  private readonly lost = new Map<string, Unmade>()

  /**
   * @param project resolution and format of the project
   * @param mode where effects' resources are created
   */
  constructor(
    private readonly port: HeldPort,
    private project: ProjectFormat,
    private mode: AllocationMode,
  ) {}

  /** Resolution and format of the project. */
  get format(): ProjectFormat {
    return this.project
  }

  /** Where effects' resources are created. */
  get allocation(): AllocationMode {
    return this.mode
  }

  /** Makes what the app begins with, in declared order; once, before anything else is asked of it. */
  *populate(effects: readonly EffectSpec[], clips: readonly ClipSpec[]): Sliced<void> {
    const total = [...effects.map(({ resources }) => resources.length), ...clips.map(resourcesOfClip)].reduce(
      (sum, count) => sum + count,
      0,
    )
    let made = 0
    for (const spec of effects) {
      const hr = yield* within(this.addInSlices(spec), made, total)
      made += spec.resources.length
      if (failed(hr)) this.notMade(spec, hr, `effect ${spec.name} could not be created`)
      yield { done: made, total }
    }
    for (const clip of clips) {
      const hr = yield* within(this.importInSlices(clip), made, total)
      made += resourcesOfClip(clip)
      if (failed(hr)) this.notMade(clipEffect(clip, this.project), hr, `clip ${clip.name} could not be imported`)
      yield { done: made, total }
    }
  }

  /** In declared order. */
  get all(): readonly EffectState[] {
    return [...this.byName.values()]
  }

  get(name: string): EffectState | undefined {
    return this.byName.get(name)
  }

  /** What could not be created at the start, with another device, or anew: still the user's, until it is given up. */
  get unmade(): readonly Unmade[] {
    return [...this.lost.values()]
  }

  /** A resource of an effect or a clip by its full name; the first of a name counts. */
  findResource(name: string): Resource | undefined {
    // effects and resources may have dots in their names
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const effect = this.byName.get(name.slice(0, dot))
      const found = effect && this.resourcesByName(effect.resources).get(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The effect or clip that has this very resource; undefined: none. */
  ownerOf(resource: Resource): EffectState | undefined {
    const { name } = resource
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const state = this.byName.get(name.slice(0, dot))
      if (state?.resources.includes(resource) === true) return state
    }
    return undefined
  }

  /**
   * Creates an effect's resources and registers them, all or none.
   * @returns S_OK · E_INVALIDARG (its name, or a resource's full name, is taken) · what CreateCommittedResource returned
   */
  add(spec: EffectSpec): HResultName {
    return inOneGo(this.addInSlices(spec))
  }

  /** @see HeldEffects.add */
  *addInSlices(spec: EffectSpec): Sliced<HResultName> {
    const { effectResources, hooks, isTaken, journal, policy } = this.port
    if (this.byName.has(spec.name)) return 'E_INVALIDARG'
    if (spec.resources.some(({ name }) => isTaken(`${spec.name}.${name}`))) return 'E_INVALIDARG'
    const { refusal } = policy()
    if (refusal !== undefined) return refusal
    const made = yield* effectResources.createAll(spec, this.mode)
    if (made.resources === null) return made.hr
    const { resources, createdResident } = made
    const state: EffectState = {
      spec,
      resources,
      heaps: null,
      completed: 0,
      inFlight: 0,
      lastFence: 0,
      lastApplied: -1,
      applied: false,
      pipelines: null,
    }
    this.byName.set(spec.name, state)
    journal().effect(spec.name)
    this.lost.delete(spec.name)
    this.track(state, (resource) => createdResident.has(resource))
    hooks?.effectAdded?.(state)
    hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** It stands before another one, in declared order. @returns S_OK · E_INVALIDARG: one of them is not there */
  list(name: string, before: string): HResultName {
    const state = this.byName.get(name)
    if (state === undefined || name === before || !this.byName.has(before)) return 'E_INVALIDARG'
    const others = [...this.byName].filter(([other]) => other !== name)
    const at = others.findIndex(([other]) => other === before)
    this.byName = new Map([...others.slice(0, at), [name, state], ...others.slice(at)])
    this.port.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** A new device has them in the order in which they were made: they stand as they stood. @param names in declared order */
  listAs(names: Iterable<string>): void {
    const before = [...names].flatMap((name) => {
      const state = this.byName.get(name)
      return state === undefined ? [] : [[name, state] as const]
    })
    this.byName = new Map([...before, ...this.byName])
    this.port.hooks?.effectsChanged?.()
  }

  /** Media on the timeline: frames, proxies and thumbnails, placed (DF-01). @returns as add */
  importInSlices(clip: ClipSpec): Sliced<HResultName> {
    return this.addInSlices(clipEffect(clip, this.project))
  }

  /** What a clip shows. @param file null: the sample footage @returns S_OK · E_INVALIDARG: there is no such clip */
  relink(name: string, file: MediaFile | null): HResultName {
    const state = this.byName.get(name)
    if (state?.spec.clip === undefined) return 'E_INVALIDARG'
    const { file: _, ...clip } = state.spec.clip
    state.spec = { ...state.spec, clip: file === null ? clip : { ...clip, file } }
    this.port.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * One that could not be created is given up: no new device gets it.
   * @returns S_OK · E_INVALIDARG (no such effect) · DXGI_ERROR_INVALID_CALL: something of it is being moved (DF-14)
   */
  *remove(name: string): Sliced<HResultName> {
    const { device, effectResources, hooks, journal, policy, report } = this.port
    const state = this.byName.get(name)
    if (state === undefined) return this.lost.delete(name) ? 'S_OK' : 'E_INVALIDARG'
    if (this.isBeingMoved(state)) {
      report('DF-14', `${name} was not removed: it is in the moves of a defragmentation pass, remove it after EndPass`)
      return 'DXGI_ERROR_INVALID_CALL'
    }
    this.byName.delete(name)
    journal().effectRemoved(name)
    if (state.resources.length > 0) policy().untrack(name)
    yield* effectResources.releaseAll(state.resources)
    // at once, whatever is compiled for them (BP-27)
    for (const { pipeline } of state.pipelines?.passes ?? []) device().destroyPipelineState(pipeline)
    if (state.pipelines !== null) hooks?.pipelinesChanged?.()
    hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** Why nothing can be made anew now, whatever it is; undefined: nothing is in the way. */
  private get refusal(): HResultName | undefined {
    return this.port.device().removed === null ? this.port.policy().refusal : 'DXGI_ERROR_DEVICE_REMOVED'
  }

  /**
   * Effects' resources are made anew, committed or placed; those that cannot be are removed, and said to be.
   * @returns S_OK · DXGI_ERROR_INVALID_CALL: something of them is being moved (DF-14) · DXGI_ERROR_DEVICE_REMOVED · what the
   * policy refuses what is new with (PL-34): nothing has changed
   */
  *setAllocation(mode: AllocationMode): Sliced<HResultName> {
    if (mode === this.mode) return 'S_OK'
    const { refusal } = this
    if (refusal !== undefined) return refusal
    const effects = this.all.filter(({ spec }) => spec.clip === undefined)
    if (effects.some((state) => this.isBeingMoved(state))) return 'DXGI_ERROR_INVALID_CALL'
    this.mode = mode
    for (const state of effects) yield* this.remake(state, state.spec)
    this.port.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * Built-in effects as large as the project makes them, and the clips' proxies, are made anew in the new sizes.
   * @param width texels of the picture
   * @param height texels of the picture
   * @returns as setAllocation · E_OUTOFMEMORY: an effect would have a resource larger than its memory segment
   */
  *setProject(width: number, height: number): Sliced<HResultName> {
    const { refusal } = this
    if (refusal !== undefined) return refusal
    const before = this.project
    const project = { ...before, width, height }
    const specs = new Map<EffectState, EffectSpec>()
    for (const state of this.byName.values()) {
      const spec = resized(state.spec, before, project)
      if (spec !== null) specs.set(state, spec)
    }
    if ([...specs.keys()].some((state) => this.isBeingMoved(state))) return 'DXGI_ERROR_INVALID_CALL'
    if ([...specs.values()].some((spec) => spec.clip === undefined && !this.fits(spec))) return 'E_OUTOFMEMORY'
    this.project = project
    for (const [state, spec] of specs) yield* this.remake(state, spec)
    this.port.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  private *remake(state: EffectState, spec: EffectSpec): Sliced<void> {
    const { effectResources, hooks, policy } = this.port
    const { name } = state.spec
    if (state.resources.length > 0) policy().untrack(name)
    yield* effectResources.releaseAll(state.resources)
    const made = yield* effectResources.createAll(spec, this.mode)
    state.spec = spec
    if (made.resources === null) {
      state.resources = []
      yield* this.remove(name)
      this.notMade(spec, made.hr, `effect ${name} could not be made anew`)
      return
    }
    state.resources = made.resources
    this.track(state, (resource) => made.createdResident.has(resource))
    hooks?.effectAdded?.(state)
  }

  /** It could not be created, which is said: it stays the user's. @param message what failed */
  notMade(spec: EffectSpec, hr: HResultName, message: string): void {
    this.keepUnmade(spec, hr)
    this.port.report(hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'SC-16', `${message}: ${hr}`)
  }

  /** It could not be created: it stays the user's, unless another of the name is there. */
  keepUnmade(spec: EffectSpec, hresult: HResultName): void {
    if (!this.byName.has(spec.name)) this.lost.set(spec.name, { spec, hresult })
  }

  /** The device is gone, and all that was made on it; what could not be made stays. */
  clear(): void {
    this.byName.clear()
  }

  /** Something of it is in the moves of a pass: it cannot be released before EndPass (DF-14). */
  isBeingMoved({ resources }: EffectState): boolean {
    return resources.some((resource) => resource instanceof Suballocation && resource.allocation.inPass)
  }

  /** A move is about to destroy it: what is pending still has it, what uses it from now on goes on without. */
  giveUp(resource: Resource): void {
    const state = this.ownerOf(resource)
    if (state === undefined) return this.port.sets().forget(resource)
    this.port.policy().untrack(state.spec.name)
    state.resources = state.resources.filter((one) => one !== resource)
    const own = resource.name.slice(state.spec.name.length + 1)
    state.spec = { ...state.spec, resources: state.spec.resources.filter(({ name }) => name !== own) }
    if (state.resources.length > 0) this.trackAsListed(state)
    this.port.hooks?.effectsChanged?.()
  }

  /** The policy of this moment is told of all, as an app's constructor would. */
  *trackAll(): Sliced<void> {
    const total = this.all.reduce((sum, { resources }) => sum + resources.length, 0)
    let done = 0
    for (const state of this.all) {
      this.trackAsListed(state)
      done += state.resources.length
      yield { done, total }
    }
  }

  /** What is on the residency list is resident. */
  private trackAsListed(state: EffectState): void {
    this.track(state, (resource) => this.port.device().isListed(resource), true)
  }

  /** A priority that was set by hand is the resource's from now on. @returns false: it is of no effect */
  keepPriority(resource: string, priority: ResidencyPriority): boolean {
    let isOfEffect = false
    for (const state of this.byName.values()) {
      const index = state.resources.findIndex(({ name }) => name === resource)
      if (index < 0) continue
      isOfEffect = true
      const resources = state.spec.resources.map((spec, i) => (i === index ? { ...spec, priority } : spec))
      state.spec = { ...state.spec, resources }
    }
    return isOfEffect
  }

  /** @param kept the app had them already */
  private track(state: EffectState, isResident: (resource: Resource) => boolean, kept = false): void {
    const { policy, sets } = this.port
    policy().track(state.spec.name, state.resources, isResident, state, (resource) => sets().lastUse(resource), kept)
  }

  /** A resource larger than the segment that its heap lies in can never be resident. */
  private fits({ resources }: EffectSpec): boolean {
    return resources.every(({ size, heap = 'default' }) => this.port.device().canHold(size, HEAP_TYPE_OF[heap]))
  }

  /** An effect can have a million, each of which a step may name. */
  private resourcesByName(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
    const known = this.byResourceName.get(resources)
    if (known !== undefined) return known
    const made = new Map<string, Resource>()
    for (const resource of resources) if (!made.has(resource.name)) made.set(resource.name, resource)
    this.byResourceName.set(resources, made)
    return made
  }
}
