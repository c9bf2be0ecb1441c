/**
 * What one field alone cannot tell: order of time, names that something must make, sizes that must fit. What is reported
 * is only what no run could make valid (SC-16).
 */

import { STEP_REFERENCE, stepIndex } from '../format/call-expectation'
import { durationToText, sizeToText } from '../format/units'
import type { Path } from '../text/problems'
import { checkAdapters } from './adapters'
import { checkBackground, checkConstants } from './background'
import type { Draft } from './draft'
import type { DraftEffect, DraftSubmit } from './draft-parts'
import { type DraftStep, type DraftSteps, GROUP_CONDITIONS } from './draft-step'
import type { DraftTimeline } from './draft-timeline'
import { checkPasses, checkSubmit } from './gpu'
import { IssueList } from './lists'
import { LiveEffects, unknownName } from './live-effects'
import { checkMemoryName, LiveMemory } from './memory'
import { MemoryNames } from './memory-names'
import { checkProcesses } from './processes'

/** All issues that need more than one field to be seen, and the names that are wrong because nothing makes them. */
export function semanticIssues(draft: Draft): IssueList {
  const issues = new IssueList(draft.unmade)
  checkTimes(draft, issues)
  const live = new LiveEffects(issues)
  draft.effects.forEach((effect, i) => {
    const path = ['app', 'effects', i]
    live.addAtStart(effect, path)
    checkSizes(effect, draft, path, issues)
    checkPasses(effect, path, issues)
    checkConstants(effect, path, issues)
  })
  draft.clips.forEach((clip, i) => {
    live.addClipAtStart(clip, ['app', 'clips', i])
  })
  checkTimeline(draft.timeline, ['app', 'timeline'], live)
  checkMinBlocks(draft, issues)
  const memory = new LiveMemory(draft, issues)
  const names = MemoryNames.of(draft)
  const callbacks = new Callbacks(issues)
  draft.steps.forEach((step, i) => {
    const path = ['steps', i]
    const { addEffect, submit } = step
    checkEffects(step, addEffect, path, live)
    callbacks.step(step, path)
    memory.step(step.memory, names, path)
    if (addEffect !== undefined) {
      checkSizes(addEffect, draft, [...path, 'addEffect'], issues)
      checkPasses(addEffect, [...path, 'addEffect'], issues)
      checkConstants(addEffect, [...path, 'addEffect'], issues)
    }
    checkNamedSteps(step, draft.steps, i, issues)
    if (submit !== undefined) checkSubmit(submit, [...path, 'submit'], issues)
    if (names !== undefined) {
      checkExpect(step, names, path, issues)
      checkUsed(submit, names, [...path, 'submit'], issues)
      checkName(step.prioritized, names, [...path, 'residencyPriority', 'resource'], issues)
    }
  })
  checkBackground(draft, issues)
  checkAdapters(draft, issues)
  checkProcesses(draft, issues)
  return issues
}

/** What a condition says of another step can be known only of one that comes before, and makes a call (SC-15). */
function checkNamedSteps({ named }: DraftStep, steps: DraftSteps, own: number, issues: IssueList): void {
  for (const { condition, name } of named) {
    if (!STEP_REFERENCE.test(name)) continue // bad by itself, and reported as such
    const index = stepIndex(name)
    const step = index < own ? steps.at(index) : undefined
    const isPress = condition === 'results' || step?.presses === true
    if (step !== undefined && !step.expects && isPress) continue
    const kind =
      condition === 'results' ? 'an earlier step that is no "expect"' : 'an earlier step with "apply" or "use"'
    const path = ['steps', own, 'expect', condition, name]
    issues.add({ path, found: JSON.stringify(name), expected: kind, atKey: true })
  }
}

function checkTimes({ steps, until }: Draft, issues: IssueList): void {
  let latest: { at: number; index: number } | undefined
  steps.forEach(({ at }, index) => {
    if (at === undefined) return
    const path = ['steps', index, 'at']
    const found = durationToText(at)
    if (latest !== undefined && at < latest.at) {
      const expected = `at least ${durationToText(latest.at)}, the time of steps[${latest.index}]: steps are in order of time`
      issues.add({ path, found, expected })
    } else latest = { at, index }
    if (until !== undefined && at > until) {
      issues.add({ path, found, expected: `at most ${durationToText(until)}, the end of the run ("until")` })
    }
  })
}

function checkEffects(step: DraftStep, addEffect: DraftEffect | undefined, path: Path, live: LiveEffects): void {
  const { apply, parameterized, removeEffect } = step
  if (apply !== undefined) live.requireName(apply, [...path, 'apply'])
  if (parameterized !== undefined) live.requireEffect(parameterized, [...path, 'setConstants', 'effect'])
  if (addEffect !== undefined) live.add(addEffect, [...path, 'addEffect'])
  if (removeEffect !== undefined) live.requireEffect(removeEffect, [...path, 'removeEffect'])
  const { importClip, removeClip } = step.memory
  if (importClip !== undefined) live.addClip(importClip)
  if (removeClip !== undefined) live.requireClip(removeClip, [...path, 'removeClip'])
  checkTimeline(step.timeline, [...path, 'timeline'], live)
}

function checkTimeline({ effects, media }: DraftTimeline, path: Path, live: LiveEffects): void {
  for (const own of effects) live.requireEffect(own.name, [...path, ...own.path])
  for (const own of media) live.requireClip(own.name, [...path, ...own.path])
}

/** Names of trim callbacks that steps have registered. */
class Callbacks {
  readonly #names = new Set<string>()
  #incomplete = false

  constructor(readonly issues: IssueList) {}

  step({ registered, unregistered }: DraftStep, path: Path): void {
    if (registered === null) this.#incomplete = true
    else if (registered !== undefined) this.#names.add(registered)
    if (unregistered === undefined || this.#names.has(unregistered) || this.#incomplete) return
    const what = 'the name of a callback that can be registered at that time, or a cookie'
    const at = [...path, 'unregisterCallback']
    this.issues.addUnknown(unregistered, () => unknownName(at, unregistered, what, this.#names))
  }
}

/** The blocks that pools are created with fit their segment, all of them together. */
function checkMinBlocks(draft: Draft, issues: IssueList): void {
  const taken = { localMemory: 0, nonLocalMemory: 0 }
  draft.pools.forEach(({ heap, blockSize, minBlocks }, i) => {
    if (heap === undefined || blockSize === undefined || minBlocks === undefined) return
    const segment = segmentOf(heap !== 'default', draft)
    const limit = draft[segment]
    const before = taken[segment]
    taken[segment] += minBlocks * blockSize
    if (minBlocks === 0 || limit === undefined || taken[segment] <= limit) return
    const most = Math.max(0, Math.floor((limit - before) / blockSize))
    const others = before === 0 ? '' : ` and other pools have ${sizeToText(before)} of it`
    const expected = `at most ${most}, as a block has ${sizeToText(blockSize)}, system.${segment} ${sizeToText(limit)}${others}`
    issues.add({ path: ['app', 'pools', i, 'minBlocks'], found: String(minBlocks), expected })
  })
}

/** Unified memory has heaps of every type in the local segment group. */
function segmentOf(nonLocal: boolean, { unified }: Draft): 'nonLocalMemory' | 'localMemory' {
  return nonLocal && !unified ? 'nonLocalMemory' : 'localMemory'
}

/** Each resource fits the segment that its heap lies in. */
function checkSizes(effect: DraftEffect, draft: Draft, path: Path, issues: IssueList): void {
  effect.resources.forEach(({ size, nonLocal }, i) => {
    const segment = segmentOf(nonLocal, draft)
    const limit = draft[segment]
    if (size === undefined || limit === undefined || size <= limit) return
    const expected = `at most system.${segment} (${sizeToText(limit)})`
    issues.add({ path: [...path, 'resources', i, 'size'], found: sizeToText(size), expected })
  })
}

function checkExpect({ expect }: DraftStep, names: MemoryNames, path: Path, issues: IssueList): void {
  for (const [condition, list] of expect) {
    // what is listed may be whole groups where it is about memory as such
    const groups = GROUP_CONDITIONS.has(condition)
    list.forEach((name, i) => {
      if (name !== undefined) checkMemoryName(name, names, [...path, 'expect', condition, i], issues, { groups })
    })
  }
}

/** What `submit` and its parts use. */
function checkUsed(submit: DraftSubmit | undefined, names: MemoryNames, path: Path, issues: IssueList): void {
  const check = (used: readonly (string | undefined)[], at: Path) => {
    used.forEach((name, i) => {
      checkName(name, names, [...at, 'resources', i], issues)
    })
  }
  check(submit?.resources ?? [], path)
  submit?.parts?.forEach(({ resources }, i) => {
    check(resources, [...path, 'parts', i])
  })
}

function checkName(name: string | undefined, names: MemoryNames, path: Path, issues: IssueList): void {
  if (name !== undefined) checkMemoryName(name, names, path, issues)
}
