/**
 * Draws resources/icons/icon.svg as the PNG, ICO and ICNS that the packages need. Run it after a change to the SVG:
 *   node scripts/icons.mjs
 * The drawing is Chromium's, by a small Electron app in scripts/icons/.
 */
import { join } from 'node:path'
import { runMain, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { root } from './lib/paths.mjs'
import { capture } from './lib/spawn.mjs'
import { prepareForStart } from './machine/prepare.mjs'
import { sandboxArguments } from './machine/sandbox.mjs'

const folder = join(root, 'resources', 'icons')
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Apple's four-letter types of PNG entries, by size in pixels. */
const ICNS_TYPES = /** @type {const} */ ([
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
])

/** @typedef {Map<number, Buffer>} Pngs by size */

/** @param {readonly number[]} sizes @returns {Promise<Pngs>} */
async function draw(sizes) {
  const machine = await prepareForStart()
  try {
    const args = [
      ...(await sandboxArguments(machine.runtime)),
      join(root, 'scripts', 'icons'),
      join(folder, 'icon.svg'),
      ...sizes.map(String),
    ]
    const result = await capture(machine.runtime.executable, args)
    if (result.status !== 0) throw new UserError(`the icons could not be drawn:\n${result.stderr}`)
    const drawn = /** @type {Record<string, string>} */ (JSON.parse(result.stdout))
    return new Map(Object.entries(drawn).map(([size, base64]) => [Number(size), Buffer.from(base64, 'base64')]))
  } finally {
    await machine.stop()
  }
}

/** @param {Pngs} pngs @param {number} size */
function png(pngs, size) {
  const found = pngs.get(size)
  if (!found) throw new Error(`no drawing of ${size} px`)
  return found
}

/** An ICO file is a directory of 16-byte entries, then the images; a size of 256 is written as 0. @param {Pngs} pngs */
function ico(pngs) {
  const header = Buffer.alloc(6 + 16 * ICO_SIZES.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(ICO_SIZES.length, 4)
  let offset = header.length
  const images = ICO_SIZES.map((size, index) => {
    const image = png(pngs, size)
    const entry = 6 + 16 * index
    header.writeUInt8(size % 256, entry)
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(image.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += image.length
    return image
  })
  return Buffer.concat([header, ...images])
}

/** An ICNS file is a list of chunks: type, length of the whole chunk (big endian), data. @param {Pngs} pngs */
function icns(pngs) {
  return chunk('icns', Buffer.concat(ICNS_TYPES.map(([type, size]) => chunk(type, png(pngs, size)))))
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const head = Buffer.alloc(8)
  head.write(type, 'ascii')
  head.writeUInt32BE(8 + data.length, 4)
  return Buffer.concat([head, data])
}

await runMain(async () => {
  const pngs = await draw([...new Set([...ICO_SIZES, ...ICNS_TYPES.map(([, size]) => size)])])
  await writeAtomic(join(folder, 'icon.png'), png(pngs, 512))
  await writeAtomic(join(folder, 'icon.ico'), ico(pngs))
  await writeAtomic(join(folder, 'icon.icns'), icns(pngs))
})
