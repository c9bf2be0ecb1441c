/** Settings of the project and of its system: each is an edit, which is taken back by setting what stood before. */
import type { CommandResult, PolicyChoice, Setting, SystemSettings } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { isSameSetting } from '../../editor/project/edit'
import { policyLabel } from '../../policies/own/label'
import { withSettings } from '../document/project-file'
import type { WatchedSystem } from '../run/watched-system'
import { cpuRefusal } from '../verbs/cpu'
import { withoutUndefined } from '../without-undefined'
import type { World } from '../world/world'
import {
  type CommandOf,
  type CommandOutcome,
  type Kind,
  type Request,
  type Row,
  refusal,
  type SessionPort,
} from './row'

type Verb = Setting['verb']

interface SetOptions<K extends Kind> {
  /** why it cannot be asked for, besides what `settingProblem` says, and what to do; null: it can */
  problem?: (command: CommandOf<K>, session: SessionPort) => string | null
  /** changes of one gesture are taken back together [each by itself] */
  gesture?: (command: CommandOf<K>) => number | undefined
}

/**
 * A command that sets something of the project or its system.
 * @param name what the menu calls it: "Budget"
 */
export function sets<K extends Kind>(
  name: string,
  made: (command: CommandOf<K>, session: SessionPort) => Setting,
  { problem, gesture }: SetOptions<K> = {},
): Row<K> {
  return {
    saved: false,
    menu: null,
    whileBusy: false,
    ask: (command, session) => {
      const { system } = session
      const after = made(command, session)
      const refused = problem?.(command, session) ?? settingProblem(after, system)
      if (refused !== null) return refusal(refused)
      const before = standing(after, system.world)
      const saved = savedFor(after, system)
      // there is nothing to take back; what starts anew by it does all the same (TN-21)
      if (isSameSetting(before, after) && isSameSetting(saved ?? after, after)) return setting(after, undefined, system)
      return { kind: 'setting', name, before, after, saved, gesture: gesture?.(command) }
    },
  }
}

/** As `sets`, of the system. */
export function setsSystem<K extends Kind>(name: string, settings: (command: CommandOf<K>) => SystemSettings): Row<K> {
  return sets(name, (command) => ({ verb: 'system', value: settings(command) }))
}

/** What stands now where a setting goes. */
function standing(setting: Setting, world: World): Setting {
  const { editor, vidmm } = world
  switch (setting.verb) {
    case 'project':
      return { verb: 'project', value: { width: editor.format.width, height: editor.format.height } }
    case 'allocation':
      return { verb: 'allocation', value: editor.allocation }
    case 'policy':
      return { verb: 'policy', value: editor.policyChoice }
    case 'budget':
      return { verb: 'budget', value: vidmm.budget.configured }
    case 'system':
      return { verb: 'system', value: sameOf(setting.value, systemNow(world)) }
  }
}

/** What Save has there now: a step may have set something else since. @returns undefined: a project has what stands in the system */
function savedFor(setting: Setting, { scenario, handChanges }: WatchedSystem): Setting | undefined {
  const { system, app } = scenario
  switch (setting.verb) {
    case 'policy':
      return { verb: 'policy', value: handChanges.policy ?? app.policy }
    case 'budget':
      return { verb: 'budget', value: handChanges.budget ?? system.budget }
    case 'system':
      return { verb: 'system', value: sameOf(setting.value, withSettings(system, handChanges.settings)) }
    default:
      return undefined
  }
}

function systemNow({ vidmm, preemption, scheduler, compositor, developer, cpu, player, dispatch }: World): AllSettings {
  return {
    evictionMode: vidmm.evictionMode,
    periodicTrim: vidmm.periodicTrim.current,
    preemption: preemption.asked,
    tdr: scheduler.timeouts.settings,
    compositor: compositor.settings,
    developerMode: developer.mode,
    cpu: { ...cpu.options, frameTime: player.frameTime, dispatch: dispatch.choice },
  }
}

type AllSettings = { readonly [Name in keyof SystemSettings]-?: Exclude<SystemSettings[Name], undefined> }

/** Of all settings those that are set, with what they are there. */
function sameOf(set: SystemSettings, all: AllSettings): SystemSettings {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(set)) {
    const whole: unknown = Reflect.get(all, name)
    found[name] = isGroup(value) && isGroup(whole) ? picked(value, whole) : whole
  }
  return found
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function picked(set: Record<string, unknown>, whole: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(set).filter((name) => set[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

const FAILED: { readonly [V in Verb]?: string } = {
  project: 'The resolution was not changed',
  allocation: 'The effects were not made anew',
}

/**
 * What sets it in the system, and keeps it for Save.
 * @param kept what Save has then; undefined: of a project what stands in the system
 */
export function setting(set: Setting, kept: Setting | undefined, system: WatchedSystem): Request {
  return {
    // another each time: what its calls returned is known by it
    action: { ...set },
    failed: FAILED[set.verb],
    done: () => {
      if (kept !== undefined) system.handChanges.keep(kept)
    },
    ...(set.verb === 'policy' ? { answer: (outcome) => registered(outcome, set.value, system) } : {}),
  }
}

/** Why it cannot be set as the system is now, and what to do; null: it can. */
export function settingProblem({ verb, value }: Setting, { world }: WatchedSystem): string | null {
  return verb === 'system' && value.cpu !== undefined ? cpuRefusal(world, withoutUndefined(value.cpu)) : null
}

/** A policy is in charge also where it could not register for trim notifications. */
function registered({ result }: CommandOutcome, value: PolicyChoice, { world }: WatchedSystem): CommandResult {
  const { registration } = world.editor.policy
  if (!result.ok || registration === null || registration.hr === 'S_OK') return result
  const hresult = { name: registration.hr, value: HRESULT[registration.hr] }
  const message = `${policyLabel(value)} is in charge, but could not register for trim notifications: ${registration.hr}`
  return { ok: true, hresult, message }
}
