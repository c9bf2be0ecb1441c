/** Settings of the simulated system, GPU work and notifications by hand: commands of a person that are no edits. */
import type {
  CommandResult,
  ComparisonView,
  EngineName,
  ResidencyPriority,
  SessionCommand,
} from '../../../preload/contract'
import { TrimFlag } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { present } from '../present'
import type { Running } from '../run/running'
import type { Scenario, SystemStep } from '../scenario'
import { cpuRefusal } from '../verbs/cpu'
import type { Action } from '../verbs/steps'
import { type Acting, OK, type RunningComparison, refusal } from './acting'
import type { MemoryCommand } from './memory'

/** Runs the workload under every preemption model and granularity; calls back as it goes on. */
export type StartComparison = (workload: Scenario, watch: (comparison: ComparisonView) => void) => RunningComparison

/** the System drawer's other process */
const OTHER_PROCESS = 'other'
/** passes of a guided run after which it stops though the driver wants more */
const MOST_PASSES = 8
/** µs of GPU time of what is made to hang by hand */
const HUNG_WORK = 1_000

export type SystemCommand = Exclude<
  SessionCommand,
  | MemoryCommand
  | {
      kind:
        | 'run'
        | 'pause'
        | 'step'
        | 'setSpeed'
        | 'applyEffect'
        | 'addEffect'
        | 'removeEffect'
        | 'importClip'
        | 'removeClip'
        | 'undo'
        | 'redo'
        | 'selectResource'
        | 'restartSimulation'
        | 'cancelOpening'
        | 'registerCallback'
        | 'unregisterCallback'
    }
>

export interface SystemCommandOptions {
  acting: Acting
  /** the real input, or Simulate idle, reaches the emulated OS */
  followIdle: () => void
  /** what was done so far */
  recording: () => Scenario
  startComparison: StartComparison | undefined
}

export class SystemCommands {
  private comparing: RunningComparison | null = null
  private readonly acting: Acting

  constructor(private readonly options: SystemCommandOptions) {
    this.acting = options.acting
  }

  private get running(): Running {
    return this.acting.running
  }

  /** Settings of the simulated system, and notifications by hand. */
  execute(command: SystemCommand): CommandResult {
    const { world, log, idleRule } = this.running
    log.changedParts.add('system').add('idle').add('gpu').add('background').add('pipelines')
    switch (command.kind) {
      case 'setPolicy':
        return this.setPolicy(command.policy)
      case 'setBudget':
        return this.saved(this.acting.act({ verb: 'budget', value: command.bytes }), () => {
          this.running.budgetByHand = command.bytes
        })
      case 'setOtherProcess':
        return this.setOtherProcess(command)
      case 'reserve':
        return this.acting.act({ verb: 'reserve', value: command.bytes }, 'SetVideoMemoryReservation failed')
      case 'setResidencyPriority':
        return this.setResidencyPriority(command.id, command.priority)
      case 'discardResource':
        return this.discard(command.id)
      case 'recreateDevice': {
        const result = this.acting.act({ verb: 'recreateDevice', value: true }, 'The device was not recreated')
        if (result.ok) this.running.deviceRecreated()
        return result
      }
      case 'setEvictionMode':
        return this.configure({ evictionMode: command.mode })
      case 'setPeriodicTrim': {
        const { kind: _, ...periodicTrim } = command
        return this.configure({ periodicTrim })
      }
      case 'setPreemption': {
        const { kind: _, ...preemption } = command
        return this.configure({ preemption })
      }
      case 'setTdr': {
        const { kind: _, ...tdr } = command
        return this.configure({ tdr })
      }
      case 'setCompositor': {
        const { kind: _, ...compositor } = command
        return this.configure({ compositor })
      }
      case 'setCpu': {
        const { kind: _, ...cpu } = command
        const refused = cpuRefusal(world, present(cpu))
        return refused === null ? this.configure({ cpu }) : refusal(refused)
      }
      case 'play':
        return this.acting.act({ verb: 'play', value: command.playing })
      case 'submit': {
        const { kind: _, ...spec } = command
        const missing = this.missing([
          ...(spec.resources ?? []),
          ...(spec.parts ?? []).flatMap((part) => part.resources),
        ])
        if (missing !== undefined) return refusal(`There is no resource "${missing}" that the work could use.`)
        const value = { ...spec, priority: spec.priority ?? 'normal' }
        return this.acting.act({ verb: 'submit', value }, 'The work was not submitted')
      }
      case 'hang':
        return this.hang(command.duration, command.engine)
      case 'failNextReset':
        return this.acting.act({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
      case 'setBackgroundMode':
        return this.setBackgroundMode(command)
      case 'setDeveloperMode':
        // of the machine, not of the project
        return this.acting.act({ verb: 'system', value: { developerMode: command.on } })
      case 'setConstants': {
        const { effect, constants } = command
        const state = world.editor.effect(effect)
        if (state === undefined || state.spec.clip !== undefined)
          return refusal(`There is no effect "${effect}" of which constants could be set.`)
        const result = this.acting.act(
          { verb: 'setConstants', value: { effect, constants } },
          `${effect} was not changed`,
        )
        if (result.ok) {
          this.running.constantsByHand.add(effect)
          this.acting.touch()
        }
        return result
      }
      case 'runWorkflow':
        return this.acting.act({ verb: 'workflow', value: { name: command.workflow, maxPasses: MOST_PASSES } })
      case 'cancelWorkflow':
        if (world.workflows.view?.state !== 'running') return refusal('No guided run is under way.')
        return this.acting.act({ verb: 'cancelWorkflow', value: true })
      case 'comparePreemption':
        return this.compare()
      case 'cancelComparison':
        return this.cancelComparison()
      case 'simulateIdle':
        idleRule.simulate(command.idle)
        this.options.followIdle()
        return OK
      case 'periodicTrim':
      case 'restartPeriodicTrim':
        return this.acting.act({ verb: command.kind, value: true })
      case 'trimToBudget':
        return this.acting.act({ verb: 'trimToBudget', value: command.bytes ?? world.vidmm.budget.excess })
      case 'notify':
        return this.notify(command.flags, command.bytes)
    }
  }

  /** Settings that are saved with the project. */
  private configure(settings: SystemStep): CommandResult {
    const { running } = this
    const merged: Record<string, unknown> = { ...running.settingsByHand }
    for (const [name, value] of Object.entries(settings))
      merged[name] = typeof value === 'object' ? { ...(merged[name] as object | undefined), ...present(value) } : value
    return this.saved(this.acting.act({ verb: 'system', value: settings }), () => {
      running.settingsByHand = merged
    })
  }

  /** What came about is saved with the project. */
  private saved(result: CommandResult, keep: () => void): CommandResult {
    if (!result.ok) return result
    keep()
    this.acting.touch()
    return result
  }

  private missing(resources: readonly string[]): string | undefined {
    return resources.find((name) => this.running.world.editor.find(name) === undefined)
  }

  /** The HRESULT is the answer, whatever it is. */
  private setBackgroundMode(command: Extract<SessionCommand, { kind: 'setBackgroundMode' }>): CommandResult {
    const { kind: _, ...value } = command
    const result = this.acting.act({ verb: 'setBackgroundProcessingMode', value }, 'SetBackgroundProcessingMode failed')
    return result.ok ? { ok: true, hresult: { name: 'S_OK', value: HRESULT.S_OK } } : result
  }

  /** Work of the app that hangs now. @param duration µs; null: until it is reset */
  private hang(duration: number | null, engine: EngineName = '3d'): CommandResult {
    const { device } = this.running.world
    if (device.removed !== null)
      return refusal(
        `Nothing of the app can hang: its device is removed${this.acting.advice('DXGI_ERROR_DEVICE_REMOVED')}`,
      )
    const ending = duration === null ? {} : { duration }
    this.acting.act({ verb: 'inject', value: { fault: 'hang', count: 1, engine, ...ending } })
    // paging work comes by itself
    if (engine === 'paging') return OK
    return this.acting.act({ verb: 'submit', value: { engine, gpuTime: HUNG_WORK, priority: 'normal' } })
  }

  private compare(): CommandResult {
    const { startComparison } = this.options
    const { running } = this
    if (this.comparing !== null) return refusal('A comparison is running already. Cancel it first.')
    if (startComparison === undefined) return refusal('Comparisons are not available here.')
    const workload = this.options.recording()
    if (!workload.steps.some(({ verb }) => verb === 'apply' || verb === 'submit' || verb === 'play'))
      return refusal('There is no GPU work to compare yet. Apply effects, press Play or submit a packet first.')
    this.comparing = startComparison(workload, (comparison) => {
      if (comparison.state !== 'running') this.comparing = null
      running.comparison = comparison
      running.log.changedParts.add('comparison')
    })
    return OK
  }

  private cancelComparison(): CommandResult {
    if (this.comparing === null) return refusal('No comparison is running.')
    this.comparing.cancel()
    return OK
  }

  private setPolicy(policy: Extract<Action, { verb: 'policy' }>['value']): CommandResult {
    const { world, registrations, log } = this.running
    const result = this.acting.act({ verb: 'policy', value: policy })
    if (!result.ok) return result
    registrations.policyBuilt(world.editor.policy)
    this.running.policyByHand = policy
    this.acting.touch()
    log.changedParts.add('registrations')
    const { registration } = world.editor.policy
    if (registration === null || registration.hr === 'S_OK') return result
    const hresult = { name: registration.hr, value: HRESULT[registration.hr] }
    const message = `${policy} is in charge, but could not register for trim notifications: ${registration.hr}`
    return { ok: true, hresult, message }
  }

  private setResidencyPriority(id: number, priority: ResidencyPriority): CommandResult {
    const resource = this.resourceOf(id, 'what is placed in a heap has the priorities')
    if (typeof resource !== 'string') return resource
    const result = this.acting.act({ verb: 'residencyPriority', value: { resource, priority } })
    if (!result.ok) return result
    this.acting.touch()
    return result
  }

  private discard(id: number): CommandResult {
    const resource = this.resourceOf(id, 'what is placed in a heap has contents that can be discarded')
    if (typeof resource !== 'string') return resource
    return this.acting.act({ verb: 'discard', value: resource }, `${resource} was not discarded`)
  }

  /** @returns the name of a resource of the app's by its allocation's handle, or why there is none */
  private resourceOf(id: number, instead: string): string | CommandResult {
    const { world } = this.running
    const resource = world.vidmm.residency.table.names[id]
    if (resource === undefined || resource === '') return refusal(`There is no allocation ${id} any more.`)
    if (world.editor.find(resource) !== undefined) return resource
    return refusal(`${resource} is no resource of the app: ${instead}. Choose one of these.`)
  }

  private setOtherProcess({
    bytes,
    name,
    foreground,
  }: Extract<SessionCommand, { kind: 'setOtherProcess' }>): CommandResult {
    const { localMemory } = this.running.scenario.system
    if (bytes > localMemory)
      return refusal(
        `The other process would use ${bytes} bytes; the local segment has ${localMemory}. Use that or less.`,
      )
    return this.acting.act({
      verb: 'otherProcess',
      value: { name: name ?? OTHER_PROCESS, usage: bytes, ...(foreground === undefined ? {} : { foreground }) },
    })
  }

  /** TN-03 */
  private notify(flags: number, bytes: number): CommandResult {
    const both = TrimFlag.PERIODIC_TRIM | TrimFlag.RESTART_PERIODIC_TRIM
    if ((flags & both) === both)
      return refusal('PERIODIC_TRIM and RESTART_PERIODIC_TRIM are never set together (TN-03). Choose one of them.')
    if ((flags & TrimFlag.TRIM_TO_BUDGET) === 0 && bytes > 0)
      return refusal(`${bytes} bytes to trim need the flag TRIM_TO_BUDGET (TN-03). Set it, or leave the bytes at 0.`)
    return this.acting.act({ verb: 'notify', value: { flags, bytes } })
  }
}
