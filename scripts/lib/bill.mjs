/**
 * The software bill of materials, in CycloneDX 1.5: what npm says of the packages whose code is bundled, and the runtime.
 * The same sources give the same bill, so it carries no time and its serial number is of its content.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from './fail.mjs'
import { npm } from './npm.mjs'
import { readJson, root } from './paths.mjs'
import { capture } from './spawn.mjs'

/** @typedef {import('./bundled.mjs').BundledPackage} BundledPackage */
/** @typedef {import('../electron-runtime.mjs').Runtime} Runtime */
/** @typedef {{ 'bom-ref': string, name: string, version: string, [field: string]: unknown }} Component */
/** @typedef {{ ref: string, dependsOn?: string[] }} Dependency */

/**
 * @param {readonly BundledPackage[]} packages
 * @param {Runtime} runtime
 * @returns {Promise<string>} JSON
 * @throws {UserError} when npm does not know a package that is bundled
 */
export async function billOfMaterials(packages, runtime) {
  const installed = await npmBill()
  const keys = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = /** @type {Component[]} */ (installed.components)
    .filter((component) => keys.has(keyOf(component)))
    // helpers of the bundler's are development's for npm; they ship as the rest does
    .map(({ properties: _npm, ...component }) => ({ ...component, scope: 'required' }))
  const missing = [...keys].filter((key) => !components.some((component) => keyOf(component) === key))
  if (missing.length > 0)
    throw new UserError(`npm sbom does not list what is bundled: ${missing.join(', ')}. Run npm ci.`)
  const runs = await runtimeComponents(runtime)
  const own = ownComponent()
  const all = [...components, ...runs]
  const body = {
    metadata: { lifecycles: [{ phase: 'build' }], component: own },
    components: all,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: all.map((component) => component['bom-ref']) },
      ...dependenciesAmong(/** @type {Dependency[]} */ (installed.dependencies), all),
    ],
  }
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
    version: 1,
  }
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`
}

/** @param {Component} component @returns {string} npm calls a scoped package by its whole name */
function keyOf({ name, version }) {
  return `${name}@${version}`
}

/** @returns {Promise<Record<string, any>>} what npm says of everything installed */
async function npmBill() {
  // the bundler's own helpers are bundled, and it is a devDependency
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--include', 'dev', '--loglevel', 'error']
  const { status, stdout, stderr } = await npm(args)
  if (status !== 0) throw new UserError(`npm sbom ended with status ${status}:\n${stderr.trim()}`)
  return JSON.parse(stdout)
}

/** @returns {Component} */
function ownComponent() {
  const { name, version, productName, description, license } = readJson(join(root, 'package.json'))
  return {
    'bom-ref': `${name}@${version}`,
    type: 'application',
    name: productName,
    version,
    description,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  }
}

/** @param {Runtime} runtime @returns {Promise<Component[]>} Electron, and what it is made of */
async function runtimeComponents({ kind, executable, version }) {
  const asked = await capture(executable, ['-p', 'JSON.stringify(process.versions)'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  if (asked.status !== 0) throw new UserError(`${executable} does not tell its versions:\n${asked.stderr.trim()}`)
  const versions = JSON.parse(asked.stdout)
  const unofficial = [{ name: 'trimline:runtime', value: 'unofficial stand-in, for evaluation and tests only' }]
  return [
    {
      'bom-ref': `electron@${version}`,
      type: 'framework',
      name: 'electron',
      version,
      purl: `pkg:npm/electron@${version}`,
      licenses: [{ license: { id: 'MIT' } }],
      ...(kind === 'stand-in' ? { properties: unofficial } : {}),
    },
    library('chromium', versions.chrome, 'BSD-3-Clause', 'chromium/chromium'),
    library('node', versions.node, 'MIT', 'nodejs/node'),
  ]
}

/** @param {string} name @param {string} version @param {string} id @param {string} repository @returns {Component} */
function library(name, version, id, repository) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'framework',
    name,
    version,
    purl: `pkg:github/${repository}@${version}`,
    licenses: [{ license: { id } }],
  }
}

/**
 * @param {readonly Dependency[]} dependencies @param {readonly Component[]} components
 * @returns {Dependency[]} those between components of the bill
 */
function dependenciesAmong(dependencies, components) {
  const refs = new Set(components.map((component) => component['bom-ref']))
  return dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
}

/** @param {string} text @returns {string} a name-based UUID (RFC 9562, version 8) */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
