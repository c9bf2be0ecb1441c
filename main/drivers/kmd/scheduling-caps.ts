/** What the kernel-mode driver declares about scheduling and flips, and whether an adapter with it can start (GP-01 to GP-05). */
import type {
  ComputeGranularity,
  FLIP_CAPS,
  GraphicsGranularity,
  PreemptionModel,
  SCHEDULING_CAPS,
} from '../../../preload/contract/names'
import { COMPUTE_GRANULARITIES, GRAPHICS_GRANULARITIES } from '../../../preload/contract/names'

/** DXGK_VIDSCHCAPS */
export const VidSchCaps = {
  MultiEngineAware: 0x1,
  VSyncPowerSaveAware: 0x2,
  PreemptionAware: 0x4,
  NoDmaPatching: 0x8,
  CancelCommandAware: 0x10,
} as const satisfies Record<(typeof SCHEDULING_CAPS)[number], number>

/** DXGK_FLIPCAPS */
export const FlipCaps = {
  FlipOnVSyncWithNoWait: 0x1,
  FlipOnVSyncMmIo: 0x2,
  FlipInterval: 0x4,
  FlipImmediateMmIo: 0x8,
} as const satisfies Record<(typeof FLIP_CAPS)[number], number>

/** DXGK_SUBMITCOMMANDFLAGS */
export const SubmitFlags = {
  Paging: 0x1,
  Present: 0x2,
  RedirectedPresent: 0x4,
  NullRendering: 0x8,
  Flip: 0x10,
  FlipWithNoWait: 0x20,
  ContextSwitch: 0x40,
  Resubmission: 0x80,
} as const

export interface Granularities {
  graphics: GraphicsGranularity
  compute: ComputeGranularity
}

export interface SchedulingDeclaration {
  /** DXGKDDI_INTERFACE_VERSION is WIN8 or later */
  builtForWin8: boolean
  /** VidSchCaps */
  vidSchCaps: number
  /** FlipCaps */
  flipCaps: number
  /** by engines that run graphics or compute */
  engines: { '3d': Granularities; compute: { compute: ComputeGranularity } }
}

/** @returns why an adapter with this driver fails to start with STATUS_GRAPHICS_DRIVER_MISMATCH; null: it starts (GP-02) */
export function capsMismatch({ vidSchCaps }: SchedulingDeclaration): string | null {
  const has = (bit: number): boolean => (vidSchCaps & bit) !== 0
  const { MultiEngineAware, PreemptionAware, NoDmaPatching, CancelCommandAware } = VidSchCaps
  if (has(PreemptionAware) && !has(MultiEngineAware)) return 'PreemptionAware is set without MultiEngineAware'
  if (has(NoDmaPatching) && !(has(PreemptionAware) && has(MultiEngineAware)))
    return 'NoDmaPatching is set without PreemptionAware and MultiEngineAware'
  if (has(CancelCommandAware) && !has(MultiEngineAware)) return 'CancelCommandAware is set without MultiEngineAware'
  return null
}

/** The driver supports the Windows 8 model: both bits, and built against that interface (GP-01). */
export function supportsWin8({ builtForWin8, vidSchCaps }: SchedulingDeclaration): boolean {
  const both = VidSchCaps.PreemptionAware | VidSchCaps.MultiEngineAware
  return builtForWin8 && (vidSchCaps & both) === both
}

/** @returns the model in force, and why it is not the one asked for where it is not */
export function modelInForce(
  asked: PreemptionModel,
  declaration: SchedulingDeclaration,
): { model: PreemptionModel; reason: string | null } {
  if (asked === 'win7' || supportsWin8(declaration)) return { model: asked, reason: null }
  const reason = declaration.builtForWin8
    ? 'the driver does not set PreemptionAware and MultiEngineAware in DXGK_VIDSCHCAPS'
    : 'the driver was built against an interface version before WIN8'
  return { model: 'win7', reason }
}

/** D3DKMDT_PREEMPTION_CAPS of the adapter: where engines differ, the coarsest (GP-04). */
export function reportedGranularities({ engines }: SchedulingDeclaration): Granularities {
  const compute = [engines['3d'].compute, engines.compute.compute]
  const coarsest = Math.min(...compute.map((level) => COMPUTE_GRANULARITIES.indexOf(level)))
  return { graphics: engines['3d'].graphics, compute: COMPUTE_GRANULARITIES[coarsest] as ComputeGranularity }
}

/** Windows 7 never stops a packet that has started: at most the DMA buffer's end. */
export function granularitiesUnder(model: PreemptionModel, declared: Granularities): Granularities {
  if (model === 'win8') return declared
  const packet = GRAPHICS_GRANULARITIES.indexOf('dma-buffer')
  const atMost = <T>(levels: readonly T[], level: T): T => levels[Math.min(packet, levels.indexOf(level))] as T
  return {
    graphics: atMost(GRAPHICS_GRANULARITIES, declared.graphics),
    compute: atMost(COMPUTE_GRANULARITIES, declared.compute),
  }
}
