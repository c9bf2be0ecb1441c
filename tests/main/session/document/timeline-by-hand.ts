/** A scenario in which a person edits the timeline, and what of it is saved. */
import { expect } from 'vitest'
import { readBackProblem } from '../../../../main/session/document/read-back'
import type { EffectLane, TimelineClip, TimelineEdit, TimelineSpec } from '../../../../preload/contract'
import { LiveRig, MIB, scenario } from '../live-rig'

export const S = 1_000_000
export const NAMES = ['Blur', 'Sharpen', 'Sepia']
export const resources = [{ name: 'r', size: MIB }]
export const media = { name: 'sea', width: 64, height: 64, frames: 1, thumbnails: 0, length: '20s' }

export type File = Record<string, unknown>
export const played = (steps: File[], timeline?: File): LiveRig =>
  new LiveRig(
    scenario({
      app: {
        effects: NAMES.map((name) => ({ name, resources })),
        clips: [media],
        ...(timeline === undefined ? {} : { timeline }),
      },
      steps,
    }),
  )

export const saved = (rig: LiveRig): { app: { timeline?: TimelineSpec } } => JSON.parse(rig.session.toScenarioText())
export const lanesIn = (rig: LiveRig): EffectLane[] => saved(rig).app.timeline?.effects ?? []
export const clipsIn = (rig: LiveRig): TimelineClip[] => saved(rig).app.timeline?.clips ?? []
export const seen = (rig: LiveRig): TimelineSpec => rig.session.world.timeline.spec
export const edit = (rig: LiveRig, ...changes: TimelineEdit[]): void => {
  for (const change of changes) rig.must({ kind: 'timeline', change })
}
/** What was saved, opened. */
export const opened = (rig: LiveRig): LiveRig => {
  const text = rig.session.toScenarioText()
  expect(readBackProblem(text, 'project')).toBeNull()
  const { trimline: _, ...file } = JSON.parse(text)
  return new LiveRig(scenario(file))
}

export const span = (id: string, start: number, length?: number) => ({
  id,
  start: start * S,
  ...(length === undefined ? {} : { length: length * S }),
})
export const lane = (effect: string, ...spans: ReturnType<typeof span>[]): EffectLane => ({
  effect,
  enabled: true,
  spans,
})
export const clip = (id: string, track: number, start: number, length: number, own = {}): TimelineClip => ({
  id,
  ...(id === 'sea' ? { media: 'sea' } : {}),
  track,
  start: start * S,
  length: length * S,
  offset: 0,
  ...own,
})
/** As the file's text has it. */
export const own = {
  clips: [clip('sea', 1, 0, 8), clip('b', 2, 2, 4)],
  effects: [lane('Sepia', span('old', 0, 2)), lane('Blur', span('b1', 0, 4))],
}
export const ownLane = own.effects[0] as EffectLane

export const apply = (at: string, name: string) => ({ at, apply: name })
export const removal = (at: string, name: string) => ({ at, removeEffect: name })
export const byStep = (at: string, timeline: File) => ({ at, timeline })
export const again = (at: string, name: string) => ({ at, addEffect: { name, resources } })
