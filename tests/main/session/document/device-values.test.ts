/** The settings of a device, by their places in a scenario file. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { onDevice, withDevice } from '../../../../main/session/document/device'
import { deviceSettings } from '../../../../main/session/document/device-values'
import { jsonSchemaOf } from '../../../../main/session/scenario/check/lists'
import { systemSchema, systemStepSchema } from '../../../../main/session/scenario/format/schema'
import { PROFILE_NAMES } from '../../../../main/session/scenario/profiles'
import {
  DEVICE_SETTING_NAMES,
  DEVICE_SETTINGS,
  type DeviceSetting,
  type DeviceSettingKind,
  type DeviceSettings,
  type DeviceValue,
} from '../../../../preload/contract'
import { scenarioOf } from '../../support/world'

/** What has a control of its own: it can be set while the system runs, or says which of the settings there are. */
const ELSEWHERE = ['profile', 'budget', 'developerMode']

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly enum?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Places of all that the published schema has, with the names that it takes where it takes one of several. */
function leavesOf({ properties, ...node }: Node, place = ''): [string, readonly string[] | null][] {
  if (properties === undefined) return [[place, node.enum ?? node.items?.enum ?? null]]
  return Object.entries(properties).flatMap(([key, below]) => leavesOf(below, place === '' ? key : `${place}.${key}`))
}

function systemOf(schema: z.ZodType): Map<string, readonly string[] | null> {
  return new Map(leavesOf(jsonSchemaOf(schema) as Node))
}

const SYSTEM = systemOf(systemSchema)
const RUNNING = systemOf(systemStepSchema)

describe('what a scenario file says of a system [SC-03]', () => {
  it('can be set in the app, all of it: as the device’s, or while it runs', () => {
    const settable = new Set<string>([...DEVICE_SETTING_NAMES, ...RUNNING.keys(), ...ELSEWHERE, 'refreshRate'])
    expect([...SYSTEM.keys()].filter((place) => !settable.has(place))).toEqual([])
    // and nothing twice
    expect(DEVICE_SETTING_NAMES.filter((name) => RUNNING.has(name))).toEqual([])
    expect(DEVICE_SETTING_NAMES.filter((name) => !SYSTEM.has(name))).toEqual([])
    expect(SYSTEM.size).toBeGreaterThan(60)
  })

  it('takes the names that the app offers, and no others', () => {
    for (const name of DEVICE_SETTING_NAMES) {
      const setting = DEVICE_SETTINGS[name]
      expect([name, 'values' in setting ? [...setting.values] : null]).toEqual([name, SYSTEM.get(name) ?? null])
    }
  })
})

/** One of each, none of which is what there is. */
const OTHERS: DeviceSettings = {
  wddm: '3.0',
  trimNotifications: false,
  hardwareScheduling: true,
  backgroundProcessing: false,
  localMemory: 3 * 1024 ** 3,
  localSegment: 'aperture',
  nonLocalMemory: 4 * 1024 ** 3,
  nonLocalSegment: 'system',
  pagingBandwidth: 1_000_000_000,
  fillBandwidth: 2_000_000_000,
  copyBandwidth: 3_000_000_000,
  physicalAdapters: 2,
  pagingProcessVa: 128,
  displays: [59.94, 144],
  'quantum.time': 20_000,
  'quantum.preemption': 1_000,
  'tdr.limitCount': 3,
  'tdr.limitTime': 30_000_000,
  'driver.interfaceVersion': 'wddm3.2',
  'driver.queueDepth': 4,
  'driver.pagingEngine': 'copy',
  'driver.schedulingCaps': ['MultiEngineAware'],
  'driver.flipCaps': ['FlipInterval', 'FlipOnVSyncMmIo'],
  'driver.engines.3d.graphics': 'triangle',
  'driver.engines.3d.compute': 'thread',
  'driver.engines.compute.compute': 'dispatch',
  'driver.preemptionRequest': 7,
  'driver.preemptionTurnaround': 8,
  'driver.contextAllocation': 65_536,
  'driver.contextSave.dma-buffer': 1,
  'driver.contextSave.primitive': 2,
  'driver.contextSave.triangle': 3,
  'driver.contextSave.pixel': 4,
  'driver.contextSave.dispatch': 5,
  'driver.contextSave.thread-group': 6,
  'driver.contextSave.thread': 7,
  'driver.contextSave.shader': 8,
  'driver.contextRestore': 9,
  'driver.pagingOperation': 11,
  'driver.pagingBatch': 12,
  'driver.pagingBufferCovers': 1024 ** 2,
  'driver.notifyEviction': true,
  'driver.notifyIoMmuUnmap': true,
  'driver.linkedPagingProcessVa': [64],
  'driver.pagingProcessVaFails': [1],
  'driver.touchesAfterUnmap': true,
  'driver.leaksBindings': true,
  'driver.changesSplitBuffers': true,
}

const isDefault = (value: DeviceValue, name: DeviceSetting): boolean =>
  JSON.stringify(value) === JSON.stringify(deviceSettings(scenarioOf({}).system)[name])

/** Of the published schema: what it says of a place, and the least and the most that a number may be there. */
function nodeAt(place: string): Node {
  let node = jsonSchemaOf(systemSchema) as Node
  for (const key of place.split('.')) node = node.properties?.[key] as Node
  return node.anyOf?.find(({ type }) => type === 'integer') ?? node
}

describe('the settings of a device', () => {
  it('have the least and the most that the grammar has [SC-03]', () => {
    for (const name of DEVICE_SETTING_NAMES) {
      const setting: DeviceSettingKind = DEVICE_SETTINGS[name]
      if (!['size', 'duration', 'whole'].includes(setting.kind)) continue
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = nodeAt(name)
      const least = ('least' in setting ? setting.least : undefined) ?? 0
      const most = ('most' in setting ? setting.most : undefined) ?? Number.MAX_SAFE_INTEGER
      expect([name, least, most]).toEqual([name, minimum, maximum])
    }
  })

  it('are each what was set, all at once, and are saved and opened so', () => {
    expect(DEVICE_SETTING_NAMES.filter((name) => isDefault(OTHERS[name], name))).toEqual([])
    const made = withDevice(scenarioOf({}), { settings: OTHERS })
    if ('problem' in made) throw new Error(made.problem)
    expect(deviceSettings(made.scenario.system)).toEqual(OTHERS)
  })

  const alone = DEVICE_SETTING_NAMES.filter((name) => !name.startsWith('quantum.'))
  it.each(alone)('%s changes that alone, and null takes it back', (name) => {
    const bare = scenarioOf({ system: { physicalAdapters: name === 'physicalAdapters' ? 1 : 2 } })
    const before = deviceSettings(bare.system)
    const made = withDevice(bare, { settings: { [name]: OTHERS[name] } })
    if ('problem' in made) throw new Error(made.problem)
    expect(deviceSettings(made.scenario.system)).toEqual({ ...before, [name]: OTHERS[name] })
    const back = withDevice(made.scenario, { settings: { [name]: null } })
    if ('problem' in back) throw new Error(back.problem)
    expect(deviceSettings(back.scenario.system)[name]).toEqual(deviceSettings(scenarioOf({}).system)[name])
  })

  it('of a quantum go with it, and need one', () => {
    const bare = scenarioOf({})
    const made = withDevice(bare, { settings: { 'quantum.time': 20_000 } })
    if ('problem' in made) throw new Error(made.problem)
    expect(made.scenario.system.quantum).toEqual({ time: 20_000, preemption: 0 })
    const none = withDevice(made.scenario, { settings: { 'quantum.time': null } })
    if ('problem' in none) throw new Error(none.problem)
    expect(none.scenario.system.quantum).toBeUndefined()
    expect(withDevice(bare, { settings: { 'quantum.preemption': 5 } })).toMatchObject({
      problem: expect.stringMatching(/^Quantum: found nothing; expected a duration/),
    })
  })

  it.each(PROFILE_NAMES)('that is null is as %s has it, each of them', (profile) => {
    const before = deviceSettings(scenarioOf({ system: { profile } }).system)
    // adapters are of those that there are, and the rest with them
    const others = { ...OTHERS, physicalAdapters: before.physicalAdapters, 'driver.linkedPagingProcessVa': null }
    const settings = { ...others, 'driver.pagingProcessVaFails': true }
    const made = withDevice(scenarioOf({ system: { profile } }), { settings })
    if ('problem' in made) throw new Error(made.problem)
    for (const name of DEVICE_SETTING_NAMES) {
      const back = withDevice(made.scenario, { settings: { [name]: null } })
      if ('problem' in back) throw new Error(`${name}: ${back.problem}`)
      // a quantum of one's own has a part that a file says nothing of
      const value = name === 'quantum.preemption' ? (before[name] ?? 0) : before[name]
      expect([name, deviceSettings(back.scenario.system)[name]]).toEqual([name, value])
    }
  })

  it('that are the device’s already restart nothing: a quantum that the profile has is not taken away by leaving it empty', () => {
    const on = scenarioOf({ system: { profile: 'measured-2018' } })
    for (const settings of [{ 'quantum.time': null }, { localMemory: on.system.localMemory }])
      expect(onDevice(on, { settings })).toEqual({
        refused: expect.stringMatching(/^That is the device that there is/),
      })
    expect(onDevice(on, { settings: { 'quantum.time': 20_000 } })).toHaveProperty('scenario')
  })

  it('keep a budget while the memory stays what it is', () => {
    const own = scenarioOf({ system: { localMemory: '2GiB', budget: '1GiB' } })
    for (const localMemory of [null, 2 * 1024 ** 3]) {
      const made = withDevice(own, { settings: { localMemory, 'driver.queueDepth': 3 } })
      expect(made).toMatchObject({ scenario: { system: { budget: 1024 ** 3 } } })
    }
  })

  it('a profile that what was set beside it does not fit is refused with what to change', () => {
    const on = scenarioOf({ system: { profile: 'linked', driver: { linkedPagingProcessVa: [64] } } })
    expect(onDevice(on, { profile: 'discrete-8gib' })).toEqual({
      refused: expect.stringMatching(
        /^VA space of linked adapters, MiB.*\nChoose another device, or change what was set beside it first/s,
      ),
    })
    expect(onDevice(on, { settings: { physicalAdapters: 1 } })).toEqual({
      refused: expect.stringMatching(/\nEnter another value\.$/),
    })
  })

  const ofNumbers = DEVICE_SETTING_NAMES.filter((name) => DEVICE_SETTINGS[name].kind !== 'flag')
  it.each(ofNumbers)('%s that cannot be is told by its name', (name) => {
    const made = withDevice(scenarioOf({}), { settings: { [name]: -1 } })
    const { label } = DEVICE_SETTINGS[name]
    expect('problem' in made ? made.problem : '').toContain(`${label}: found -1; expected`)
  })

  it.each<[Partial<DeviceSettings>, RegExp]>([
    [{ wddm: '9.9' }, /^WDDM version: found "9.9"; expected/],
    [{ displays: [60, -1] }, /^Displays 2: found -1; expected a number above 0/],
    [{ displays: [] }, /^Displays: found .*; expected at least one display/],
    [{ displays: true }, /^Displays: found true; expected/],
    [{ 'driver.queueDepth': 65 }, /^Hardware queue: found 65; expected/],
    [{ 'driver.contextSave.pixel': -1 }, /^Save at a pixel: found -1; expected/],
    [{ 'driver.schedulingCaps': ['Nothing'] }, /^DXGK_VIDSCHCAPS 1: found "Nothing"; expected/],
    [{ localMemory: 1 }, /^Local memory: found 1; expected/],
  ])('%j is refused, by its name in the window', (settings, told) => {
    const made = withDevice(scenarioOf({}), { settings })
    expect('problem' in made ? made.problem : '').toMatch(told)
  })
})
