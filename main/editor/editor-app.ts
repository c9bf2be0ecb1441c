/**
 * The creative app as a D3D12 client: effects with their resources, the residency policy in charge of them, and what
 * happens when an effect's button is pressed.
 */
import {
  type AllocationMode,
  type ContextPriority,
  type EngineName,
  type PolicyName,
  RESIDENCY_PRIORITIES,
  type ResidencyPriority,
} from '../../preload/contract/names'
import type { ClipSpec, ConstantValues, EffectSpec, ResourceSpec } from '../../preload/contract/specs'
import type { PacketOutcome } from '../d3d12/command-list'
import type { CommandQueue } from '../d3d12/command-queue'
import type { Device } from '../d3d12/device'
import { failed, type HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { PressOwner } from '../policies/held-back'
import type { ResidencyPolicy } from '../policies/policy'
import { POLICIES } from '../policies/registry'
import { type Sliced, sliceEnds, whole, within } from '../sim/slices'
import { Defragmenter } from './defragmenter'
import { EditorMemory, HEAP_TYPE_OF, type PlacedSpec } from './editor-memory'
import type { AppliedWork, EditorOptions, EffectState } from './editor-options'
import { EditorSets, type SetWork } from './editor-sets'
import { EffectDraws } from './effect-draws'
import { EffectResources, resized } from './effect-resources'
import { EffectWork } from './effect-work'
import type { ProjectFormat } from './effects/catalogue'
import { type HeapLayout, restoreLayout } from './heap-layout'
import { Journal, type JournalEntry } from './journal'
import { clipEffect, resourcesOfClip } from './media'
import { Suballocation } from './suballocation'

/** resources that a policy gets to know within some milliseconds */
const TRACKED_PER_SLICE = 1000

/** An effect or clip that the user has and that could not be created. */
export interface Unmade {
  readonly spec: EffectSpec
  /** what creating it returned */
  readonly hresult: HResultName
}

export class EditorApp {
  private readonly byName = new Map<string, EffectState>()
  private readonly byResourceName = new WeakMap<readonly Resource[], ReadonlyMap<string, Resource>>()
  private current: ResidencyPolicy
  private device: Device
  private queue: CommandQueue
  readonly work: EffectWork
  private readonly effectResources: EffectResources
  readonly draws: EffectDraws
  readonly defragmenter: Defragmenter
  private readonly sets: EditorSets
  private placed: EditorMemory
  private journal = new Journal()
  private readonly lost = new Map<string, Unmade>()
  private project: ProjectFormat
  private mode: AllocationMode

  /** Builds the app without its effects and clips, which `populate` makes: the policy first, as the sample does. */
  constructor(private readonly options: EditorOptions) {
    const { sim, device, queue, placed, cpu, faults, copyBandwidth, refreshRate, hooks } = options
    this.device = device
    this.queue = queue
    this.project = options.project
    this.mode = options.allocation
    this.placed = placed
    this.draws = new EffectDraws(
      () => this.device,
      options.shaders,
      () => hooks?.pipelinesChanged?.(),
    )
    this.effectResources = new EffectResources(
      () => this.device,
      () => this.placed,
    )
    this.defragmenter = new Defragmenter({
      sim,
      cpu,
      faults,
      copyBandwidth,
      refreshRate,
      memory: () => this.placed,
      queues: () => this.work.queues,
      destroying: (resource) => this.giveUp(resource),
      destroyed: (resource) => this.resourceDestroyed(resource),
      changed: () => hooks?.defragmentationChanged?.(),
    })
    this.work = new EffectWork(device, queue, () => this.placed, this.defragmenter)
    this.sets = new EditorSets({
      sim,
      work: this.work,
      effectResources: this.effectResources,
      policy: () => this.current,
      isOfEffect: (resource) => this.effectOf(resource) !== undefined,
      isListed: (resource) => this.device.isListed(resource),
      submitted: (resources) => options.hooks?.submitted?.(resources),
      report: (rule, message) => this.report(rule, message),
    })
    this.current = this.buildPolicy(options.policy)
    this.followRemoval()
  }

  /** Makes the effects and clips that the app begins with, in declared order; once, before anything else is asked of it. */
  *populate(): Sliced<void> {
    const { effects, clips } = this.options
    const total = [...effects.map(({ resources }) => resources.length), ...clips.map(resourcesOfClip)].reduce(
      (sum, count) => sum + count,
      0,
    )
    let made = 0
    for (const spec of effects) {
      const hr = yield* within(this.addEffectInSlices(spec), made, total)
      made += spec.resources.length
      if (failed(hr)) this.notMade(spec, hr, `effect ${spec.name} could not be created`)
    }
    for (const clip of clips) {
      const hr = yield* within(this.importClipInSlices(clip), made, total)
      made += resourcesOfClip(clip)
      if (failed(hr)) this.notMade(clipEffect(clip, this.project), hr, `clip ${clip.name} could not be imported`)
      yield { done: made, total }
    }
  }

  /** What is placed in shared heaps (RS-15). */
  get memory(): EditorMemory {
    return this.placed
  }

  /** Resolution and format of the project. */
  get format(): ProjectFormat {
    return this.project
  }

  /** Where effects' resources are created. */
  get allocation(): AllocationMode {
    return this.mode
  }

  /** µs of GPU time that was submitted so far. */
  get submittedTime(): number {
    return this.work.submittedTime
  }

  /** All that the app has, the direct one first. */
  get queues(): readonly CommandQueue[] {
    return this.work.queues
  }

  /** A resource by its full name: of an effect or a clip, or allocated by hand. */
  find(name: string): Resource | undefined {
    const own = this.placed.find(name) ?? this.sets.find(name)
    if (own !== undefined) return own
    // effects and resources may have dots in their names
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const effect = this.byName.get(name.slice(0, dot))
      const found = effect && this.resourcesByName(effect.resources).get(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** An effect can have a million, each of which a step may name; the first of a name counts. */
  private resourcesByName(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
    const known = this.byResourceName.get(resources)
    if (known !== undefined) return known
    const made = new Map<string, Resource>()
    for (const resource of resources) if (!made.has(resource.name)) made.set(resource.name, resource)
    this.byResourceName.set(resources, made)
    return made
  }

  get policy(): ResidencyPolicy {
    return this.current
  }

  /** In declared order. */
  get effects(): readonly EffectState[] {
    return [...this.byName.values()]
  }

  effect(name: string): EffectState | undefined {
    return this.byName.get(name)
  }

  /** What could not be created at the start, with another device, or anew: still the user's, until it is given up. */
  get unmade(): readonly Unmade[] {
    return [...this.lost.values()]
  }

  /**
   * Creates an effect's resources and registers them, all or none.
   * @returns S_OK · E_INVALIDARG (its name, or a resource's full name, is taken) · what CreateCommittedResource returned
   */
  addEffect(spec: EffectSpec): HResultName {
    return whole(this.addEffectInSlices(spec))
  }

  *addEffectInSlices(spec: EffectSpec): Sliced<HResultName> {
    if (this.byName.has(spec.name)) return 'E_INVALIDARG'
    if (spec.resources.some(({ name }) => this.find(`${spec.name}.${name}`) !== undefined)) return 'E_INVALIDARG'
    const made = yield* this.effectResources.createAll(spec, this.mode)
    if (made.resources === null) return made.hr
    const { resources, createdResident } = made
    const state: EffectState = {
      spec,
      resources,
      completed: 0,
      inFlight: 0,
      lastFence: 0,
      lastApplied: -1,
      pipelines: null,
    }
    this.byName.set(spec.name, state)
    this.journal.effect(spec.name)
    this.lost.delete(spec.name)
    this.track(state, (resource) => createdResident.has(resource))
    this.options.hooks?.effectAdded?.(state)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** Media on the timeline: frames, proxies and thumbnails, placed (DF-01). @returns as addEffect */
  importClipInSlices(clip: ClipSpec): Sliced<HResultName> {
    return this.addEffectInSlices(clipEffect(clip, this.project))
  }

  /**
   * Memory of no effect, by hand, in the heap type's default pool where none is named.
   * @returns S_OK · E_INVALIDARG (the name is taken, no such pool) · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
   */
  allocate(name: string, asked: PlacedSpec): HResultName {
    if (this.find(name) !== undefined) return 'E_INVALIDARG'
    // the editor's own pool is for what is its own
    const spec = { ...asked, pool: asked.pool ?? HEAP_TYPE_OF[asked.heap] }
    const { hr } = this.placed.create(name, spec)
    if (!failed(hr)) this.journal.allocation(name, spec)
    return hr
  }

  /**
   * A committed resource of no effect, which sets of their own may use (SC-13).
   * @returns S_OK · E_INVALIDARG (the name is taken) · what CreateCommittedResource returned
   */
  createResource(spec: ResourceSpec): HResultName {
    if (this.find(spec.name) !== undefined) return 'E_INVALIDARG'
    const hr = this.sets.create(spec)
    if (!failed(hr)) this.journal.resource(spec)
    return hr
  }

  /**
   * One submission for which the policy makes this set resident as it does for an effect (SC-13).
   * @param names of resources of effects, by hand or placed; one that is named twice counts once
   * @param ended called once, when the GPU has finished it or it is certain that it never will; not where this fails
   * @param returned only where the policy waits first: with E_PENDING now, with what came of it when it goes on
   * @returns S_OK (also where the policy waits first) · E_INVALIDARG (a name that nothing has) · what failed on the way
   */
  use(
    names: readonly string[],
    work: SetWork,
    ended: (completed: boolean) => void,
    returned?: (hr: HResultName) => void,
  ): HResultName {
    const found = new Set<Resource>()
    for (const name of names) {
      const resource = this.find(name)
      if (resource === undefined) {
        this.report('SC-13', `the set was not used: there is no resource ${name}`)
        return 'E_INVALIDARG'
      }
      found.add(resource)
    }
    const set = [...found]
    const unmeetable = this.isDeviceRemoved ? null : this.device.unmeetable(set, this.queueOn('3d'))
    if (unmeetable === null) return this.sets.use(set, work, ended, returned)
    this.report('RS-06', `the set was not used: E_OUTOFMEMORY, as ${unmeetable}`)
    return 'E_OUTOFMEMORY'
  }

  /**
   * What a new device could not get is given up.
   * @returns S_OK · E_INVALIDARG (nothing of that name was made by hand) · DXGI_ERROR_INVALID_CALL (DF-14)
   */
  free(name: string): HResultName {
    if (this.find(name) === undefined) return this.journal.giveUp(name) ? 'S_OK' : 'E_INVALIDARG'
    const committed = this.sets.find(name)
    if (committed !== undefined) {
      this.sets.release(committed)
      this.journal.freed(name)
      return 'S_OK'
    }
    const resource = this.placed.find(name)
    if (resource === undefined || this.effectOf(resource) !== undefined) return 'E_INVALIDARG'
    // what is in a pass stays, and the policy keeps it
    if (!resource.allocation.inPass) this.sets.forget(resource)
    const hr = this.placed.release(resource)
    if (!failed(hr)) this.journal.freed(name)
    return hr
  }

  /** Custom pools with exactly these heaps (DF-23). @returns S_OK · E_INVALIDARG · E_OUTOFMEMORY: nothing is kept */
  *restore(layout: HeapLayout): Sliced<HResultName> {
    const { hr, layout: named } = yield* restoreLayout(this.placed, layout, (name) => this.find(name) !== undefined)
    if (named !== null) this.journal.layout(named)
    return hr
  }

  /**
   * Effects' resources are made anew, committed or placed; those that cannot be are removed, and said to be.
   * @returns S_OK · DXGI_ERROR_INVALID_CALL: something of them is being moved (DF-14) · DXGI_ERROR_DEVICE_REMOVED: nothing
   * has changed
   */
  *setAllocation(mode: AllocationMode): Sliced<HResultName> {
    if (mode === this.mode) return 'S_OK'
    if (this.isDeviceRemoved) return 'DXGI_ERROR_DEVICE_REMOVED'
    const effects = this.effects.filter(({ spec }) => spec.clip === undefined)
    if (effects.some((state) => this.isBeingMoved(state))) return 'DXGI_ERROR_INVALID_CALL'
    this.mode = mode
    for (const state of effects) yield* this.remake(state, state.spec)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * Built-in effects as large as the project makes them, and the clips' proxies, are made anew in the new sizes.
   * @returns as setAllocation · E_OUTOFMEMORY: an effect would have a resource larger than its memory segment
   */
  *setProject(width: number, height: number): Sliced<HResultName> {
    if (this.isDeviceRemoved) return 'DXGI_ERROR_DEVICE_REMOVED'
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
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  private *remake(state: EffectState, spec: EffectSpec): Sliced<void> {
    const { name } = state.spec
    if (state.resources.length > 0) this.current.untrack(name)
    yield* this.effectResources.releaseAll(state.resources)
    const made = yield* this.effectResources.createAll(spec, this.mode)
    state.spec = spec
    if (made.resources === null) {
      state.resources = []
      yield* this.removeEffect(name)
      this.notMade(spec, made.hr, `effect ${name} could not be made anew`)
      return
    }
    state.resources = made.resources
    this.track(state, (resource) => made.createdResident.has(resource))
    this.options.hooks?.effectAdded?.(state)
  }

  /** A resource larger than the segment that its heap lies in can never be resident. */
  private fits({ resources }: EffectSpec): boolean {
    return resources.every(({ size, heap = 'default' }) => this.device.canHold(size, HEAP_TYPE_OF[heap]))
  }

  private notMade(spec: EffectSpec, hr: HResultName, message: string): void {
    // another of the name may be there
    if (!this.byName.has(spec.name)) this.lost.set(spec.name, { spec, hresult: hr })
    this.report(hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'SC-16', `${message}: ${hr}`)
  }

  /** Something of it is in the moves of a pass: it cannot be released before EndPass (DF-14). */
  isBeingMoved({ resources }: EffectState): boolean {
    return resources.some((resource) => resource instanceof Suballocation && resource.allocation.inPass)
  }

  /** A move is about to destroy it: what is pending still has it, what uses it from now on goes on without. */
  private giveUp(resource: Suballocation): void {
    const state = this.effectOf(resource)
    if (state === undefined) return this.sets.forget(resource)
    this.current.untrack(state.spec.name)
    state.resources = state.resources.filter((one) => one !== resource)
    const own = resource.name.slice(state.spec.name.length + 1)
    state.spec = { ...state.spec, resources: state.spec.resources.filter(({ name }) => name !== own) }
    if (state.resources.length > 0) this.track(state, (one) => this.device.isListed(one))
    this.options.hooks?.effectsChanged?.()
  }

  private resourceDestroyed(resource: Suballocation): void {
    this.options.sim.trace.write('free', {
      resource: resource.name,
      bytes: resource.size,
      pool: resource.allocation.pool.name,
    })
    this.journal.freed(resource.name)
    this.placed.forget(resource)
  }

  /** The effect or clip that a placed resource of that name belongs to; undefined: none, or there is no such resource. */
  ownerOf(name: string): string | undefined {
    const resource = this.placed.find(name)
    return resource === undefined ? undefined : this.effectOf(resource)?.spec.name
  }

  private effectOf(resource: Resource): EffectState | undefined {
    const { name } = resource
    // effects and resources may have dots in their names
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const state = this.byName.get(name.slice(0, dot))
      if (state?.resources.includes(resource) === true) return state
    }
    return undefined
  }

  /**
   * The app recreates its device and everything on it (RS-07): a new policy, as at the start, and all that it had made and
   * not given up, in the order in which that was made; then what could not be made earlier.
   * @param recreate destroys the old device and makes the new one; called when the app's destructor has run
   * @returns what could not be made again, each with why
   */
  *moveTo(recreate: () => { device: Device; queue: CommandQueue }): Sliced<string[]> {
    const unmade = [...this.lost.keys()].map((name) => ({ kind: 'effect', name }) as const)
    const specs = new Map([...this.lost.values(), ...this.effects].map(({ spec }) => [spec.name, spec] as const))
    const policy = this.current.name
    const movable = new Map([...this.placed.all].map(({ name, allocation }) => [name, allocation.movable]))
    // what it still submits may wait for copies that are under way
    this.current.dispose()
    this.placed.dispose()
    this.defragmenter.deviceLost()
    this.byName.clear()
    this.sets.clear()
    const made = [...this.journal.entries(), ...unmade]
    this.journal = new Journal(this.journal)
    const { device, queue } = recreate()
    this.device = device
    this.queue = queue
    this.work.moveTo(device, queue)
    const { sim, memory, hooks } = this.options
    this.placed = new EditorMemory(sim, device, memory, hooks, this.placed)
    yield* this.placed.addPools()
    this.current = this.buildPolicy(policy)
    this.followRemoval()
    const lost: string[] = []
    for (const [index, entry] of made.entries()) {
      lost.push(...(yield* this.makeAgain(entry, specs)))
      if (sliceEnds(index + 1)) yield { done: index + 1, total: made.length }
    }
    for (const resource of this.placed.all)
      this.placed.setMovable(resource, movable.get(resource.name) ?? resource.allocation.movable)
    this.setPrioritiesAgain()
    return lost
  }

  private setPrioritiesAgain(): void {
    for (const [name, priority] of this.journal.prioritisedByHand) {
      const resource = this.find(name)
      if (resource !== undefined) this.device.setResidencyPriority([resource], RESIDENCY_PRIORITIES.indexOf(priority))
    }
  }

  /** @returns what was lost, if anything */
  private *makeAgain(entry: JournalEntry, specs: ReadonlyMap<string, EffectSpec>): Sliced<string[]> {
    const { what, hr } = yield* this.make(entry, specs)
    if (!failed(hr)) return []
    if (entry.kind === 'effect') this.lost.set(entry.name, { spec: specs.get(entry.name) as EffectSpec, hresult: hr })
    else this.journal.notMade(entry)
    return [`${what} could not be created again: ${hr}`]
  }

  private *make(
    entry: JournalEntry,
    specs: ReadonlyMap<string, EffectSpec>,
  ): Sliced<{ what: string; hr: HResultName }> {
    switch (entry.kind) {
      case 'effect': {
        const spec = specs.get(entry.name) as EffectSpec
        const what = `${spec.clip === undefined ? 'effect' : 'clip'} ${entry.name}`
        return { what, hr: yield* this.addEffectInSlices(spec) }
      }
      case 'allocation':
        return { what: `allocation ${entry.name}`, hr: this.allocate(entry.name, entry.spec) }
      case 'resource':
        return { what: `resource ${entry.spec.name}`, hr: this.createResource(entry.spec) }
      case 'layout': {
        const what = `pool ${entry.layout.pools.map(({ name }) => name).join(', ')}`
        return { what, hr: yield* this.restore(entry.layout) }
      }
    }
  }

  /**
   * One that could not be created is given up: no new device gets it.
   * @returns S_OK · E_INVALIDARG (no such effect) · DXGI_ERROR_INVALID_CALL: something of it is being moved (DF-14)
   */
  *removeEffect(name: string): Sliced<HResultName> {
    const state = this.byName.get(name)
    if (state === undefined) return this.lost.delete(name) ? 'S_OK' : 'E_INVALIDARG'
    if (this.isBeingMoved(state)) {
      this.report(
        'DF-14',
        `${name} was not removed: it is in the moves of a defragmentation pass, remove it after EndPass`,
      )
      return 'DXGI_ERROR_INVALID_CALL'
    }
    this.byName.delete(name)
    this.journal.effectRemoved(name)
    if (state.resources.length > 0) this.current.untrack(name)
    yield* this.effectResources.releaseAll(state.resources)
    // at once, whatever is compiled for them (BP-27)
    for (const { pipeline } of state.pipelines?.passes ?? []) this.device.destroyPipelineState(pipeline)
    if (state.pipelines !== null) this.options.hooks?.pipelinesChanged?.()
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * The user presses the effect's button once: evictions and EnqueueMakeResident by the policy, then the command list.
   * @returns S_OK (also where the policy waits for the GPU before the list executes) · E_INVALIDARG (no such effect) ·
   * what failed on the way
   * @param ended called once, when the GPU has finished it, or it is certain that it never will; not with E_INVALIDARG
   * @param returned only where the policy waits first: with E_PENDING now, with what came of it when it goes on
   * @param owner whose work it is (LB-08)
   * @see spec TN-27 to TN-29, SC-09
   */
  apply(
    name: string,
    ended?: (work: AppliedWork) => void,
    returned?: (hr: HResultName) => void,
    owner?: PressOwner,
  ): HResultName {
    const state = this.byName.get(name)
    if (state === undefined) return 'E_INVALIDARG'
    state.inFlight++
    const unmeetable = this.isDeviceRemoved ? null : this.device.unmeetable(state.resources, this.queueOn('3d'))
    if (unmeetable !== null) return this.applyFailed(state, 'E_OUTOFMEMORY', ended, unmeetable)
    const set = { effect: name, resources: state.resources, owner }
    const prepared = this.current.prepare(set, (later) => {
      const hr = this.execute(state, later, ended, owner)
      returned?.(hr)
    })
    if (prepared !== 'E_PENDING') return this.execute(state, prepared, ended, owner)
    returned?.(prepared)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  private execute(
    state: EffectState,
    prepared: HResultName,
    ended?: (work: AppliedWork) => void,
    owner?: PressOwner,
  ): HResultName {
    const { sim } = this.options
    const { name } = state.spec
    if (failed(prepared)) return this.applyFailed(state, prepared, ended)
    const before = this.submittedTime
    const finished = (outcome: PacketOutcome): void => {
      const completed = outcome === 'completed'
      this.finished(state, completed)
      ended?.({ completed, gpuTime: completed ? gpuTime : 0 })
    }
    const { hr, fence } = this.work.run(state.spec, state.resources, this.draws.of(state), finished, owner)
    const gpuTime = this.submittedTime - before
    if (failed(hr)) return this.applyFailed(state, hr, ended)
    state.lastFence = fence
    state.lastApplied = sim.now
    this.current.submitted({ effect: name, resources: state.resources }, fence)
    sim.trace.write('apply', { effect: name, submission: this.current.submissions })
    this.options.hooks?.submitted?.(state.resources)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * The user changes parameters of an effect: the next application binds them.
   * @returns S_OK · E_INVALIDARG: no such effect, or as EffectDraws.setConstants
   */
  setConstants(name: string, constants: ConstantValues): HResultName {
    const state = this.byName.get(name)
    return state === undefined ? 'E_INVALIDARG' : this.draws.setConstants(state, constants)
  }

  /** A priority that was set by hand is the resource's from now on: it is saved, and set again with a new device. */
  keepPriority(resource: string, priority: ResidencyPriority): void {
    let isOfEffect = false
    for (const state of this.byName.values()) {
      const index = state.resources.findIndex(({ name }) => name === resource)
      if (index < 0) continue
      isOfEffect = true
      const resources = state.spec.resources.map((spec, i) => (i === index ? { ...spec, priority } : spec))
      state.spec = { ...state.spec, resources }
    }
    if (!isOfEffect) this.journal.prioritised(resource, priority)
  }

  /** The app's queue on an engine; the direct one is for '3d' at normal priority. */
  queueOn(engine: EngineName, priority: ContextPriority = 'normal'): CommandQueue {
    return this.work.queueOn(engine, priority)
  }

  get isDeviceRemoved(): boolean {
    return this.device.removed !== null
  }

  /** Rebuilds the app with another policy: its destructor and constructor run, the resources are kept. */
  *setPolicy(name: PolicyName): Sliced<HResultName> {
    this.current.dispose()
    this.current = this.buildPolicy(name)
    const total = this.effects.reduce((sum, { resources }) => sum + resources.length, 0)
    let done = 0
    let before = 0
    for (const state of this.effects) {
      this.track(state, (resource) => this.device.isListed(resource))
      done += state.resources.length
      if (done - before < TRACKED_PER_SLICE) continue
      before = done
      yield { done, total }
    }
    this.sets.trackAll()
    return 'S_OK'
  }

  private followRemoval(): void {
    const { device } = this
    device.onRemoved(() => {
      // one that was replaced may still be removed, with the adapter
      if (device !== this.device) return
      this.current.deviceRemoved()
      this.defragmenter.deviceLost()
    })
  }

  private buildPolicy(name: PolicyName): ResidencyPolicy {
    const { device, queue } = this
    const { sim } = this.options
    return POLICIES[name]({ device, queue, sim })
  }

  private track(state: EffectState, isResident: (resource: Resource) => boolean): void {
    this.current.track(state.spec.name, state.resources, isResident, state, (resource) => this.sets.lastUse(resource))
  }

  private finished(state: EffectState, completed: boolean): void {
    state.inFlight--
    if (completed) {
      state.completed++
      // work of a device that is gone says nothing of the effect that was created again
      if (this.byName.get(state.spec.name) === state) this.options.hooks?.effectFinished?.(state.spec.name)
    }
    this.options.hooks?.effectsChanged?.()
  }

  private applyFailed(
    state: EffectState,
    hr: HResultName,
    ended?: (work: AppliedWork) => void,
    because?: string,
  ): HResultName {
    state.inFlight--
    ended?.({ completed: false, gpuTime: 0 })
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-06'
    this.report(rule, `${state.spec.name} was not applied: ${hr}${because === undefined ? '' : `, as ${because}`}`)
    this.options.hooks?.effectsChanged?.()
    return hr
  }

  private report(rule: string, message: string): void {
    this.device.debug.report({ rule, message })
  }
}
