/** The scheduling side of a simulated system, from a scenario: what the driver declares, and what is in force of it. */
import {
  capsMismatch,
  FlipCaps,
  modelInForce,
  reportedGranularities,
  type SchedulingDeclaration,
  supportsWin8,
  VidSchCaps,
} from '../../drivers/kmd/scheduling-caps'
import type { SchedulerOptions } from '../../dxgkrnl/vidsch/scheduler'
import type { Simulation } from '../../sim/simulation'
import type { Scenario } from '../scenario'

type System = Scenario['system']
export type Preemption = System['preemption']

/** What the driver declares of its engines; where it says nothing of one, `system.preemption` does. */
function declarationOf({ driver }: System, asked: Preemption): SchedulingDeclaration {
  const bits = <T extends string>(names: readonly T[], values: Readonly<Record<T, number>>): number =>
    names.reduce((all, name) => all | values[name], 0)
  const { graphics, compute } = asked
  return {
    builtForWin8: driver.interfaceVersion !== 'win7',
    vidSchCaps: bits(driver.schedulingCaps, VidSchCaps),
    flipCaps: bits(driver.flipCaps, FlipCaps),
    engines: {
      '3d': { graphics: driver.engines['3d']?.graphics ?? graphics, compute: driver.engines['3d']?.compute ?? compute },
      compute: { compute: driver.engines.compute?.compute ?? compute },
    },
  }
}

/** What is in force of what was asked for (GP-01, GP-04). */
export interface InForce {
  asked: Preemption
  declaration: SchedulingDeclaration
  /** the model, and why it is not the one that was asked for */
  model: Preemption['model']
  reason: string | null
  /** as reported for the adapter */
  graphics: Preemption['graphics']
  compute: Preemption['compute']
}

/** What of the preemption that was asked for the driver can do, and why where that is less. */
export function inForce(system: System, asked: Preemption): InForce {
  const declaration = declarationOf(system, asked)
  const { model, reason } = modelInForce(asked.model, declaration)
  return { asked, declaration, model, reason, ...reportedGranularities(declaration) }
}

/** Vertical blanks per second of each display; the editor is on the first. */
export function refreshRatesOf({ displays, refreshRate }: System): [number, ...number[]] {
  const [first, ...others] = displays ?? []
  return [first?.refreshRate ?? refreshRate, ...others.map((display) => display.refreshRate)]
}

/** By engine, as the scheduler takes them. */
export function granularitiesOf({ declaration }: InForce): SchedulerOptions['granularities'] {
  const { engines } = declaration
  const { compute } = engines.compute
  // what has no inner structure, as a wait instruction, follows `graphics` (GP-22)
  return { '3d': engines['3d'], compute: { graphics: compute === 'none' ? 'none' : 'dma-buffer', compute } }
}

/** The GPU scheduler’s options as the scenario’s system has them; times in µs. */
export function schedulerOptions(system: System, current: InForce): SchedulerOptions {
  const { driver, wddm, tdr, physicalAdapters } = system
  return {
    model: current.model,
    granularities: granularitiesOf(current),
    queueDepth: driver.queueDepth,
    saves: driver.contextSave,
    restore: driver.contextRestore,
    preemptionRequest: driver.preemptionRequest,
    preemptionTurnaround: driver.preemptionTurnaround ?? 0,
    quantum: system.quantum ?? null,
    pagingEngine: driver.pagingEngine,
    contextAllocation: driver.contextAllocation,
    noDmaPatching: (current.declaration.vidSchCaps & VidSchCaps.NoDmaPatching) !== 0,
    leaksBindings: driver.leaksBindings,
    submit: { changesSplitBuffers: driver.changesSplitBuffers },
    physicalAdapters,
    saysResubmission: wddm !== '1.2',
    timeouts: { ...tdr },
  }
}

/** @returns why the adapter could not be initialised; null: it was (GP-02) */
export function initialise(sim: Simulation, current: InForce): string | null {
  const mismatch = capsMismatch(current.declaration)
  const say = (rule: string, message: string): void => sim.trace.write('finding', { rule, message })
  if (mismatch !== null) {
    const reason = `STATUS_GRAPHICS_DRIVER_MISMATCH (0xC01E0009): ${mismatch}`
    say('GP-02', `the adapter could not be initialised: ${reason}`)
    return reason
  }
  if (!supportsWin8(current.declaration))
    say(
      'GP-01',
      `the driver does not declare support for the Windows 8 preemption model, which WDDM 1.2 requires: ${missing(current)}`,
    )
  sayFlipsMissing(sim, current)
  return null
}

/** Where the model that is in force from now on needs flips that the driver does not do, that is a finding (GP-05). */
export function sayFlipsMissing({ trace }: Simulation, { model, declaration }: InForce): void {
  if (model !== 'win8' || (declaration.flipCaps & FlipCaps.FlipOnVSyncMmIo) !== 0) return
  const message = 'the Windows 8 preemption model requires FlipOnVSyncMmIo, which the driver does not set'
  trace.write('finding', { rule: 'GP-05', message })
}

function missing({ declaration }: InForce): string {
  return declaration.builtForWin8
    ? 'PreemptionAware and MultiEngineAware are not both set'
    : 'it was built against an interface version before WIN8'
}
