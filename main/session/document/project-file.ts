/** The project as a scenario file: what Save writes and Restart begins with. */
import type {
  AllocationMode,
  ClipSpec,
  ConstantValues,
  EffectSpec,
  MediaFile,
  PanelLayout,
  PolicyChoice,
  SystemSettings,
  TimelineSpec,
} from '../../../preload/contract'
import type { Project } from '../../editor/project'
import { changedByHand, type HandChange } from '../../editor/timeline/by-hand'
import { FIRST_TIMELINE, isSameTimeline } from '../../editor/timeline/timeline'
import {
  type DefragmentationCall,
  inDeclaredOrder,
  MAX_BYTES,
  type Scenario,
  type Step,
  totalTime,
  writtenCall,
} from '../scenario'
import { withoutUndefined } from '../without-undefined'
import type { World } from '../world/world'

/** µs between the last step and the end of the run, as the format's default has it */
const AFTER_LAST_STEP = 1_000_000

/** A file whose steps only put effects on the clip at the start is a project; any other is a scenario to be played. */
export function isProject(scenario: Scenario): boolean {
  return scenario.steps.every((step) => step.verb === 'apply' && step.at === 0)
}

/** What a person, not a step of the scenario, has set or made. */
export interface HandChoices {
  /** bytes; null: the file's own */
  budget: number | null
  policy: PolicyChoice | null
  effects: readonly EffectSpec[]
  /** what is left out is the file's own */
  settings: SystemSettings
  /** by effect: its constants that were set, as they were set last */
  constants: ReadonlyMap<string, ConstantValues>
  /** by clip that was given another file: which; null: the sample footage */
  relinked: ReadonlyMap<string, MediaFile | null>
  /** what was changed of the timeline, in order */
  changes: readonly HandChange[]
  /** of the window; null: nobody has said */
  layout: PanelLayout | null
}

/** What of the editor a project is made of. */
export interface EditorState {
  policy: PolicyChoice
  effects: ReadonlyMap<string, EffectSpec>
  /** what could not be created is the user's all the same */
  unmade: readonly EffectSpec[]
  format: { width: number; height: number }
  allocation: AllocationMode
  /** undefined: as a project begins that says nothing of it */
  timeline: TimelineSpec | undefined
}

/** As it is now; it stays so while the editor goes on. */
export function editorState({ editor, timeline }: World): EditorState {
  const { policyChoice, effects, unmade, format, allocation } = editor
  const specs = new Map(effects.map(({ spec }) => [spec.name, spec]))
  return {
    policy: policyChoice,
    effects: specs,
    unmade: unmade.map(({ spec }) => spec),
    format,
    allocation,
    timeline: timeline.isUntouched ? undefined : timeline.spec,
  }
}

/**
 * The system, policy and effects as they are now. A project's effects on the clip become steps; a scenario keeps its own
 * and starts as its file says, but for what was set by hand: a step may have changed the rest since. Its own effects
 * stay, also when they were removed by hand, as its steps may use them.
 * @param clip effects on the clip, in order
 */
function projectScenario(
  loaded: Scenario,
  editor: EditorState,
  choices: HandChoices,
  clip: readonly string[],
): Scenario {
  const system = { ...withSettings(loaded.system, choices.settings), budget: choices.budget ?? loaded.system.budget }
  // with the constants that were set since; those of what a step has removed are the user's all the same
  const asNow = (effect: EffectSpec): EffectSpec => {
    const set = choices.constants.get(effect.name)
    const gone = set === undefined ? effect : { ...effect, constants: structuredClone({ ...effect.constants, ...set }) }
    return editor.effects.get(effect.name) ?? gone
  }
  if (!isProject(loaded)) {
    const own = loaded.app.effects.map((effect) =>
      choices.constants.has(effect.name) ? withConstants(effect, asNow(effect)) : effect,
    )
    const names = TakenNames.of(loaded)
    const added = choices.effects.filter((effect) => names.take(effect)).map(asNow)
    const effects = [...own, ...added.filter(({ clip }) => clip === undefined).map(structuredCopy)]
    const asLinked = (own: ClipSpec): ClipSpec =>
      choices.relinked.has(own.name) ? withFile(own, editor, choices) : own
    const clips = [
      ...loaded.app.clips.map(asLinked),
      ...added.flatMap(({ clip }) => (clip === undefined ? [] : asLinked(clip))),
    ]
    const app = { ...loaded.app, policy: choices.policy ?? loaded.app.policy, effects, clips, ...laidOut(choices) }
    return {
      ...loaded,
      system,
      app: { ...app, ...changedTimeline(loaded.app.timeline, editor.timeline, choices, app) },
    }
  }
  const names = new TakenNames()
  const all = [...editor.effects.values(), ...editor.unmade].filter((spec) => names.take(spec))
  const effects = all.filter((spec) => spec.clip === undefined).map(structuredCopy)
  const clips = all.flatMap((spec) => spec.clip ?? [])
  const { width, height } = editor.format
  const project = { ...loaded.app.project, width, height }
  const known = new Set(effects.map(({ name }) => name))
  const steps: Step[] = clip
    .filter((effect) => known.has(effect))
    .map((effect) => ({ at: 0, verb: 'apply', value: effect }))
  const own = { policy: editor.policy, effects, clips, project, allocation: editor.allocation }
  return {
    ...loaded,
    system,
    app: { ...loaded.app, ...own, ...laidOut(choices), ...savedTimeline(editor.timeline, own) },
    steps,
    until: AFTER_LAST_STEP,
  }
}

/** What Save writes of a system. @param editor as it is now, or was */
export function savedScenario(
  {
    scenario,
    project,
    handChanges,
  }: { scenario: Scenario; project: Project; handChanges: Omit<HandChoices, 'layout' | 'effects' | 'changes'> },
  editor: EditorState,
): Scenario {
  const { budget, policy, settings, constants, relinked } = handChanges
  const effects = project.addedEffects()
  const changes = project.changesOfTimeline()
  const set = { budget, policy, settings, constants, relinked, changes, layout: project.layout, effects }
  return projectScenario(scenario, editor, set, project.stack(false))
}

/** The same project with the window's panels like this. */
export function withLayout(scenario: Scenario, layout: PanelLayout): Scenario {
  return { ...scenario, app: { ...scenario.app, layout } }
}

function laidOut({ layout }: HandChoices): { layout?: PanelLayout } {
  return layout === null ? {} : { layout }
}

/** The file's own timeline with what a person has changed of it, whatever its steps have made of either since. */
function changedTimeline(
  own: TimelineSpec = FIRST_TIMELINE,
  seen: TimelineSpec = FIRST_TIMELINE,
  { changes }: HandChoices,
  app: Pick<Scenario['app'], 'effects' | 'clips'>,
): { timeline?: TimelineSpec } {
  const made = changedByHand(own, changes, seen, (timeline) => known(timeline, app))
  return isSameTimeline(made, own) ? {} : { timeline: made }
}

function savedTimeline(
  timeline: TimelineSpec | undefined,
  app: Pick<Scenario['app'], 'effects' | 'clips'>,
): { timeline?: TimelineSpec } {
  return timeline === undefined ? {} : { timeline: known(timeline, app) }
}

/** What lies on the timeline, as far as the file has the effects and clips that it names. */
function known(timeline: TimelineSpec, { effects, clips }: Pick<Scenario['app'], 'effects' | 'clips'>): TimelineSpec {
  const media = new Set(clips.map(({ name }) => name))
  const names = new Set(effects.map(({ name }) => name))
  return {
    clips: timeline.clips.filter((clip) => clip.media === undefined || media.has(clip.media)),
    effects: timeline.effects.filter(({ effect }) => names.has(effect)),
  }
}

/** @returns the system with what was set of it; what was left out is the system's own */
export function withSettings(system: Scenario['system'], settings: SystemSettings): Scenario['system'] {
  const { evictionMode, periodicTrim, preemption, tdr, compositor, cpu, developerMode } = settings
  return {
    ...system,
    developerMode: developerMode ?? system.developerMode,
    evictionMode: evictionMode ?? system.evictionMode,
    periodicTrim: { ...system.periodicTrim, ...withoutUndefined(periodicTrim ?? {}) },
    preemption: { ...system.preemption, ...withoutUndefined(preemption ?? {}) },
    tdr: { ...system.tdr, ...withoutUndefined(tdr ?? {}) },
    cpu: { ...system.cpu, ...withoutUndefined(cpu ?? {}) },
    compositor: { ...system.compositor, ...withoutUndefined(compositor ?? {}) },
  }
}

/**
 * The text of a scenario file; every value as the format writes it, every field where the format has it. What would be too
 * large to be opened for its spaces alone is without them.
 * @param most bytes of a file that can be opened
 */
export function scenarioText(scenario: Scenario, most = MAX_BYTES): string {
  const { wddm, trimNotifications, developerMode, localMemory, nonLocalMemory, budget, ...others } = scenario.system
  const system = { wddm, trimNotifications, developerMode, localMemory, nonLocalMemory, budget, ...others }
  const steps = scenario.steps.map(({ at, verb, value }) => ({ at, [verb]: writtenValue(verb, value) }))
  const file = inDeclaredOrder({ ...scenario, system, steps })
  const text = `${JSON.stringify(file, null, 2)}\n`
  return Buffer.byteLength(text) <= most ? text : `${JSON.stringify(file)}\n`
}

/** The constants that it has now; an effect of its name that was added since is another one. */
function withConstants(effect: EffectSpec, now: EffectSpec): EffectSpec {
  const isSame = now.shader === effect.shader && partsOf(now) === partsOf(effect)
  return isSame && now.constants !== undefined ? { ...effect, constants: structuredClone(now.constants) } : effect
}

/** What it shows now; a clip of its name that was imported since is another one, but shows what the project is to show. */
function withFile({ file: _, ...clip }: ClipSpec, { effects }: EditorState, { relinked }: HandChoices): ClipSpec {
  const there = effects.get(clip.name)?.clip
  // a step may have removed it since
  const now = there === undefined ? relinked.get(clip.name) : there.file
  return now === undefined || now === null ? clip : { ...clip, file: now }
}

/** What a resize leaves as it is. */
function partsOf({ resources, passes }: EffectSpec): string {
  return JSON.stringify([resources.map(({ name }) => name), passes])
}

const FLAG_NAMES = ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'] as const

/**
 * `notify` keeps its flags as an integer once read; the file has their names, and bytes only with TRIM_TO_BUDGET.
 * `defragmentation` keeps what begins in an object of its own; the file has it beside the call.
 */
function writtenValue(verb: Step['verb'], value: Step['value']): unknown {
  // sound: `value` is that of the verb
  if (verb === 'defragmentation') return writtenCall(value as DefragmentationCall)
  if (verb !== 'notify') return value
  const { flags, bytes } = value as Extract<Step, { verb: 'notify' }>['value']
  const names = FLAG_NAMES.filter((_name, bit) => (flags & (1 << bit)) !== 0)
  return { flags: names, ...(names.includes('TRIM_TO_BUDGET') ? { bytes } : {}) }
}

/** With passes, they say the time: the format refuses one that differs. */
function structuredCopy({ name, gpuTime, resources, passes, shader, constants }: EffectSpec): EffectSpec {
  return {
    name,
    gpuTime: passes === undefined ? gpuTime : totalTime(passes),
    resources: resources.map((resource) => ({ ...resource })),
    ...(passes === undefined ? {} : { passes: structuredClone(passes) }),
    ...(shader === undefined ? {} : { shader }),
    ...(constants === undefined ? {} : { constants: structuredClone(constants) }),
  }
}

/** A name that the scenario has, or that one of its steps adds, is the scenario's; so is a resource's full name. */
class TakenNames {
  private readonly names = new Set<string>()
  private readonly resources = new Set<string>()

  static of({ app, steps }: Scenario): TakenNames {
    const taken = new TakenNames()
    for (const { name } of app.clips) taken.names.add(name)
    for (const effect of app.effects) taken.take(effect)
    for (const step of steps) {
      if (step.verb === 'addEffect') taken.take(step.value)
      if (step.verb === 'importClip') taken.names.add(step.value.name)
    }
    return taken
  }

  /** @returns false when something of it is taken */
  take({ name, clip, resources }: EffectSpec): boolean {
    const full = clip === undefined ? resources.map((resource) => `${name}.${resource.name}`) : []
    if (this.names.has(name) || full.some((one) => this.resources.has(one))) return false
    this.names.add(name)
    for (const one of full) this.resources.add(one)
    return true
  }
}
