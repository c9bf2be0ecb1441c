import { describe, expect, it } from 'vitest'
import { applyTo, asOne, changeOf, type Edit, slim } from '../../../../main/editor/project/edit'
import { NO_DIFFERENCE } from '../../../../main/editor/timeline/difference'
import type { EffectSpec } from '../../../../preload/contract/specs'

const drag = (before: number, after: number, gesture?: number): Edit => ({
  kind: 'constants',
  effect: 'Blur',
  before: { radius: [before] },
  after: { radius: [after] },
  gesture,
})
const effect: EffectSpec = { name: 'Glow', gpuTime: 1000, resources: [{ name: 'main', size: 65536, resident: true }] }
const format = { width: 1920, height: 1080, format: 'R16G16B16A16_FLOAT' } as const

describe('an edit', () => {
  it('goes on with the last of the same drag, from where that began, and with no other', () => {
    expect(asOne(drag(1, 2, 7), drag(2, 3, 7))).toEqual(drag(1, 3, 7))
    expect(asOne(drag(1, 2, 7), drag(2, 3, 8))).toBeNull()
    expect(asOne(drag(1, 2), drag(2, 3))).toBeNull()
    expect(asOne(undefined, drag(2, 3, 7))).toBeNull()
  })

  it('keeps the resources of an effect', () => {
    const add: Edit = { kind: 'add', effect, format }
    expect(slim(add)).toEqual(add)
  })

  it('adds an effect, and removes it, from those that were added', () => {
    const added = new Map<string, EffectSpec>()
    applyTo(added, { kind: 'add', effect, format })
    expect([...added.keys()]).toEqual(['Glow'])
    applyTo(added, { kind: 'remove', effect, format, place: -1, timeline: NO_DIFFERENCE, next: undefined })
    expect(added.size).toBe(0)
    applyTo(added, undefined)
    expect(added.size).toBe(0)
  })

  it('changes the timeline as far as what it did lies there: a press only where nothing of the effect did', () => {
    const lane = { effect: 'Glow', enabled: true, spans: [{ id: 'Glow', start: 0 }] }
    const press = { kind: 'apply', effect: 'Glow' } as const
    expect(changeOf({ ...press, lane, wasThere: true })).toBeNull()
    expect(changeOf({ ...press, lane: null, wasThere: false })).toBeNull()
    expect(changeOf({ ...press, lane, wasThere: false })?.made.lanes).toEqual([
      { effect: 'Glow', spans: lane.spans, without: [] },
    ])
    const remove = { kind: 'remove', effect, format, place: -1, next: undefined } as const
    expect(changeOf({ ...remove, timeline: NO_DIFFERENCE })).toBeNull()
    const clip = { id: 'sea', media: 'sea', track: 1, start: 0, length: 10, offset: 0 }
    const timeline = { ...NO_DIFFERENCE, clips: [clip], lanes: [{ ...lane, without: [], next: null }] }
    expect(changeOf({ ...remove, timeline })).toEqual({
      made: { ...NO_DIFFERENCE, without: ['sea'], withoutLanes: [lane] },
      goes: true,
    })
    const add: Edit = { kind: 'add', effect, format }
    expect(changeOf(add)).toBeNull()
    expect(changeOf({ ...add, placed: { after: NO_DIFFERENCE, before: NO_DIFFERENCE } })).toBeNull()
    expect(changeOf({ ...add, placed: { after: timeline, before: NO_DIFFERENCE } })?.made).toBe(timeline)
    expect(changeOf(drag(1, 2))).toBeNull()
  })
})
