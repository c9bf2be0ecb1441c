/**
 * Still WebP pictures, as a browser encodes them, put together to an animated one: chunks moved from one container to
 * another, nothing decoded. @see https://developers.google.com/speed/webp/docs/riff_container
 */

/** Of a chunk: its name and its size. bytes */
const HEAD = 8
/** VP8X: it moves, and has transparency */
const ANIMATION_AND_ALPHA = 0x12
/** of a still, what belongs to its pixels */
const PIXELS = ['ALPH', 'VP8 ', 'VP8L']

/** @param {string} name four letters @param {Buffer} content */
function chunk(name, content) {
  const head = Buffer.alloc(HEAD)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  // even sizes only
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** @param {readonly number[]} values of 24 bits each */
function triples(values) {
  const bytes = Buffer.alloc(values.length * 3)
  for (const [i, value] of values.entries()) bytes.writeUIntLE(value, i * 3, 3)
  return bytes
}

/**
 * The chunks of a container, in order, with what is in each.
 * @param {Buffer} content between the container's own head and its end
 * @returns {{ name: string, content: Buffer }[]}
 */
export function chunksOf(content) {
  const chunks = []
  for (let at = 0; at + HEAD <= content.length; ) {
    const size = content.readUInt32LE(at + 4)
    chunks.push({
      name: content.toString('latin1', at, at + 4),
      content: content.subarray(at + HEAD, at + HEAD + size),
    })
    at += HEAD + size + (size % 2)
  }
  return chunks
}

/**
 * One part of the picture from one moment on; where it is transparent, what was there stays.
 * @typedef {object} Frame
 * @property {number} x px, even
 * @property {number} y px, even
 * @property {number} width px
 * @property {number} height px
 * @property {number} duration ms until the next
 * @property {Buffer} still WebP of that size
 */

/** @param {Frame} frame */
function frameChunk({ x, y, width, height, duration, still }) {
  if (x % 2 !== 0 || y % 2 !== 0) throw new Error(`found a frame at ${x}, ${y}; expected even numbers`)
  const pixels = chunksOf(still.subarray(12)).filter(({ name }) => PIXELS.includes(name))
  if (still.toString('latin1', 8, 12) !== 'WEBP' || pixels.length === 0) throw new Error('found no WebP still')
  const place = triples([x / 2, y / 2, width - 1, height - 1, Math.round(duration)])
  const parts = pixels.map(({ name, content }) => chunk(name, content))
  return chunk('ANMF', Buffer.concat([place, Buffer.of(0), ...parts]))
}

/**
 * @param {{ width: number, height: number }} size px
 * @param {readonly Frame[]} frames in order
 * @returns {Buffer} a file that begins anew when it has ended
 */
export function animatedWebp({ width, height }, frames) {
  const size = Buffer.concat([Buffer.of(ANIMATION_AND_ALPHA, 0, 0, 0), triples([width - 1, height - 1])])
  // the ground, which no reader has to use, and how often: 0 is for ever
  const repeats = Buffer.alloc(6)
  const body = [chunk('VP8X', size), chunk('ANIM', repeats), ...frames.map(frameChunk)]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]))
}
