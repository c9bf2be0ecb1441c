/** All that a person can set of a device, as it is typed (SC, "system"). */
import {
  DEVICE_SETTING_NAMES,
  DEVICE_SETTINGS,
  type DeviceSetting,
  type DeviceSettingKind,
  type DeviceSettings,
  type DeviceValue,
  sizeText,
} from '../../../preload/contract'
import { ENGINE_LABELS } from '../../glossary/engines'
import { GRANULARITY_LABELS } from '../../instruments/gpu/labels'
import { durationText, type Parsed, parseDuration, parseSize, parseWhole, quoted } from '../../widgets/parse'
import { parseSegment } from './segment-size'

export interface DeviceGroup {
  title: string
  settings: readonly DeviceSetting[]
}

export const DEVICE_GROUPS: readonly DeviceGroup[] = [
  { title: 'Driver model', settings: ['wddm', 'trimNotifications', 'hardwareScheduling', 'backgroundProcessing'] },
  {
    title: 'Memory',
    settings: [
      'localMemory',
      'localSegment',
      'nonLocalMemory',
      'nonLocalSegment',
      'pagingBandwidth',
      'fillBandwidth',
      'copyBandwidth',
      'physicalAdapters',
      'pagingProcessVa',
    ],
  },
  {
    title: 'Displays and scheduling',
    settings: [
      'displays',
      'quantum.time',
      'quantum.preemption',
      'tdr.limitCount',
      'tdr.limitTime',
      'driver.queueDepth',
      'driver.pagingEngine',
      'driver.preemptionRequest',
      'driver.preemptionTurnaround',
    ],
  },
  {
    title: 'What the kernel-mode driver declares',
    settings: [
      'driver.interfaceVersion',
      'driver.contextAllocation',
      'driver.schedulingCaps',
      'driver.flipCaps',
      'driver.notifyEviction',
      'driver.notifyIoMmuUnmap',
    ],
  },
  {
    title: 'Granularity of preemption, where an engine differs',
    settings: ['driver.engines.3d.graphics', 'driver.engines.3d.compute', 'driver.engines.compute.compute'],
  },
  {
    title: 'What a context takes',
    settings: [
      'driver.contextSave.dma-buffer',
      'driver.contextSave.primitive',
      'driver.contextSave.triangle',
      'driver.contextSave.pixel',
      'driver.contextSave.dispatch',
      'driver.contextSave.thread-group',
      'driver.contextSave.thread',
      'driver.contextSave.shader',
      'driver.contextRestore',
    ],
  },
  {
    title: 'What paging takes, beside its bytes',
    settings: ['driver.pagingOperation', 'driver.pagingBatch', 'driver.pagingBufferCovers'],
  },
  {
    title: 'A driver of linked adapters, or a faulty one',
    settings: [
      'driver.linkedPagingProcessVa',
      'driver.pagingProcessVaFails',
      'driver.touchesAfterUnmap',
      'driver.leaksBindings',
      'driver.changesSplitBuffers',
    ],
  },
]

/** Of choices that the rest of the window has names for. */
export const CHOICE_TEXTS: Partial<Readonly<Record<DeviceSetting, Readonly<Record<string, string>>>>> = {
  'driver.pagingEngine': ENGINE_LABELS,
  'driver.engines.3d.graphics': GRANULARITY_LABELS,
  'driver.engines.3d.compute': GRANULARITY_LABELS,
  'driver.engines.compute.compute': GRANULARITY_LABELS,
}

/** Text of a field, whether a switch is on, or what of a list is chosen. */
export type Typed = string | boolean | readonly string[]
export type DeviceText = Readonly<Record<DeviceSetting, Typed>>
export type DeviceErrors = Partial<Record<DeviceSetting, string>>

/** µs: a day */
const LONGEST = 86_400_000_000

/** The choice of what the profile has, or the default. */
export const AS_PROFILE = ''

/** The settings as fields show them. */
export function shownDevice(settings: DeviceSettings): DeviceText {
  const shown = DEVICE_SETTING_NAMES.map((name) => [name, shownValue(DEVICE_SETTINGS[name], settings[name])])
  // sound: each name has its text
  return Object.fromEntries(shown) as Record<DeviceSetting, Typed>
}

function shownValue({ kind }: DeviceSettingKind, value: DeviceValue): Typed {
  if (kind === 'flag') return value === true
  if (kind === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (kind === 'adapters' && value === true) return 'all'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') {
    if (kind === 'size') return sizeText(value)
    return kind === 'duration' ? durationText(value) : String(value)
  }
  return typeof value === 'string' ? value : AS_PROFILE
}

export type DeviceRead = { ok: true; settings: Partial<DeviceSettings> } | { ok: false; errors: DeviceErrors }

/**
 * @param shown the settings that there are, as fields showed them
 * @returns what is wrong beside each field, or what is another value now
 */
export function readDevice(text: DeviceText, shown: DeviceText): DeviceRead {
  const settings: Partial<DeviceSettings> = {}
  const errors: DeviceErrors = {}
  for (const name of DEVICE_SETTING_NAMES) {
    if (isSame(text[name], shown[name])) continue
    const parsed = readValue(DEVICE_SETTINGS[name], text[name])
    if (parsed.ok) settings[name] = parsed.value
    else errors[name] = parsed.message
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, settings }
}

/** What is chosen of a list has no order. */
function isSame(one: Typed, other: Typed): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return one.length === other.length && one.every((value) => other.includes(value))
}

function readValue(setting: DeviceSettingKind, typed: Typed): Parsed<DeviceValue> {
  if (typeof typed === 'boolean') return { ok: true, value: typed }
  if (typeof typed !== 'string') return { ok: true, value: [...typed] }
  if (setting.kind === 'adapters') return readAdapters(typed)
  if (typed.trim() === '' && 'optional' in setting) return { ok: true, value: null }
  switch (setting.kind) {
    case 'size':
      return (setting.granules === true ? parseSegment : parseSize)(typed, setting.least ?? 0)
    case 'duration':
      return parseDuration(typed, setting.least ?? 0, LONGEST, 'ms')
    case 'whole':
      return parseWhole(typed, setting.least ?? 0, setting.most ?? Number.MAX_SAFE_INTEGER)
    case 'numbers':
      return readNumbers(typed)
    default:
      return { ok: true, value: typed }
  }
}

function readNumbers(typed: string): Parsed<number[]> {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '')
  const isRight = words.length > 0 && words.every((word) => /^\d+(\.\d+)?$/.test(word))
  if (isRight) return { ok: true, value: words.map(Number) }
  return { ok: false, message: `Found ${quoted(typed)}, expected numbers with commas between them, such as 60, 144.` }
}

function readAdapters(typed: string): Parsed<boolean | number[]> {
  const text = typed.trim().toLowerCase()
  if (text === '') return { ok: true, value: false }
  return text === 'all' ? { ok: true, value: true } : readNumbers(typed)
}
