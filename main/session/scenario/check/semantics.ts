/**
 * What one field alone cannot tell: order of time, names that something must make, sizes that must fit. What is reported
 * is only what no run could make valid (SC-16).
 */
import { stepIndex } from '../format/call-expectation'
import { durationToText, sizeToText } from '../format/units'
import type { Path } from '../text/problems'
import { checkAdapters } from './adapters'
import { checkBackground, checkConstants } from './background'
import {
  type EffectDraft,
  eachStep,
  effectsAtStart,
  type FileDraft,
  type Names,
  namesIn,
  type StepDraft,
  type SubmitDraft,
} from './draft'
import { checkPasses, checkSubmit } from './gpu'
import { IssueList } from './lists'
import { LiveEffects, unknownName } from './live-effects'
import { checkMemoryName, LiveMemory } from './memory'
import { MemoryNames } from './memory-names'
import { checkProcesses } from './processes'

/** All issues that need more than one field to be seen, and the names that are wrong because nothing makes them. */
export function semanticIssues(file: FileDraft): IssueList {
  const unmade = [...namesIn(file.unmade)].map(([, name]) => name)
  const issues = new IssueList(new Set(unmade))
  checkTimes(file, issues)
  const live = new LiveEffects(issues)
  const checkEffect = (effect: EffectDraft, path: Path): void => {
    checkSizes(effect, file, path, issues)
    checkPasses(effect, path, issues)
    checkConstants(effect, path, issues)
  }
  let i = 0
  for (const effect of effectsAtStart(file)) {
    const path = ['app', 'effects', i++]
    live.addAtStart(effect, path)
    if (effect !== null) checkEffect(effect, path)
  }
  for (const [j, clip] of file.app?.clips?.entries() ?? []) live.addClipAtStart(clip?.name ?? null, ['app', 'clips', j])
  const timeline = file.app?.timeline ?? null
  if (timeline !== null) checkTimeline(timeline, ['app', 'timeline'], live)
  checkMinBlocks(file, issues)
  const memory = new LiveMemory(file, issues)
  const names = MemoryNames.of(file)
  const callbacks = new Callbacks(issues)
  eachStep(file, (step, index) => {
    const path = ['steps', index]
    const { addEffect = null, submit = null } = step
    checkEffects(step, path, live)
    callbacks.step(step, path)
    memory.step(step, names, path)
    if (addEffect !== null) checkEffect(addEffect, [...path, 'addEffect'])
    checkNamedSteps(step, file, index, issues)
    if (submit !== null) checkSubmit(submit, [...path, 'submit'], issues)
    if (names !== undefined) {
      checkExpect(step, names, path, issues)
      if (submit !== null) checkUsed(submit, names, [...path, 'submit'], issues)
      const { resource = null } = step.residencyPriority ?? {}
      if (resource !== null) checkMemoryName(resource, names, [...path, 'residencyPriority', 'resource'], issues)
    }
  })
  checkBackground(file, issues)
  checkAdapters(file, issues)
  checkProcesses(file, issues)
  return issues
}

/** What a condition says of another step can be known only of one that comes before, and makes a call (SC-15). */
function checkNamedSteps({ expect = null }: StepDraft, { steps }: FileDraft, own: number, issues: IssueList): void {
  if (expect === null) return
  for (const condition of ['results', 'pressLatency'] as const) {
    for (const name of expect[condition]?.names ?? []) {
      const index = stepIndex(name)
      const step = index < own ? steps?.at(index) : undefined
      if (step !== undefined && (step === null || isSaid(condition, step))) continue
      const kind =
        condition === 'results' ? 'an earlier step that is no "expect"' : 'an earlier step with "apply" or "use"'
      const path = ['steps', own, 'expect', condition, name]
      issues.add({ path, found: JSON.stringify(name), expected: kind, atKey: true })
    }
  }
}

/** Whether the condition can be known of the step: `results` of any call, `pressLatency` of what a person presses. */
function isSaid(condition: 'results' | 'pressLatency', { expect, apply, use }: StepDraft): boolean {
  if (expect !== undefined) return false
  return condition === 'results' || apply !== undefined || use !== undefined
}

function checkTimes(file: FileDraft, issues: IssueList): void {
  const { until = null } = file
  let latest: { at: number; index: number } | undefined
  eachStep(file, ({ at }, index) => {
    if (at === null) return
    const refuse = (expected: string): void =>
      issues.add({ path: ['steps', index, 'at'], found: durationToText(at), expected })
    if (latest !== undefined && at < latest.at) {
      refuse(`at least ${durationToText(latest.at)}, the time of steps[${latest.index}]: steps are in order of time`)
    } else latest = { at, index }
    if (until !== null && at > until) refuse(`at most ${durationToText(until)}, the end of the run ("until")`)
  })
}

function checkEffects(step: StepDraft, path: Path, live: LiveEffects): void {
  const { apply = null, setConstants, addEffect, removeEffect = null, importClip, removeClip = null, relinkClip } = step
  const parameterized = setConstants?.effect ?? null
  if (apply !== null) live.requireName(apply, [...path, 'apply'])
  if (parameterized !== null) live.requireEffect(parameterized, [...path, 'setConstants', 'effect'])
  if (addEffect !== undefined) live.add(addEffect, [...path, 'addEffect'])
  if (removeEffect !== null) live.requireEffect(removeEffect, [...path, 'removeEffect'])
  if (importClip !== undefined) live.addClip(importClip?.name ?? null)
  const relinked = relinkClip?.clip ?? null
  if (relinked !== null) live.requireClip(relinked, [...path, 'relinkClip', 'clip'])
  if (removeClip !== null) live.requireClip(removeClip, [...path, 'removeClip'])
  checkTimelineEdit(step.timeline ?? null, [...path, 'timeline'], live)
}

/** Effects and media that an edit of the timeline names. */
function checkTimelineEdit(edit: NonNullable<StepDraft['timeline']> | null, path: Path, live: LiveEffects): void {
  switch (edit?.edit) {
    case 'insert':
      if (typeof edit.media === 'string') live.requireClip(edit.media, [...path, 'media'])
      break
    case 'enable':
    case 'reorder':
    case 'addSpan':
    case 'takeOff':
      if (edit.effect !== null) live.requireEffect(edit.effect, [...path, 'effect'])
      break
    case 'set':
      checkTimeline({ clips: edit.clips ?? null, effects: edit.effects ?? null }, path, live)
  }
}

type TimelineDraft = NonNullable<NonNullable<FileDraft['app']>['timeline']>

/** What lies on the timeline. */
function checkTimeline(
  { clips, effects }: Pick<TimelineDraft, 'clips' | 'effects'>,
  path: Path,
  live: LiveEffects,
): void {
  clips?.forEach((clip, i) => {
    if (typeof clip?.media === 'string') live.requireClip(clip.media, [...path, 'clips', i, 'media'])
  })
  effects?.forEach((lane, i) => {
    if (typeof lane?.effect === 'string') live.requireEffect(lane.effect, [...path, 'effects', i, 'effect'])
  })
}

/** Names of trim callbacks that steps have registered. */
class Callbacks {
  readonly #names = new Set<string>()
  #incomplete = false

  constructor(readonly issues: IssueList) {}

  step({ registerCallback, unregisterCallback = null }: StepDraft, path: Path): void {
    const registered = registerCallback === null ? null : registerCallback?.name
    if (registered === null) this.#incomplete = true
    else if (registered !== undefined) this.#names.add(registered)
    const unregistered = unregisterCallback !== null && 'name' in unregisterCallback ? unregisterCallback.name : null
    if (unregistered === null || this.#names.has(unregistered) || this.#incomplete) return
    const what = 'the name of a callback that can be registered at that time, or a cookie'
    const at = [...path, 'unregisterCallback']
    this.issues.addUnknown(unregistered, () => unknownName(at, unregistered, what, this.#names))
  }
}

/** The blocks that pools are created with fit their segment, all of them together. */
function checkMinBlocks(file: FileDraft, issues: IssueList): void {
  const { app, system } = file
  const all = { localMemory: 0, nonLocalMemory: 0 }
  for (const [i, pool] of app?.pools?.entries() ?? []) {
    const { heap = null, minBlocks = null } = pool ?? {}
    const blockSize = pool?.blockSize === undefined ? (app?.blockSize ?? null) : pool.blockSize
    const segment = segmentOf(heap, file)
    if (blockSize === null || minBlocks === null || segment === null) continue
    const limit = system?.[segment] ?? null
    const before = all[segment]
    all[segment] += minBlocks * blockSize
    if (minBlocks === 0 || limit === null || all[segment] <= limit) continue
    const most = Math.max(0, Math.floor((limit - before) / blockSize))
    // that of pools which do not fit either may be no quantity any more
    const taken = before <= limit ? `${sizeToText(before)} of it` : 'more than that'
    const others = before === 0 ? '' : ` and other pools have ${taken}`
    const expected = `at most ${most}, as a block has ${sizeToText(blockSize)}, system.${segment} ${sizeToText(limit)}${others}`
    issues.add({ path: ['app', 'pools', i, 'minBlocks'], found: String(minBlocks), expected })
  }
}

/**
 * Unified memory has heaps of every type in the local segment group.
 * @param heap null: it cannot be made out
 * @returns null: nor can the segment
 */
function segmentOf(heap: string | null, { system }: FileDraft): 'nonLocalMemory' | 'localMemory' | null {
  const local = system?.localSegment ?? null
  if (heap === 'default' || local === 'aperture') return 'localMemory'
  return heap === null || local === null ? null : 'nonLocalMemory'
}

/** Each resource fits the segment that its heap lies in. */
function checkSizes({ resources }: EffectDraft, file: FileDraft, path: Path, issues: IssueList): void {
  for (const [i, resource] of resources?.entries() ?? []) {
    const { size = null, heap = 'default' } = resource ?? {}
    const segment = segmentOf(heap, file)
    const limit = segment === null ? null : (file.system?.[segment] ?? null)
    if (size === null || limit === null || size <= limit) continue
    const expected = `at most system.${segment} (${sizeToText(limit)})`
    issues.add({ path: [...path, 'resources', i, 'size'], found: sizeToText(size), expected })
  }
}

/** Conditions that list memory; of groups as a whole only where it is about memory as such. */
const OF_RESOURCES = ['resident', 'evictable', 'pagedOut', 'notResident', 'intact'] as const
const OF_GROUPS = ['allocated', 'notAllocated', 'contents'] as const

function checkExpect({ expect = null }: StepDraft, names: MemoryNames, path: Path, issues: IssueList): void {
  if (expect === null) return
  const check = (list: Names | null | undefined, condition: string, groups: boolean): void => {
    for (const [i, name] of namesIn(list))
      checkMemoryName(name, names, [...path, 'expect', condition, i], issues, { groups })
  }
  for (const condition of OF_RESOURCES) check(expect[condition], condition, false)
  for (const condition of OF_GROUPS) check(expect[condition], condition, true)
}

/** What `submit` and its parts use. */
function checkUsed({ resources, parts }: SubmitDraft, names: MemoryNames, path: Path, issues: IssueList): void {
  const check = (used: Names | null | undefined, at: Path): void => {
    for (const [i, name] of namesIn(used)) checkMemoryName(name, names, [...at, 'resources', i], issues)
  }
  check(resources, path)
  for (const [i, part] of parts?.entries() ?? []) check(part?.resources, [...path, 'parts', i])
}
