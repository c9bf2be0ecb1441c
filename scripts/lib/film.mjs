/** What the film strip is made of, before any app is started: its project, and where each picture lies on the sheet. */

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

/** "03.png": in the order of a folder. @param {number} place the first is 0 */
export function fileOf(place) {
  return `${String(place + 1).padStart(2, '0')}.png`
}
