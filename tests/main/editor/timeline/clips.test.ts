/** Clips on the video tracks: what each edit makes of them, by hand. Moments in seconds × 1e6. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClipEdit, clipAt, editClips, endOf, nextClip, splitClips } from '../../../../main/editor/timeline/clips'
import type { TimelineClip } from '../../../../preload/contract'

const s = 1_000_000
const FRAME = 41_666
const footage = (media: string | undefined): number | undefined =>
  media === undefined ? 10 * s : media === 'sea' ? 4 * s : undefined

function clip(id: string, start: number, length: number, more: Partial<TimelineClip> = {}): TimelineClip {
  return { id, track: 1, start: start * s, length: length * s, offset: 0, ...more }
}

/** "a 0-10 +0" per clip, in order, in seconds; other tracks with their number. */
function shown(clips: readonly TimelineClip[]): string[] {
  return clips.map(({ id, track, start, length, offset }) => {
    const on = track === 1 ? '' : ` V${track}`
    return `${id} ${start / s}-${(start + length) / s} +${offset / s}${on}`
  })
}

function after(clips: readonly TimelineClip[], edit: ClipEdit): string[] {
  const made = editClips(clips, edit, footage)
  if ('problem' in made) throw new Error(made.problem)
  return shown(made.value)
}

const three = [clip('a', 0, 4), clip('b', 4, 2, { offset: 3 * s }), clip('c', 6, 4)]

describe('footage', () => {
  it('is put behind all else on its track, as long as it is', () => {
    expect(after(three, { edit: 'insert', media: 'sea' })).toContain('sea 10-14 +0')
    expect(after(three, { edit: 'insert', media: 'sea', track: 2 })).toContain('sea 0-4 +0 V2')
  })

  it('gets a name that no other clip has', () => {
    const one = [clip('sea', 0, 4, { media: 'sea' })]
    expect(after(one, { edit: 'insert', media: 'sea' })).toEqual(['sea 0-4 +0', 'sea 2 4-8 +0'])
    expect(after([], { edit: 'insert' })).toEqual(['Harbour at dusk 0-10 +0'])
  })

  it('that there is none of, or nothing left of, is refused', () => {
    expect(editClips(three, { edit: 'insert', media: 'lake' }, footage)).toHaveProperty('problem')
    expect(editClips(three, { edit: 'insert', media: 'sea', offset: 4 * s }, footage)).toHaveProperty('problem')
  })
})

describe('a move', () => {
  it('goes over what is there, of which the rest stays', () => {
    expect(after(three, { edit: 'move', clip: 'b', to: 8 * s })).toEqual(['a 0-4 +0', 'c 6-8 +0', 'b 8-10 +3'])
    expect(after(three, { edit: 'move', clip: 'b', to: 1 * s })).toEqual([
      'a 0-1 +0',
      'b 1-3 +3',
      'Harbour at dusk 3-4 +3',
      'c 6-10 +0',
    ])
  })

  it('to another track leaves a gap behind', () => {
    expect(after(three, { edit: 'move', clip: 'b', to: 4 * s, track: 2 })).toEqual([
      'a 0-4 +0',
      'c 6-10 +0',
      'b 4-6 +3 V2',
    ])
  })

  it('off the end of the day, or onto a ninth track, is refused', () => {
    expect(editClips(three, { edit: 'move', clip: 'a', to: 86_400 * s }, footage)).toHaveProperty('problem')
    expect(editClips(three, { edit: 'move', clip: 'a', to: 0, track: 9 }, footage)).toHaveProperty('problem')
    expect(editClips(three, { edit: 'move', clip: 'z', to: 0 }, footage)).toHaveProperty('problem')
  })
})

describe('a trim', () => {
  it('at the start shows later footage', () => {
    expect(after(three, { edit: 'trim', clip: 'a', start: 1 * s })[0]).toBe('a 1-4 +1')
  })

  it('stops at the neighbour, and where there is no more footage', () => {
    expect(after(three, { edit: 'trim', clip: 'b', start: 0, end: 9 * s })[1]).toBe('b 4-6 +3')
    expect(after([clip('b', 4, 2, { offset: 3 * s })], { edit: 'trim', clip: 'b', start: 0 })).toEqual(['b 1-6 +0'])
    expect(after([clip('sea', 0, 2, { media: 'sea' })], { edit: 'trim', clip: 'sea', end: 9 * s })).toEqual([
      'sea 0-4 +0',
    ])
  })

  it('leaves a frame', () => {
    const made = editClips(three, { edit: 'trim', clip: 'a', start: 9 * s }, footage)
    expect('value' in made && made.value[0]?.length).toBe(FRAME)
  })
})

describe('a split', () => {
  it('makes two clips that show what the one did', () => {
    const made = splitClips(three, 5 * s, undefined)
    expect('value' in made && shown(made.value)).toEqual([
      'a 0-4 +0',
      'b 4-5 +3',
      'Harbour at dusk 5-6 +4',
      'c 6-10 +0',
    ])
  })

  it('cuts all tracks there, or the one that is named', () => {
    const two = [clip('a', 0, 4), clip('d', 1, 2, { track: 2 })]
    const all = splitClips(two, 2 * s, undefined)
    expect('value' in all && all.value).toHaveLength(4)
    const one = splitClips(two, 2 * s, 'd')
    expect('value' in one && shown(one.value)).toEqual(['a 0-4 +0', 'd 1-2 +0 V2', 'Harbour at dusk 2-3 +1 V2'])
  })

  it('at an edge, or where nothing is, is refused', () => {
    for (const at of [0, 4 * s, 4 * s + FRAME - 1, 20 * s])
      expect(splitClips(three, at, undefined)).toHaveProperty('problem')
  })
})

describe('a removal', () => {
  it('leaves a gap, or closes it on its track alone', () => {
    expect(after(three, { edit: 'remove', clip: 'b' })).toEqual(['a 0-4 +0', 'c 6-10 +0'])
    const tracks = [...three, clip('d', 7, 1, { track: 2 })]
    expect(after(tracks, { edit: 'remove', clip: 'b', ripple: true })).toEqual(['a 0-4 +0', 'c 4-8 +0', 'd 7-8 +0 V2'])
  })
})

describe('what is seen', () => {
  it('is the uppermost clip, and nothing in a gap', () => {
    const tracks = [clip('a', 0, 4), clip('d', 1, 2, { track: 2 })]
    expect([0, 1, 2.9, 3, 4].map((at) => clipAt(tracks, at * s)?.id)).toEqual(['a', 'd', 'd', 'a', undefined])
  })

  it('comes next within a second, or not yet', () => {
    expect(nextClip(three, 3 * s, s)?.id).toBe('b')
    expect(nextClip(three, 3 * s - 1, s)).toBeUndefined()
  })

  it('ends with the last clip; an empty timeline has ten seconds', () => {
    expect([endOf(three), endOf([])]).toEqual([10 * s, 10 * s])
  })
})

it('clips of a track never overlap, are never shorter than a frame and show no footage that there is not', () => {
  const at = fc.integer({ min: 0, max: 14 * s })
  const id = fc.constantFrom('a', 'b', 'c', 'Harbour at dusk', 'Harbour at dusk 2', 'sea')
  const track = fc.integer({ min: 1, max: 2 })
  const edit = fc.oneof(
    fc.record({ edit: fc.constant('insert' as const), at, track, media: fc.constantFrom('sea', undefined) }),
    fc.record({ edit: fc.constant('move' as const), clip: id, to: at, track }),
    fc.record({ edit: fc.constant('trim' as const), clip: id, start: at, end: at }),
    fc.record({ edit: fc.constant('remove' as const), clip: id, ripple: fc.boolean() }),
    at,
  )
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      let clips: readonly TimelineClip[] = three
      for (const one of edits) {
        const made = typeof one === 'number' ? splitClips(clips, one, undefined) : editClips(clips, one, footage)
        if ('value' in made) clips = made.value
        for (const { start, length, offset, media } of clips) {
          expect(length).toBeGreaterThanOrEqual(FRAME)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(offset).toBeGreaterThanOrEqual(0)
          expect(offset + length).toBeLessThanOrEqual(footage(media) ?? 0)
        }
        for (const own of [1, 2]) {
          const line = clips.filter((clip) => clip.track === own).sort((a, b) => a.start - b.start)
          for (const [i, next] of line.entries())
            if (i > 0) expect(next.start).toBeGreaterThanOrEqual(line[i - 1]!.start + line[i - 1]!.length)
        }
        expect(new Set(clips.map((clip) => clip.id)).size).toBe(clips.length)
      }
    }),
  )
})
