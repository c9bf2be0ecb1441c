/** What the Preview shows: the picture that the simulated GPU has shown last, and what the next one waits for. */
import type { PreviewView, PreviewWait } from '../../../preload/contract'
import { standingOf } from '../laboratory/delays/segments'
import type { World } from '../world/world'

/** µs that a frame or a press may take before it is said what it waits for: two vertical blanks of 60 Hz and a little */
const WORTH_SAYING = 40_000

/** The clip's picture, playhead and transport; times in µs (LB-08). */
export function previewView(world: World): PreviewView {
  const { picture, isFollowing, transport } = world.player
  return {
    picture,
    position: transport.position,
    following: isFollowing,
    transport: transport.settings,
    rendered: renderedSpans(world),
    waiting: waitOf(world),
  }
}

/** Where each cache is: a trim takes it off the list, and what needs its memory out of the segment. */
function renderedSpans({ renders, editor, vidmm }: World): PreviewView['rendered'] {
  return renders.spans.map(({ start, length, isReady, resource }) => {
    const found = editor.find(resource)
    const state = found === undefined ? 'paged-out' : vidmm.residency.state(found.handle)
    return {
      start,
      length,
      isReady,
      isListed: state === 'resident' || state === 'pending',
      isInSegment: state === 'resident' || state === 'evictable',
    }
  })
}

function sameRendered(a: PreviewView['rendered'], b: PreviewView['rendered']): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i]
      return (
        one.start === other?.start &&
        one.isReady === other.isReady &&
        one.isListed === other.isListed &&
        one.isInSegment === other.isInSegment
      )
    })
  )
}

function waitOf({ delays, sim, scheduler }: World): PreviewWait | null {
  const pending = delays.oldest
  if (pending === undefined || sim.now - pending.begin < WORTH_SAYING) return null
  return { since: pending.begin, ...standingOf(pending, scheduler) }
}

/** Whether the page, which has seen the one, needs the other. Pictures and settings are new objects when they change. */
export function samePreview(a: PreviewView, b: PreviewView): boolean {
  const same = a.picture === b.picture && a.position === b.position && a.following === b.following
  return same && a.transport === b.transport && sameRendered(a.rendered, b.rendered) && sameWait(a.waiting, b.waiting)
}

function sameWait(a: PreviewWait | null, b: PreviewWait | null): boolean {
  if (a === null || b === null) return a === b
  return a.since === b.since && a.kind === b.kind && a.name === b.name && a.engine === b.engine
}
