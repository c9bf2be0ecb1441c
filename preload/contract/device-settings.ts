/**
 * What a person sets of a device before it starts: each setting by its place in `system` of a scenario file, with what it is
 * called in the window and in what is said of it. Another value starts the simulation again. What can be set while it runs
 * (budget, eviction, cadence, preemption, the compositor, the processor) has a command of its own.
 */
import {
  COMPUTE_GRANULARITIES,
  FLIP_CAPS,
  GRANULE,
  GRAPHICS_GRANULARITIES,
  INTERFACE_VERSIONS,
  LOCAL_SEGMENTS,
  NON_LOCAL_SEGMENTS,
  PAGING_ENGINES,
  SCHEDULING_CAPS,
  WDDM_VERSIONS,
} from './names'

/** What values of a setting are: bytes for `size`, µs for `duration`, of `numbers` a list. Of what is `optional` null is none. */
export type DeviceSettingKind =
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'choice'
      readonly values: readonly string[]
      readonly texts?: Readonly<Record<string, string>>
      /** what it is called that there is none */
      readonly optional?: string
    }
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  /** `granules`: whole ones of 64 KiB */
  | { readonly kind: 'size'; readonly optional?: true; readonly granules?: true; readonly least?: number }
  | { readonly kind: 'duration'; readonly optional?: true; readonly least?: number }
  | { readonly kind: 'whole'; readonly least?: number; readonly most?: number }
  /** `optional`: none is null, otherwise there is at least one */
  | { readonly kind: 'numbers'; readonly optional?: true }
  /** of a driver that may fail for some linked adapters: false, true for all, or their indices */
  | { readonly kind: 'adapters' }

interface Text {
  readonly label: string
  readonly hint?: string
}

const save = (label: string) => ({ label, kind: 'duration' }) as const

const granularity = <Name extends string>(label: string, values: readonly Name[]) =>
  ({ label, kind: 'choice', values, optional: 'as the system' }) as const

export const DEVICE_SETTINGS = {
  wddm: { label: 'WDDM version', kind: 'choice', values: WDDM_VERSIONS },
  trimNotifications: {
    label: 'Trim notifications',
    kind: 'flag',
    hint: 'Off: registering a callback returns E_NOTIMPL.',
  },
  hardwareScheduling: { label: 'Hardware scheduling', kind: 'flag' },
  backgroundProcessing: { label: 'Background processing by the driver', kind: 'flag' },
  localMemory: { label: 'Local memory', kind: 'size', granules: true, least: GRANULE },
  localSegment: {
    label: 'Local segment',
    kind: 'choice',
    values: LOCAL_SEGMENTS,
    texts: { memory: 'memory of its own', aperture: 'aperture' },
  },
  nonLocalMemory: { label: 'Non-local memory', kind: 'size', granules: true },
  nonLocalSegment: {
    label: 'Non-local segment',
    kind: 'choice',
    values: NON_LOCAL_SEGMENTS,
    texts: { aperture: 'aperture over system memory', system: 'implicit system memory' },
    optional: 'the default',
  },
  pagingBandwidth: { label: 'Bandwidth per second', kind: 'size', least: 1, hint: 'Of paging, in and out.' },
  fillBandwidth: {
    label: 'Fills per second',
    kind: 'size',
    optional: true,
    least: 1,
    hint: 'None: they take no time.',
  },
  copyBandwidth: { label: 'Copies per second', kind: 'size', least: 1, hint: 'Of the copy engine in local memory.' },
  physicalAdapters: {
    label: 'Physical adapters',
    kind: 'whole',
    least: 1,
    most: 4,
    hint: 'More than one: linked adapters (AN-09).',
  },
  pagingProcessVa: {
    label: 'VA space asked for, MiB',
    kind: 'whole',
    most: 0xffffffff,
    hint: '0: the OS chooses (AN-08).',
  },
  displays: { label: 'Displays', kind: 'numbers', hint: 'Vertical blanks a second of each, such as 60, 144.' },
  'quantum.time': {
    label: 'Quantum',
    kind: 'duration',
    optional: true,
    least: 100,
    hint: 'None: packets take turns as they come.',
  },
  'quantum.preemption': {
    label: 'Quantum after a preemption',
    kind: 'duration',
    optional: true,
    hint: 'It runs so long before it can be preempted again.',
  },
  'tdr.limitCount': {
    label: 'TdrLimitCount',
    kind: 'whole',
    hint: 'More resets of the adapter in TdrLimitTime are a bug check.',
  },
  'tdr.limitTime': { label: 'TdrLimitTime', kind: 'duration' },
  'driver.interfaceVersion': {
    label: 'Interface version',
    kind: 'choice',
    values: INTERFACE_VERSIONS,
    hint: 'DXGKDDI_INTERFACE_VERSION that it was built against (GP-01).',
  },
  'driver.queueDepth': {
    label: 'Hardware queue',
    kind: 'whole',
    least: 1,
    most: 64,
    hint: 'Packets, the running one included.',
  },
  'driver.pagingEngine': { label: 'Paging runs on', kind: 'choice', values: PAGING_ENGINES },
  'driver.schedulingCaps': { label: 'DXGK_VIDSCHCAPS', kind: 'choices', values: SCHEDULING_CAPS },
  'driver.flipCaps': { label: 'DXGK_FLIPCAPS', kind: 'choices', values: FLIP_CAPS },
  'driver.engines.3d.graphics': granularity('3D engine, graphics', GRAPHICS_GRANULARITIES),
  'driver.engines.3d.compute': granularity('3D engine, compute', COMPUTE_GRANULARITIES),
  'driver.engines.compute.compute': granularity('Compute engine', COMPUTE_GRANULARITIES),
  'driver.preemptionRequest': {
    label: 'Preemption request',
    kind: 'duration',
    hint: 'Until it has reached the engine.',
  },
  'driver.preemptionTurnaround': {
    label: 'Turnaround of a preemption',
    kind: 'duration',
    optional: true,
    hint: 'From the stop to the next packet.',
  },
  'driver.contextAllocation': { label: 'Context allocation', kind: 'size', hint: 'Of each context; 0: none (GP-14).' },
  'driver.contextSave.dma-buffer': save('Save at a DMA buffer'),
  'driver.contextSave.primitive': save('Save at a primitive'),
  'driver.contextSave.triangle': save('Save at a triangle'),
  'driver.contextSave.pixel': save('Save at a pixel'),
  'driver.contextSave.dispatch': save('Save at a dispatch'),
  'driver.contextSave.thread-group': save('Save at a thread group'),
  'driver.contextSave.thread': save('Save at a thread'),
  'driver.contextSave.shader': save('Save in a shader'),
  'driver.contextRestore': { label: 'Restore a context', kind: 'duration' },
  'driver.pagingOperation': { label: 'Each paging operation', kind: 'duration', optional: true },
  'driver.pagingBatch': { label: 'Each MakeResident or eviction', kind: 'duration', optional: true },
  'driver.pagingBufferCovers': { label: 'A paging buffer covers', kind: 'size', least: 1 },
  'driver.notifyEviction': { label: 'NotifyEviction', kind: 'flag', hint: 'On what it compresses.' },
  'driver.notifyIoMmuUnmap': {
    label: 'NotifyIoMmuUnmap',
    kind: 'flag',
    hint: 'On allocations of an aperture segment.',
  },
  'driver.linkedPagingProcessVa': {
    label: 'VA space of linked adapters, MiB',
    kind: 'numbers',
    optional: true,
    hint: 'After the first, in order, such as 64, 128; empty: as the first.',
  },
  'driver.pagingProcessVaFails': {
    label: 'Fails to say its VA space',
    kind: 'adapters',
    hint: 'Adapters, from 0, such as 0, 1; or all; empty: none.',
  },
  'driver.touchesAfterUnmap': { label: 'Touches memory after NotifyIoMmuUnmap', kind: 'flag' },
  'driver.leaksBindings': { label: 'Keeps what it bound before a split', kind: 'flag' },
  'driver.changesSplitBuffers': { label: 'Changes a split DMA buffer that is broadcast', kind: 'flag' },
} as const satisfies Readonly<Record<string, Text & DeviceSettingKind>>

export type DeviceSetting = keyof typeof DEVICE_SETTINGS

export const DEVICE_SETTING_NAMES = Object.keys(DEVICE_SETTINGS) as [DeviceSetting, ...DeviceSetting[]]

/** As its kind says; the grammar of scenario files says what it may be. */
export type DeviceValue = boolean | number | string | number[] | string[] | null

export type DeviceSettings = Record<DeviceSetting, DeviceValue>

export function deviceSettingsOf(has: (name: DeviceSetting) => DeviceValue): DeviceSettings {
  // sound: each name has its value
  return Object.fromEntries(DEVICE_SETTING_NAMES.map((name) => [name, has(name)])) as DeviceSettings
}

/** What the window calls the profile that the settings start from. */
export const DEVICE_PROFILE_LABEL = 'Device profile'
