/** The creative app as a D3D12 client: effects with their resources, its residency policy, and what a press does. */
import type { AllocationMode, ContextPriority, EngineName, ResidencyPriority } from '../../preload/contract/names'
import type {
  ClipSpec,
  ConstantValues,
  EffectSpec,
  MediaFile,
  PolicyChoice,
  ResourceSpec,
} from '../../preload/contract/specs'
import type { CommandQueue } from '../d3d12/command-queue'
import type { Device } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { PressOwner } from '../policies/held-back'
import type { ResidencyPolicy } from '../policies/policy'
import { makePolicy } from '../policies/registry'
import { kept, type Then } from '../sim/continuation'
import type { Sliced } from '../sim/slices'
import { Defragmenter } from './defragmentation/defragmenter'
import { EditorMemory, type PlacedSpec } from './editor-memory'
import type { AppliedWork, EditorOptions, EffectState } from './editor-options'
import { EditorSets, type SetWork } from './editor-sets'
import { EffectDraws } from './effect-draws'
import { EffectResources } from './effect-resources'
import { EffectWork } from './effect-work'
import type { ProjectFormat } from './effects/catalogue'
import { HandMemory } from './hand-memory'
import { HandSettings } from './hand-settings'
import type { HeapLayout } from './heap-layout'
import { HeldEffects, type Unmade } from './held-effects'
import { Journal } from './journal'
import { makeAgain, type NotMade } from './made-again'
import { Presses } from './presses'
import type { Suballocation } from './suballocation'

export class EditorApp {
  private readonly held: HeldEffects
  private readonly presses: Presses
  private current: ResidencyPolicy
  policyChoice: PolicyChoice
  private device: Device
  private queue: CommandQueue
  readonly work: EffectWork
  private readonly effectResources: EffectResources
  readonly draws: EffectDraws
  readonly defragmenter: Defragmenter
  private readonly sets: EditorSets
  private readonly handMemory: HandMemory
  private placed: EditorMemory
  /** bytes of the local and the non-local budget that other components of the process asked for (PL-44) */
  readonly externalReservations: [number, number] = [0, 0]
  private journal = new Journal()

  /** Builds the app without its effects and clips, which `populate` makes: the policy first, as the sample does. */
  constructor(private readonly options: EditorOptions) {
    const { sim, device, queue, placed, cpu, faults, copyBandwidth, refreshRate, hooks } = options
    this.device = device
    this.queue = queue
    this.placed = placed
    this.draws = new EffectDraws(() => this.device, options.shaders, hooks)
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
      destroying: (resource) => this.held.giveUp(resource),
      destroyed: (resource) => this.resourceDestroyed(resource),
      changed: () => hooks?.defragmentationChanged?.(),
    })
    this.work = new EffectWork(device, queue, () => this.placed, this.defragmenter)
    const report = (rule: string, message: string): void => this.device.debug.report({ rule, message })
    this.held = new HeldEffects(
      {
        effectResources: this.effectResources,
        hooks,
        device: () => this.device,
        policy: () => this.current,
        journal: () => this.journal,
        sets: () => this.sets,
        isTaken: (name) => this.find(name) !== undefined,
        report,
      },
      options.project,
      options.allocation,
    )
    this.presses = new Presses({
      sim,
      work: this.work,
      draws: this.draws,
      hooks,
      device: () => this.device,
      policy: () => this.current,
      isHeld: (state) => this.held.get(state.spec.name) === state,
      report,
    })
    const isOfEffect = (resource: Resource): boolean => this.held.ownerOf(resource) !== undefined
    this.sets = new EditorSets({
      sim,
      work: this.work,
      effectResources: this.effectResources,
      policy: () => this.current,
      isOfEffect,
      find: (name) => this.find(name),
      unmeetable: (set) => (this.isDeviceRemoved ? null : this.device.unmeetable(set, this.queueOn('3d'))),
      isListed: (resource) => this.device.isListed(resource),
      submitted: (resources) => hooks?.submitted?.(resources),
      report,
    })
    this.handMemory = new HandMemory({
      policy: () => this.current,
      memory: () => this.placed,
      journal: () => this.journal,
      sets: () => this.sets,
      find: (name) => this.find(name),
      isOfEffect,
    })
    this.policyChoice = options.policy
    this.current = this.buildPolicy()
    this.followRemoval(this.device)
  }

  /** Makes the effects and clips that the app begins with, in declared order; once, before anything else is asked of it. */
  populate(): Sliced<void> {
    return this.held.populate(this.options.effects, this.options.clips)
  }

  /** What is placed in shared heaps (RS-15). */
  get memory(): EditorMemory {
    return this.placed
  }

  /** Resolution and format of the project. */
  get format(): ProjectFormat {
    return this.held.format
  }

  /** Where effects' resources are created. */
  get allocation(): AllocationMode {
    return this.held.allocation
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
    return this.placed.find(name) ?? this.sets.find(name) ?? this.held.findResource(name)
  }

  get policy(): ResidencyPolicy {
    return this.current
  }

  /** In declared order. */
  get effects(): readonly EffectState[] {
    return this.held.all
  }

  effect(name: string): EffectState | undefined {
    return this.held.get(name)
  }

  /** What could not be created at the start, with another device, or anew: still the user's, until it is given up. */
  get unmade(): readonly Unmade[] {
    return this.held.unmade
  }

  /**
   * Creates an effect's resources and registers them, all or none.
   * @returns S_OK · E_INVALIDARG (its name, or a resource's full name, is taken) · what CreateCommittedResource returned
   */
  addEffect(spec: EffectSpec): HResultName {
    return this.held.add(spec)
  }

  /** @see HeldEffects.addInSlices */
  addEffectInSlices(spec: EffectSpec): Sliced<HResultName> {
    return this.held.addInSlices(spec)
  }

  /** @see HeldEffects.list */
  list(name: string, before: string): HResultName {
    return this.held.list(name, before)
  }

  /** @see HeldEffects.relink */
  relink(clip: string, file: MediaFile | null): HResultName {
    return this.held.relink(clip, file)
  }

  /** Media on the timeline: frames, proxies and thumbnails, placed (DF-01). @returns as addEffect */
  importClipInSlices(clip: ClipSpec): Sliced<HResultName> {
    return this.held.importInSlices(clip)
  }

  /**
   * Memory of no effect, by hand, in the heap type's default pool where none is named.
   * @returns S_OK · E_INVALIDARG (the name is taken, no such pool) · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
   */
  allocate(name: string, asked: PlacedSpec): HResultName {
    return this.handMemory.allocate(name, asked)
  }

  /**
   * A committed resource of no effect, which sets of their own may use (SC-13).
   * @returns S_OK · E_INVALIDARG (the name is taken) · what CreateCommittedResource returned
   */
  createResource(spec: ResourceSpec): HResultName {
    return this.handMemory.createResource(spec)
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
    ended: Then<[boolean]>,
    returned?: (hr: HResultName) => void,
  ): HResultName {
    return this.sets.useNamed(names, work, ended, returned)
  }

  /**
   * What a new device could not get is given up.
   * @returns S_OK · E_INVALIDARG (nothing of that name was made by hand) · DXGI_ERROR_INVALID_CALL (DF-14)
   */
  free(name: string): HResultName {
    return this.handMemory.free(name)
  }

  /** Custom pools with exactly these heaps (DF-23). @returns S_OK · E_INVALIDARG · E_OUTOFMEMORY: nothing is kept */
  restore(layout: HeapLayout): Sliced<HResultName> {
    return this.handMemory.restore(layout)
  }

  /** @see HeldEffects.setAllocation */
  setAllocation(mode: AllocationMode): Sliced<HResultName> {
    return this.held.setAllocation(mode)
  }

  /** @see HeldEffects.setProject */
  setProject(width: number, height: number): Sliced<HResultName> {
    return this.held.setProject(width, height)
  }

  /** Something of it is in the moves of a pass: it cannot be released before EndPass (DF-14). */
  isBeingMoved(state: EffectState): boolean {
    return this.held.isBeingMoved(state)
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

  /** The effect or clip that a resource of that name belongs to; undefined: none, or there is no such resource. */
  ownerOf(name: string): string | undefined {
    const resource = this.find(name)
    return resource === undefined ? undefined : this.held.ownerOf(resource)?.spec.name
  }

  /**
   * The app recreates its device and everything on it (RS-07): a new policy, as at the start, and all that it had made and
   * not given up, in the order in which that was made; then what could not be made earlier.
   * @param recreate destroys the old device and makes the new one; called when the app's destructor has run
   * @returns what could not be made again, each with why
   */
  *moveTo(recreate: () => { device: Device; queue: CommandQueue }): Sliced<NotMade[]> {
    const unmade = this.unmade.map(({ spec: { name } }) => ({ kind: 'effect', name }) as const)
    const specs = new Map([...this.effects, ...this.unmade].map(({ spec }) => [spec.name, spec] as const))
    const settings = new HandSettings(this.placed)
    // what it still submits may wait for copies that are under way
    this.current.dispose()
    this.placed.dispose()
    this.defragmenter.deviceLost()
    this.held.clear()
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
    this.current = this.buildPolicy(this.current)
    this.followRemoval(this.device)
    const lost = yield* makeAgain(made, specs, {
      effect: (spec) => this.addEffectInSlices(spec),
      allocation: (name, spec) => this.allocate(name, spec),
      resource: (spec) => this.createResource(spec),
      layout: (layout) => this.restore(layout),
      notMade: (entry, hr, spec) => (spec === undefined ? this.journal.notMade(entry) : this.held.keepUnmade(spec, hr)),
    })
    this.held.listAs(specs.keys())
    settings.setAgain(this.placed, this.journal.prioritisedByHand, (name) => this.find(name))
    return lost
  }

  /** @see HeldEffects.remove */
  removeEffect(name: string): Sliced<HResultName> {
    return this.held.remove(name)
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
    ended?: Then<[AppliedWork]>,
    returned?: (hr: HResultName) => void,
    owner?: PressOwner,
  ): HResultName {
    const state = this.held.get(name)
    return state === undefined ? 'E_INVALIDARG' : this.presses.press(state, ended, returned, owner)
  }

  /**
   * The user changes parameters of an effect: the next application binds them.
   * @returns S_OK · E_INVALIDARG: no such effect, or as EffectDraws.setConstants
   */
  setConstants(name: string, constants: ConstantValues): HResultName {
    const state = this.held.get(name)
    return state === undefined ? 'E_INVALIDARG' : this.draws.setConstants(state, constants)
  }

  /** A priority that was set by hand is the resource's from now on: it is saved, and set again with a new device. */
  keepPriority(resource: string, priority: ResidencyPriority): void {
    if (!this.held.keepPriority(resource, priority)) this.journal.prioritised(resource, priority)
  }

  /** The app's queue on an engine; the direct one is for '3d' at normal priority. */
  queueOn(engine: EngineName, priority: ContextPriority = 'normal'): CommandQueue {
    return this.work.queueOn(engine, priority)
  }

  get isDeviceRemoved(): boolean {
    return this.device.removed !== null
  }

  /**
   * Rebuilds the app with another policy: its destructor and constructor run, the resources are kept.
   * @returns S_OK always
   */
  *setPolicy(choice: PolicyChoice): Sliced<HResultName> {
    this.current.dispose()
    this.policyChoice = choice
    this.current = this.buildPolicy()
    yield* this.held.trackAll()
    yield* this.sets.trackAll()
    return 'S_OK'
  }

  private followRemoval(device: Device): void {
    // one that was replaced may still be removed, with the adapter
    device.onRemoved(kept({ self: this, device }, ({ self, device }) => device === self.device && self.removed()))
  }

  private removed(): void {
    this.current.deviceRemoved()
    this.defragmenter.deviceLost()
  }

  private buildPolicy(before?: ResidencyPolicy): ResidencyPolicy {
    const { device, queue, externalReservations } = this
    return makePolicy(this.policyChoice, { device, queue, sim: this.options.sim, externalReservations }, before)
  }
}
