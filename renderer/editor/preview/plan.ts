/** From the effects on the clip and their PSOs to the draws of one picture. Pure. */
import type { PipelineView, VariantView } from '../../../preload/contract'
import { CLIP_FRAMES } from './clip'
import { tintStrength } from './tint-strength'

/** Draws the clip itself: the shot that is edited, or the one that follows. */
export interface ClipStep {
  kind: 'clip'
  frame: number
  shot: 0 | 1
  target: number
}

/** One draw with a PSO. */
export interface PassStep {
  kind: 'pass'
  pipeline: PipelineView
  /** null: the general shader */
  variant: VariantView | null
  source: string
  frame: number
  /** which target each sampler reads */
  inputs: { name: string; target: number }[]
  /** share of the picture that a tint replaces */
  strength: number
  target: number
}

export type Step = ClipStep | PassStep

export interface Plan {
  steps: Step[]
  /** how many targets the steps use */
  targets: number
  /** the target that has the picture at the end */
  result: number
}

/** The variant to draw with, among those whose program is built; null: the general shader. */
export type Choose = (pipeline: PipelineView) => VariantView | null

/** Each effect once, where it was applied first: the picture with an effect twice is not another picture here. */
export function onClip(stack: readonly string[]): string[] {
  return [...new Set(stack)]
}

/** Each effect's PSOs in the order of its passes. */
function passesByEffect(pipelines: readonly PipelineView[]): Map<string, PipelineView[]> {
  const byEffect = new Map<string, PipelineView[]>()
  for (const pipeline of pipelines) {
    const passes = byEffect.get(pipeline.effect)
    if (passes === undefined) byEffect.set(pipeline.effect, [pipeline])
    else passes.push(pipeline)
  }
  for (const passes of byEffect.values()) passes.sort((a, b) => a.pass - b.pass)
  return byEffect
}

/** Effects that a tint stands for: their shaders ask for the strength that all tints share. */
export function tintsOf(pipelines: readonly PipelineView[]): Set<string> {
  return new Set(pipelines.filter(asksForStrength).map(({ effect }) => effect))
}

function asksForStrength({ source }: PipelineView): boolean {
  return reads(source, 'uStrength')
}

/** Whether the clip with these effects looks the same, and is drawn with the same programs, after PSOs have changed. */
export function drawnAlike(
  stack: readonly string[],
  pipelines: readonly PipelineView[],
  before: readonly PipelineView[],
): boolean {
  if (pipelines === before) return true
  const onStack = new Set(stack)
  const seen = (list: readonly PipelineView[]) => list.filter(({ effect }) => onStack.has(effect))
  const [now, then] = [seen(pipelines), seen(before)]
  return (
    now.length === then.length &&
    now.every((pipeline, index) => {
      const other = then[index] as PipelineView
      return (
        pipeline.id === other.id &&
        pipeline.variants.length === other.variants.length &&
        Object.entries(pipeline.constants).every(([name, values]) => sameValues(values, other.constants[name]))
      )
    })
  )
}

/** Bit by bit: 0 and −0 are different constants (BP-25). */
function sameValues(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}

/** What a pass may ask for, see the declarations of its source. */
const INPUTS = /\buniform\s+\w+\s+(uSource|uOriginal|uHistory1|uHistory2|uNext|uStrength)\b/g
const MOST_SOURCES = 512
const inputsBySource = new Map<string, ReadonlySet<string>>()

function reads(source: string, name: string): boolean {
  let inputs = inputsBySource.get(source)
  if (inputs === undefined) {
    inputs = new Set([...source.matchAll(INPUTS)].map((match) => match[1] as string))
    if (inputsBySource.size >= MOST_SOURCES) inputsBySource.clear()
    inputsBySource.set(source, inputs)
  }
  return inputs.has(name)
}

/**
 * The draws for a frame of the clip. An effect that reads earlier frames has the effects before it drawn for those
 * frames as well, each once; the clip starts over at its end.
 */
export function planOf(
  stack: readonly string[],
  pipelines: readonly PipelineView[],
  frame: number,
  choose: Choose,
): Plan {
  return new Planner(onClip(stack), pipelines, choose).plan(frame)
}

class Planner {
  private readonly steps: Step[] = []
  private readonly drawn = new Map<string, number>()
  private readonly passes: PipelineView[][]
  private readonly strength: number

  constructor(
    stack: readonly string[],
    pipelines: readonly PipelineView[],
    private readonly choose: Choose,
  ) {
    const byEffect = passesByEffect(pipelines)
    this.passes = stack.map((effect) => byEffect.get(effect) ?? [])
    this.strength = tintStrength(this.passes.filter((passes) => passes.some(asksForStrength)).length)
  }

  plan(frame: number): Plan {
    const result = this.picture(this.passes.length, frame)
    return withTargets(this.steps, result)
  }

  /** The picture of a frame after the first `count` effects; targets are numbered by step for now. */
  private picture(count: number, frame: number): number {
    return this.once(`${count} ${frame}`, () => {
      if (count === 0) return this.add({ kind: 'clip', frame, shot: 0, target: -1 })
      const original = this.picture(count - 1, frame)
      let current = original
      for (const pipeline of this.passes[count - 1] ?? [])
        current = this.pass(pipeline, count, frame, current, original)
      return current
    })
  }

  private pass(pipeline: PipelineView, count: number, frame: number, current: number, original: number): number {
    const variant = this.choose(pipeline)
    const source = variant?.source ?? pipeline.source
    const earlier = (by: number) => this.picture(count - 1, (frame - by + CLIP_FRAMES) % CLIP_FRAMES)
    const next = () => this.once(`next ${frame}`, () => this.add({ kind: 'clip', frame, shot: 1, target: -1 }))
    const available: [string, () => number][] = [
      ['uSource', () => current],
      ['uOriginal', () => original],
      ['uHistory1', () => earlier(1)],
      ['uHistory2', () => earlier(2)],
      ['uNext', next],
    ]
    const inputs = available
      .filter(([name]) => reads(source, name))
      .map(([name, target]) => ({ name, target: target() }))
    return this.add({ kind: 'pass', pipeline, variant, source, frame, inputs, strength: this.strength, target: -1 })
  }

  private once(key: string, draw: () => number): number {
    const known = this.drawn.get(key)
    if (known !== undefined) return known
    const made = draw()
    this.drawn.set(key, made)
    return made
  }

  private add(step: Step): number {
    this.steps.push(step)
    return this.steps.length - 1
  }
}

/** Gives each step a target; one whose picture is not read any more is used again. */
function withTargets(steps: readonly Step[], result: number): Plan {
  const lastUse = steps.map((_, index) => index)
  steps.forEach((step, index) => {
    if (step.kind === 'pass') for (const { target } of step.inputs) lastUse[target] = index
  })
  lastUse[result] = steps.length
  const readLast = steps.map((): number[] => [])
  lastUse.forEach((last, step) => {
    readLast[last]?.push(step)
  })
  const targetOf: number[] = []
  const free: number[] = []
  let targets = 0
  const placed = steps.map((step, index) => {
    const target = free.pop() ?? targets++
    targetOf[index] = target
    const made: Step =
      step.kind === 'clip'
        ? { ...step, target }
        : {
            ...step,
            target,
            inputs: step.inputs.map((input) => ({ ...input, target: targetOf[input.target] as number })),
          }
    // what nothing reads after this step is free for the next one
    for (const step of readLast[index] ?? []) free.push(targetOf[step] as number)
    return made
  })
  return { steps: placed, targets, result: targetOf[result] as number }
}

/** The clip's shader costs about as much as this many texture reads. */
const CLIP_COST = 12
const PASS_OVERHEAD = 1
/** Modelled operations that take as long as a texture read (BP-31): the model only sets the size of the first picture. */
const OPERATIONS_PER_READ = 16

/** What a step costs per pixel, in texture reads. */
export function costOfStep(step: Step): number {
  if (step.kind === 'clip') return CLIP_COST
  return (step.variant ?? step.pipeline).operations / OPERATIONS_PER_READ + PASS_OVERHEAD
}

export function costOf({ steps }: Plan): number {
  return steps.reduce((sum, step) => sum + costOfStep(step), 0)
}
