/** The app of a scenario: the editor's project, its effects and what they are made of (SC, "app"). */
import type {
  AllocationMode,
  ClipSpec,
  ConstantValues,
  PanelLayout,
  PassSpec,
  PolicyChoice,
  PoolSpec,
  ResidencyPriority,
  TimelineSpec,
} from '../../../../../preload/contract'
import type { Format } from '../../../../d3d12/resource-desc'

export const HEAPS = ['default', 'upload', 'readback'] as const

interface ScenarioResource {
  name: string
  /** bytes asked for, as written: GetResourceAllocationInfo rounds up */
  size: number
  /** created resident; false: CREATE_NOT_RESIDENT (TN-35) */
  resident: boolean
  heap?: (typeof HEAPS)[number] | undefined
  /** the driver keeps it compressed while the device uses it (AN-14) */
  compressed?: boolean | undefined
  /** CREATE_NOT_ZEROED, where it has a heap of its own (AN-10) */
  notZeroed?: boolean | undefined
  priority?: ResidencyPriority | undefined
  /** bytes, a power of two, where it is placed [64 KiB] */
  alignment?: number | undefined
  /** its contents mean nothing between uses (DF-10) */
  scratch?: boolean | undefined
}

export interface ScenarioEffect {
  name: string
  gpuTime: number
  /** in registration order */
  resources: ScenarioResource[]
  /** in order, each after the one before [one on the 3D engine] */
  passes?: PassSpec[] | undefined
  /** which built-in effect's shaders it has [those of its name] */
  shader?: string | undefined
  /** values of the shader's constants [the built-in effect's] */
  constants?: ConstantValues | undefined
}

/** What built-in effects take their sizes from. */
interface ScenarioProject {
  /** texels */
  width: number
  height: number
  format: Format
}

export interface ScenarioApp {
  policy: PolicyChoice
  /** of effects' resources; media are always placed */
  allocation: AllocationMode
  /** bytes of a block of the default pools [64 MiB] */
  blockSize: number
  /** in order of creation */
  pools: PoolSpec[]
  /** the custom pool of what the editor places in DEFAULT heaps [the default pool] */
  pool?: string | undefined
  /** media on the timeline at the start, in order */
  clips: ClipSpec[]
  /** resolution and pixel format of the clip */
  project: ScenarioProject
  /** in declared order */
  effects: ScenarioEffect[]
  timeline?: TimelineSpec | undefined
  /** of the window */
  layout?: PanelLayout | undefined
}
