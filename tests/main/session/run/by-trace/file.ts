/**
 * A random program as the file of a scenario: what its steps name becomes something of that kind that is there, and a step
 * that no run could make valid is left out (SC-16).
 */
import { scenarioText } from '../../../../../main/session/document/project-file'
import { validateScenario } from '../../../../../main/session/scenario'
import { type Program, scenarioOfProgram } from '../../random-programs'
import type { Asked } from './shown'

interface Effect {
  name: string
  resources: { name: string }[]
}

type File = Asked & { app: { policy: string; effects: Effect[] }; steps: Asked['steps'][number][] }

/** @param after µs for which the run goes on behind its last step */
export function fileOf(program: Program, after: number): File {
  let at = 0
  const steps = program.steps.map(({ after: wait, action }) => {
    at += wait
    return { at, ...action }
  })
  const file: File = JSON.parse(scenarioText({ ...scenarioOfProgram(program), steps, until: at + after }))
  const names = new Names(file.app.effects)
  let left = file.steps.map((step) => names.there(step))
  for (;;) {
    const made = { ...file, steps: left }
    const result = validateScenario(made)
    if (result.ok) return made
    const bad = new Set(result.problems.map(({ path }) => Number(/^steps\[(\d+)\]/.exec(path)?.[1])))
    const good = left.filter((_step, i) => !bad.has(i))
    if (good.length === left.length) throw new Error(JSON.stringify(result.problems))
    left = good
  }
}

/** Effects that there are when a step is carried out. */
class Names {
  private readonly live: Effect[]

  constructor(effects: readonly Effect[]) {
    this.live = [...effects]
  }

  there(step: File['steps'][number]): File['steps'][number] {
    const made = Object.fromEntries(Object.entries(step).map(([verb, value]) => [verb, this.value(verb, value)]))
    const { addEffect, removeEffect } = made as { addEffect?: Effect; removeEffect?: string }
    if (addEffect !== undefined && this.live.every(({ name }) => name !== addEffect.name)) this.live.push(addEffect)
    const gone = this.live.findIndex(({ name }) => name === removeEffect)
    if (gone >= 0) this.live.splice(gone, 1)
    return { ...made, at: step.at }
  }

  private value(field: string, value: unknown): unknown {
    if (field === 'addEffect') return value
    if (typeof value === 'string') {
      if (['apply', 'removeEffect', 'effect'].includes(field)) return this.effect(value)?.name ?? value
      return /^[A-Z]\.r\d$/.test(value) ? this.resource(value) : value
    }
    if (Array.isArray(value)) return [...new Set(value.map((each) => this.value('', each)))]
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.value(name, each)]))
  }

  private effect(name: string): Effect | undefined {
    return this.live.find((one) => one.name === name) ?? this.live[name.charCodeAt(0) % this.live.length]
  }

  private resource(full: string): string {
    const effect = this.effect(full.slice(0, 1))
    const resource = effect?.resources[Number(full.slice(3)) % effect.resources.length]
    return effect === undefined || resource === undefined ? full : `${effect.name}.${resource.name}`
  }
}
