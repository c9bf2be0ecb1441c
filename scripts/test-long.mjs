/**
 * `npm run test:long -- 1000000`: all random tests, each of those that CI runs a number of programs for with as many,
 * 100,000 unless said, from fresh seeds (RS-12, RS-14, GP-10 to GP-13). A failure names its seed: TRIMLINE_SEED takes it.
 *
 * `npm run test:long -- shaders` draws 10,000 shaders at random and their variants on the real WebGL2 and compares every
 * bit (BP-25), `-- shaders 500` so many; with TRIMLINE_ANGLE=gl on the system's OpenGL (Mesa) instead of SwiftShader.
 *
 * `npm run test:long -- node` builds the app and the command line and runs all unit tests under the newest LTS of Node,
 * `-- node 26.10.0` under another.
 */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { fetchNode, NEWEST_LTS } from './lib/newest-node.mjs'
import { root } from './lib/paths.mjs'
import { runForeground, runNode } from './lib/spawn.mjs'
import { propertyTests } from './testing/test-kinds.mjs'

const UNDER_NODE = /** @type {const} */ ([['build.mjs'], ['cli-bundle.mjs'], ['test.mjs', 'unit']])

/** @param {string} count @returns {Promise<number>} */
async function runShaders(count) {
  if (!/^[1-9]\d{0,6}$/.test(count)) throw new UserError(`"${count}" is no number of shaders: give one whole number`, 2)
  process.env.TRIMLINE_SHADERS = count
  process.env.TRIMLINE_SEED ||= String(Math.floor(Math.random() * 2 ** 31))
  say(`${count} random shaders, seed ${process.env.TRIMLINE_SEED}`)
  const file = 'tests/e2e/editor/glsl-differential.spec.ts'
  return runNode(join(root, 'node_modules', '@playwright', 'test', 'cli.js'), ['test', file])
}

/** @param {string} version @returns {Promise<number>} exit status of the first step that failed */
async function runUnderNode(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new UserError(`"${version}" is no version of Node, like ${NEWEST_LTS}`, 2)
  const node = await fetchNode(version)
  say(`build, command line and unit tests under Node ${version}`)
  for (const [script, ...args] of UNDER_NODE) {
    const status = await runForeground(node, [join(root, 'scripts', script), ...args])
    if (status !== 0) return status
  }
  return 0
}

await runMain(async () => {
  const [what, value, ...rest] = process.argv.slice(2)
  if (what === 'shaders' && rest.length === 0) return runShaders(value ?? '10000')
  if (what === 'node' && rest.length === 0) return runUnderNode(value ?? NEWEST_LTS)
  const [count = '100000', ...others] = process.argv.slice(2)
  if (!/^[1-9]\d{0,8}$/.test(count) || others.length > 0) {
    const found = process.argv.slice(2).join(' ')
    throw new UserError(
      `"${found}" is no number of programs: give one whole number, like npm run test:long -- 1000000`,
      2,
    )
  }
  const files = propertyTests(join(root, 'tests'))
  process.env.TRIMLINE_RUNS = count
  process.env.TRIMLINE_SEED ||= 'random'
  say(
    `${count} random programs for each property that takes a number, ${files.length} files, seed ${process.env.TRIMLINE_SEED}`,
  )
  return runNode(join(root, 'node_modules', 'vitest', 'vitest.mjs'), ['run', ...files])
})
