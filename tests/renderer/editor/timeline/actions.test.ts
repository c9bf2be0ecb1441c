/** Each thing that a person does on the timeline is one command, of what is chosen or at the playhead. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addKeyframe,
  choose,
  clearMarks,
  copy,
  dropRenders,
  mark,
  markChosen,
  markHere,
  paste,
  remove,
  render,
  renderChosen,
  split,
  toggleFollow,
  toggleSnap,
  trimToPlayhead,
  zoomBy,
} from '../../../../renderer/editor/timeline/actions'
import { useStore } from '../../../../renderer/store/store'
import type { TimelineChoice } from '../../../../renderer/store/tabs/timeline'
import { openTimeline, s } from './project'

const tab = () => useStore.getState().timelineTab
const told = () => useStore.getState().toasts.map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const clip = (id: string): TimelineChoice => ({ kind: 'clip', id })
const span = (id: string): TimelineChoice => ({ kind: 'span', id })

describe('Split', () => {
  it.each([
    // frame 72.48 of 24 a second: the start of the nearest one
    ['a clip', clip('b'), 3_020_000, { at: 3 * s, clip: 'b' }],
    ['a span', span('s1'), 2 * s, { at: 2 * s, span: 's1' }],
    ['an effect that is everywhere', span('Vignette'), 2 * s, { at: 2 * s, span: 'Vignette' }],
    ['all clips there, where the chosen one is elsewhere', clip('b'), s, { at: s }],
    ['all clips there, where nothing is chosen', null, s, { at: s }],
  ])('splits %s', (_, chosen, playhead, expected) => {
    const sent = openTimeline({ chosen }, playhead)
    split()
    expect(sent.edits()).toEqual([{ edit: 'split', ...expected }])
  })
})

describe('Delete', () => {
  it.each([
    ['a clip', clip('b'), false, { edit: 'remove', clip: 'b' }],
    ['a clip, and the gap', clip('b'), true, { edit: 'remove', clip: 'b', ripple: true }],
    ['one span of several', span('s2'), false, { edit: 'removeSpan', span: 's2' }],
    ['an effect with its only span', span('s3'), true, { edit: 'takeOff', effect: 'Sepia' }],
    ['an effect that is everywhere', span('Vignette'), false, { edit: 'takeOff', effect: 'Vignette' }],
  ] as const)('takes away %s, which is then not chosen any more', (_, chosen, ripple, expected) => {
    const sent = openTimeline({ chosen })
    remove(ripple)
    expect([sent.edits(), tab().chosen]).toEqual([[expected], null])
  })

  it('says what is missing where nothing is chosen', () => {
    const sent = openTimeline()
    remove(false)
    expect([sent.commands(), told()]).toEqual([[], ['Choose a clip or an effect on the timeline first.']])
  })
})

describe('Copy and Paste', () => {
  it('put a clip onto its track at the playhead, as long as it is and from where its footage begins', () => {
    const sent = openTimeline({ chosen: clip('b') }, 1_020_000)
    copy()
    expect(sent.commands()).toEqual([])
    paste()
    expect(sent.edits()).toEqual([{ edit: 'insert', media: 'sea', track: 2, length: 3 * s, offset: 500_000, at: s }])
  })

  it('put sample footage as such: it has no name', () => {
    const sent = openTimeline({ chosen: clip('a') })
    copy()
    paste()
    expect(sent.edits()).toEqual([{ edit: 'insert', track: 1, length: 4 * s, offset: 0, at: 0 }])
  })

  it.each([
    ['s1', { effect: 'Blur', length: 2 * s, keyframes: { radius: [{ at: 0, value: [1] }] } }],
    ['s2', { effect: 'Blur' }],
    ['Vignette', { effect: 'Vignette' }],
  ])('put the span %s at the playhead, with its length and its keyframes where it has some', (id, expected) => {
    const sent = openTimeline({ chosen: span(id) }, 3 * s)
    copy()
    paste()
    expect(sent.edits()).toEqual([{ edit: 'addSpan', start: 3 * s, ...expected }])
  })

  it('keep what was copied where nothing is chosen, and copy nothing that is gone', () => {
    const sent = openTimeline({ chosen: clip('a') })
    copy()
    const { copied } = tab()
    choose(null)
    copy()
    choose(clip('gone'))
    copy()
    expect([tab().copied, told()]).toEqual([copied, ['Choose a clip or an effect on the timeline first.']])
    expect(sent.commands()).toEqual([])
  })

  it('say so where nothing was copied', () => {
    const sent = openTimeline()
    paste()
    expect([sent.commands(), told()]).toEqual([[], ['Nothing was copied on the timeline yet.']])
  })
})

describe('what is trimmed to the playhead', () => {
  it.each([
    [clip('b'), 'start', 3 * s, { edit: 'trim', clip: 'b', start: 3 * s }],
    [clip('b'), 'end', 3 * s, { edit: 'trim', clip: 'b', end: 3 * s }],
    // from 1 s to 3 s: it ends where it did, and keyframes stay where they are
    [span('s1'), 'start', 2 * s, { edit: 'setSpan', span: 's1', start: 2 * s, length: s, keyframesStay: true }],
    [span('s1'), 'end', 2 * s, { edit: 'setSpan', span: 's1', length: s }],
    // it goes to the end of the timeline, wherever that is
    [span('s2'), 'start', 3 * s, { edit: 'setSpan', span: 's2', start: 3 * s, keyframesStay: true }],
    [span('s2'), 'end', 3 * s, { edit: 'setSpan', span: 's2', length: 0 }],
  ] as const)('%o, its %s at %i', (chosen, edge, playhead, expected) => {
    const sent = openTimeline({ chosen }, playhead)
    trimToPlayhead(edge)
    expect(sent.edits()).toEqual([expected])
  })

  it('is nothing where nothing is chosen', () => {
    const sent = openTimeline()
    trimToPlayhead('end')
    expect(sent.commands()).toEqual([])
  })
})

describe('a keyframe', () => {
  it('is put at the playhead, counted from where its span begins', () => {
    const sent = openTimeline({}, 2 * s)
    addKeyframe('s1', 'radius', [3])
    addKeyframe('Vignette', 'amount', [0.5])
    expect(sent.edits()).toEqual([
      { edit: 'keyframe', span: 's1', constant: 'radius', at: s, value: [3] },
      { edit: 'keyframe', span: 'Vignette', constant: 'amount', at: 2 * s, value: [0.5] },
    ])
  })

  it.each([
    ['before its span', 's1', 0],
    ['behind its span', 's1', 3_500_000],
    ['anywhere, of a span that is gone', 'gone', 2 * s],
  ])('is not put %s', (_, id, playhead) => {
    const sent = openTimeline({}, playhead)
    addKeyframe(id, 'radius', [3])
    expect([sent.commands(), told()]).toEqual([[], ['Put the playhead onto the span first.']])
  })
})

describe('the marks In and Out', () => {
  const marks = (sent: ReturnType<typeof openTimeline>) =>
    sent.commands().map((one) => (one.kind === 'setTransport' ? { in: one.in, out: one.out } : one.kind))

  it('are about the frame that is seen: it is the first, or the last, that is played', () => {
    const sent = openTimeline({}, 1_020_000)
    markHere('in')
    markHere('out')
    expect(marks(sent)).toEqual([
      { in: s, out: undefined },
      { in: undefined, out: 1_041_667 },
    ])
  })

  it('stay a frame apart', () => {
    const sent = openTimeline()
    mark('out', 2 * s)
    mark('in', 3 * s)
    expect(marks(sent)).toEqual([
      { in: undefined, out: 2 * s },
      { in: 1_958_333, out: undefined },
    ])
  })

  it('are where the chosen clip begins and ends, and can be taken away', () => {
    const sent = openTimeline({ chosen: clip('b') })
    markChosen()
    choose(null)
    markChosen()
    clearMarks()
    expect(marks(sent)).toEqual([
      { in: 2 * s, out: 5 * s },
      { in: null, out: null },
    ])
  })
})

describe('Render', () => {
  it.each([
    ['what is between the marks', { in: s, out: 2 * s }, clip('b'), [s, 2 * s]],
    ['from In to the end', { in: s, out: null }, null, [s, 5 * s]],
    ['from the start to Out', { in: null, out: 2 * s }, null, [0, 2 * s]],
    ['what is chosen, where there are no marks', null, clip('b'), [2 * s, 5 * s]],
    ['what is chosen, where the marks leave nothing between them', { in: 9 * s, out: null }, clip('b'), [2 * s, 5 * s]],
    ['a span', null, span('s1'), [s, 3 * s]],
    ['a span to the end of the timeline', null, span('s2'), [4 * s, 5 * s]],
    ['all, where what was chosen is gone', null, clip('gone'), [0, 5 * s]],
    ['all, where nothing is chosen', null, null, [0, 5 * s]],
  ])('renders %s', (_, wantsTransport, chosen, [from, to]) => {
    const sent = openTimeline({ chosen })
    useStore.setState({ wantsTransport })
    render()
    expect(sent.edits()).toEqual([{ edit: 'render', from, to }])
  })

  it('of what is chosen does not look at the marks', () => {
    const sent = openTimeline({ chosen: span('s1') })
    useStore.setState({ wantsTransport: { in: 0, out: s } })
    renderChosen()
    dropRenders()
    expect(sent.edits()).toEqual([{ edit: 'render', from: s, to: 3 * s }, { edit: 'dropRenders' }])
  })
})

it('what the timeline shows changes here alone: zoom from all of it to 64 times, snapping, following', () => {
  const sent = openTimeline()
  zoomBy(2)
  zoomBy(2)
  expect(tab().zoom).toBe(4)
  zoomBy(100)
  expect(tab().zoom).toBe(64)
  zoomBy(0.001)
  expect(tab().zoom).toBe(1)
  toggleSnap()
  toggleFollow()
  expect(tab()).toMatchObject({ snap: false, follow: false })
  toggleSnap()
  toggleFollow()
  expect(tab()).toMatchObject({ snap: true, follow: true })
  expect(sent.commands()).toEqual([])
})
