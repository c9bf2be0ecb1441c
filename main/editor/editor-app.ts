/**
 * The creative app as a D3D12 client: effects with their resources, the residency policy in charge of them, and what
 * happens when an effect's button is pressed.
 */
import {
  type ConstantValues,
  type ContextPriority,
  type EffectSpec,
  type EngineName,
  type PolicyName,
  RESIDENCY_PRIORITIES,
  type ResidencyPriority,
  type ResourceSpec,
} from '../../preload/contract'
import type { CommandQueue } from '../d3d12/command-queue'
import { type Device, HeapFlag, type Resource } from '../d3d12/device'
import { failed, type HResultName } from '../d3d12/hresult'
import type { Pipeline } from '../drivers/umd/pipeline-state'
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { PacketOutcome } from '../dxgkrnl/vidsch/packet'
import type { ResidencyPolicy } from '../policies/policy'
import { POLICIES } from '../policies/registry'
import type { Simulation } from '../sim/simulation'
import type { ShaderCatalogue } from './effect-shaders'

export interface EffectState {
  spec: EffectSpec
  readonly resources: readonly Resource[]
  /** submissions that the GPU has finished */
  completed: number
  /** submissions that wait or run */
  inFlight: number
  /** context fence of the last submission, 0: none */
  lastFence: number
  /** µs of the last submission, -1: none */
  lastApplied: number
  /** its pipeline state objects, made when it is first applied; null: not yet */
  pipelines: EffectPipelines | null
}

interface EffectPipelines {
  passes: readonly { pipeline: Pipeline; names: readonly string[] }[]
  /** bound now, by name */
  values: ConstantValues
}

export interface EditorHooks {
  /** an effect's counts changed, or the list of effects */
  effectsChanged?(): void
  /** pipelines were made or are gone, or bind other constants */
  pipelinesChanged?(): void
  /** an effect's resources were created */
  effectAdded?(effect: EffectState): void
  /** the GPU has finished a submission of this effect */
  effectFinished?(effect: string): void
}

export interface EditorOptions {
  sim: Simulation
  device: Device
  queue: CommandQueue
  policy: PolicyName
  effects: readonly EffectSpec[]
  shaders: ShaderCatalogue
  hooks?: EditorHooks
}

const HEAP_TYPES = { default: 'DEFAULT', upload: 'UPLOAD', readback: 'READBACK' } as const

export class EditorApp {
  private readonly byName = new Map<string, EffectState>()
  private current: ResidencyPolicy
  private device: Device
  private queue: CommandQueue
  /** the app's queues for passes on other engines, made when they are first needed */
  private readonly otherQueues = new Map<string, CommandQueue>()
  /** passes on different engines wait for each other with it */
  private readonly crossing = new MonitoredFence()
  private crossings = 0
  /** µs of GPU time that was submitted so far */
  submittedTime = 0

  /** Builds the app: the policy first, as the sample does, then the resources of all effects. */
  constructor(private readonly options: EditorOptions) {
    this.device = options.device
    this.queue = options.queue
    this.current = this.buildPolicy(options.policy)
    this.followRemoval()
    for (const spec of options.effects) {
      const hr = this.addEffect(spec)
      if (failed(hr)) this.report('RS-06', `effect ${spec.name} could not be created: ${hr}`)
    }
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

  /**
   * Creates an effect's resources and registers them, all or none.
   * @returns S_OK · E_INVALIDARG (the name is taken) · what CreateCommittedResource returned
   */
  addEffect(spec: EffectSpec): HResultName {
    if (this.byName.has(spec.name)) return 'E_INVALIDARG'
    // every name shares these characters
    const prefix = `${spec.name}.`
    const resources: Resource[] = []
    const createdResident = new Set<Resource>()
    for (const resourceSpec of spec.resources) {
      const { hr, resource } = this.create(prefix, resourceSpec)
      if (resource === null) {
        for (const created of resources) this.device.releaseResource(created)
        return hr
      }
      resources.push(resource)
      if (resourceSpec.resident) createdResident.add(resource)
    }
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
    this.track(state, (resource) => createdResident.has(resource))
    this.options.hooks?.effectAdded?.(state)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * The app recreates its device and everything on it (RS-07): a new policy, as at the start, and every effect again.
   * @param recreate destroys the old device and makes the new one; called when the app's destructor has run
   * @returns effects whose resources could not be created
   */
  moveTo(recreate: () => { device: Device; queue: CommandQueue }): string[] {
    const specs = this.effects.map(({ spec }) => spec)
    const policy = this.current.name
    this.current.dispose()
    this.byName.clear()
    const { device, queue } = recreate()
    this.device = device
    this.queue = queue
    this.otherQueues.clear()
    this.current = this.buildPolicy(policy)
    this.followRemoval()
    return specs.filter((spec) => failed(this.addEffect(spec))).map(({ name }) => name)
  }

  /** @returns false when there is no such effect */
  removeEffect(name: string): boolean {
    const state = this.byName.get(name)
    if (state === undefined) return false
    this.byName.delete(name)
    if (state.resources.length > 0) this.current.untrack(name)
    for (const resource of state.resources) this.device.releaseResource(resource)
    // at once, whatever is compiled for them (BP-27)
    for (const { pipeline } of state.pipelines?.passes ?? []) this.device.umd.destroyPipelineState(pipeline)
    if (state.pipelines !== null) this.options.hooks?.pipelinesChanged?.()
    this.options.hooks?.effectsChanged?.()
    return true
  }

  /**
   * The user presses the effect's button once: evictions and EnqueueMakeResident by the policy, then the command list.
   * @returns S_OK (also where the policy waits for the GPU before the list executes) · E_INVALIDARG (no such effect) ·
   * what failed on the way
   * @see spec TN-27 to TN-29, SC-09
   */
  apply(name: string): HResultName {
    const state = this.byName.get(name)
    if (state === undefined) return 'E_INVALIDARG'
    state.inFlight++
    const prepared = this.current.prepare(name, (later) => this.execute(state, later))
    if (prepared !== 'E_PENDING') return this.execute(state, prepared)
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  private execute(state: EffectState, prepared: HResultName): HResultName {
    const { sim } = this.options
    const { name } = state.spec
    if (failed(prepared)) return this.applyFailed(state, prepared)
    const { hr, fence } = this.runPasses(state)
    if (failed(hr)) return this.applyFailed(state, hr)
    state.lastFence = fence
    state.lastApplied = sim.now
    this.current.submitted(name, fence)
    sim.trace.write('apply', { effect: name, submission: this.current.submissions })
    this.options.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /** Each pass on its engine, after the one before; the direct queue carries the last one's fence. */
  private runPasses(state: EffectState): { hr: HResultName; fence: number } {
    const { queue, crossing } = this
    const { name, gpuTime, passes } = state.spec
    const { resources } = state
    const finished = (outcome: PacketOutcome): void => this.finished(state, outcome === 'completed')
    const draws = this.drawsOf(state)
    if (passes === undefined || passes.length === 0)
      return this.count(queue.executeCommandLists({ name, gpuTime, resources, draws, finished }))
    for (const [index, pass] of passes.entries()) {
      // a copy draws nothing
      const list = {
        name,
        gpuTime: pass.gpuTime,
        resources,
        work: pass.work,
        draws: pass.engine === 'copy' ? [] : draws,
      }
      if (pass.engine === '3d') {
        const last = index === passes.length - 1
        const executed = this.count(queue.executeCommandLists(last ? { ...list, finished } : list))
        if (last || failed(executed.hr)) return executed
        continue
      }
      const other = this.queueOn(pass.engine)
      queue.signal(crossing, ++this.crossings)
      other.wait(crossing, this.crossings, false)
      const { hr } = this.count(other.executeCommandLists(list))
      if (failed(hr)) return { hr, fence: 0 }
      other.signal(crossing, ++this.crossings)
      queue.wait(crossing, this.crossings, false)
    }
    return queue.executeCommandLists({ name, gpuTime: 0, resources, finished })
  }

  private count<T extends { gpuTime: number }>(executed: T): T {
    this.submittedTime += executed.gpuTime
    return executed
  }

  /** One draw per pass, with the constants that are bound now. */
  private drawsOf(state: EffectState): { pipeline: Pipeline; constants: ConstantValues }[] {
    this.pipelinesOf(state)
    return this.boundPasses(state)
  }

  /** The PSOs of an effect, each with what it binds now; none before it was first applied. */
  boundPasses({ pipelines }: EffectState): { pipeline: Pipeline; constants: ConstantValues }[] {
    if (pipelines === null) return []
    const { passes, values } = pipelines
    return passes.map(({ pipeline, names }) => ({
      pipeline,
      constants: Object.fromEntries(names.map((name) => [name, values[name] as number[]])),
    }))
  }

  private pipelinesOf(state: EffectState): EffectPipelines {
    if (state.pipelines !== null) return state.pipelines
    const { spec } = state
    const shaders = this.options.shaders(spec)
    const passes = (shaders?.passes ?? []).map(({ name, source, constants }, pass) => {
      const row = { name: `${spec.name}/${name}`, effect: spec.name, pass, source, constants }
      return { pipeline: this.device.umd.createPipelineState(row), names: Object.keys(constants) }
    })
    state.pipelines = { passes, values: { ...shaders?.values, ...spec.constants } }
    this.options.hooks?.pipelinesChanged?.()
    return state.pipelines
  }

  /**
   * The user changes parameters of an effect: the next application binds them.
   * @returns S_OK · E_INVALIDARG: no such effect, or a constant that it does not have, or of another size
   */
  setConstants(name: string, constants: ConstantValues): HResultName {
    const state = this.byName.get(name)
    if (state === undefined) return 'E_INVALIDARG'
    const { values } = this.pipelinesOf(state)
    const fits = ([constant, value]: [string, number[]]): boolean =>
      Object.hasOwn(values, constant) && values[constant]?.length === value.length
    if (!Object.entries(constants).every(fits)) return 'E_INVALIDARG'
    Object.assign(values, constants)
    state.spec = { ...state.spec, constants: { ...state.spec.constants, ...constants } }
    this.options.hooks?.pipelinesChanged?.()
    return 'S_OK'
  }

  /** A priority that was set by hand is the resource's from now on: it is saved, and set again with a new device. */
  keepPriority(resource: string, priority: ResidencyPriority): void {
    for (const state of this.byName.values()) {
      const index = state.resources.findIndex(({ name }) => name === resource)
      if (index < 0) continue
      const resources = state.spec.resources.map((spec, i) => (i === index ? { ...spec, priority } : spec))
      state.spec = { ...state.spec, resources }
    }
  }

  /** What an effect binds now; its own values before it was first applied. */
  constantsOf(state: EffectState): ConstantValues {
    return state.pipelines?.values ?? { ...this.options.shaders(state.spec)?.values, ...state.spec.constants }
  }

  /** The app's queue on an engine; the direct one is for '3d' at normal priority. */
  queueOn(engine: EngineName, priority: ContextPriority = 'normal'): CommandQueue {
    if (engine === '3d' && priority === 'normal') return this.queue
    const name = priority === 'normal' ? 'app' : `app (${priority})`
    const key = `${engine} ${priority}`
    const made = this.otherQueues.get(key) ?? this.device.createCommandQueue(name, engine, priority)
    this.otherQueues.set(key, made)
    return made
  }

  /** All that the app has, the direct one first. */
  get queues(): readonly CommandQueue[] {
    return [this.queue, ...this.otherQueues.values()]
  }

  get isDeviceRemoved(): boolean {
    return this.device.removed !== null
  }

  /** Rebuilds the app with another policy: its destructor and constructor run, the resources are kept. */
  setPolicy(name: PolicyName, isResident: (resource: Resource) => boolean): void {
    this.current.dispose()
    this.current = this.buildPolicy(name)
    for (const state of this.byName.values()) this.track(state, isResident)
  }

  private followRemoval(): void {
    this.device.onRemoved(() => this.current.deviceRemoved())
  }

  private create(prefix: string, spec: ResourceSpec): { hr: HResultName; resource: Resource | null } {
    const { name, size, resident, heap, compressed, priority } = spec
    const flags = resident ? HeapFlag.NONE : HeapFlag.CREATE_NOT_RESIDENT
    const desc = { dimension: 'buffer', width: size } as const
    const heapType = HEAP_TYPES[heap ?? 'default']
    const created = this.device.createCommittedResource(desc, flags, `${prefix}${name}`, heapType, compressed ?? false)
    if (created.resource !== null && priority !== undefined && priority !== 'normal')
      this.device.setResidencyPriority([created.resource], RESIDENCY_PRIORITIES.indexOf(priority))
    return created
  }

  private buildPolicy(name: PolicyName): ResidencyPolicy {
    const { device, queue } = this
    const { sim } = this.options
    return POLICIES[name]({ device, queue, sim })
  }

  private track(state: EffectState, isResident: (resource: Resource) => boolean): void {
    this.current.track(state.spec.name, state.resources, isResident, state)
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

  private applyFailed(state: EffectState, hr: HResultName): HResultName {
    state.inFlight--
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-06'
    this.report(rule, `${state.spec.name} was not applied: ${hr}`)
    this.options.hooks?.effectsChanged?.()
    return hr
  }

  private report(rule: string, message: string): void {
    this.device.debug.report({ rule, message })
  }
}
