/** What film and film strip are made of, before any app is started: projects, times, and where each picture lies. */

/** The effects that are added, in order, each with parameters that suit the sample footage. */
const EFFECTS = [
  { name: 'Colour grade', constants: { look: [1] } },
  { name: 'Bloom', constants: { intensity: [0.9] } },
  { name: 'Lens distortion', constants: { barrel: [0.1], outside: [1] } },
  { name: 'Vignette', constants: { strength: [0.35] } },
]

/** Of one effect, as large as a frame of 3840 × 2160. @param {string} name */
function target(name) {
  return { name, size: '64MiB' }
}

/** Nothing but what is done to it changes it. */
export const FILM_PROJECT = {
  trimline: 1,
  name: 'Harbour',
  system: { profile: 'discrete-24gib', periodicTrim: { idleAfter: '10h' } },
  app: {
    policy: 'creative-app-fixed',
    effects: EFFECTS.map((effect) => ({ ...effect, resources: [target('main'), target('result')] })),
  },
}

/** Of the film of twenty seconds: memory at twice the size, and trims that come every two seconds of idleness. */
export const REEL_PROJECT = {
  trimline: 1,
  name: 'Harbour',
  system: { profile: 'discrete-2gib', periodicTrim: { idleAfter: '10h', interval: '2s' } },
  app: {
    policy: 'creative-app-fixed',
    effects: EFFECTS.slice(0, 3).map((effect) => ({
      ...effect,
      resources: ['main', 'result'].map((name) => ({ name, size: '128MiB', resident: false })),
    })),
  },
}

/** Has no room for all of it. */
export const REEL_BUDGET = '500MiB'

/** s */
export const FILM_SECONDS = 20
/** px; below the picture */
export const CAPTION_HEIGHT = 40
/** px; 1440 × 900 at three quarters, and what is said of it */
export const FILM_SIZE = { width: 1080, height: 675 + CAPTION_HEIGHT }

/**
 * How long each picture is shown: until the next was taken, and in all as long as the film is.
 * @template {{ at: number }} Picture
 * @param {readonly Picture[]} taken in order; at: ms
 * @returns {(Picture & { duration: number })[]} ms, whole
 */
export function inTime(taken) {
  const shown = taken.filter(({ at }) => at < FILM_SECONDS * 1_000)
  const ends = shown.map((_, i) => Math.round(shown[i + 1]?.at ?? FILM_SECONDS * 1_000))
  return shown.map((picture, i) => ({ ...picture, duration: (ends[i] ?? 0) - (ends[i - 1] ?? 0) }))
}

const ACROSS = 3
/** px; 1440 × 900 made smaller */
const PICTURE = { width: 560, height: 350 }
/** px */
const CAPTION = 28
const GAP = 10

/**
 * The contact sheet, row by row from the top left. px
 * @param {number} count pictures
 */
export function sheetOf(count) {
  const rows = Math.ceil(count / ACROSS)
  const [right, down] = [PICTURE.width + GAP, PICTURE.height + CAPTION + GAP]
  return {
    width: Math.min(count, ACROSS) * right + GAP,
    height: rows * down + GAP,
    places: Array.from({ length: count }, (_, i) => ({
      x: GAP + (i % ACROSS) * right,
      y: GAP + Math.floor(i / ACROSS) * down,
      ...PICTURE,
    })),
  }
}
