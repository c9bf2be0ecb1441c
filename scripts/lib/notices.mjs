/** THIRD-PARTY.md: who wrote what is bundled, and the licence of each, as these licences ask for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './fail.mjs'
import { readJson } from './paths.mjs'

/** @typedef {import('./bundled.mjs').BundledPackage} BundledPackage */

/** Files of a package that say its terms. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i

/** Licences that a bundled package may have: others ask for more than a notice, and somebody has to decide. */
const KNOWN = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'CC0-1.0'],
  // permissive; asks for its text or a link to it
  'BlueOak-1.0.0',
])

const HEAD = `# Third-party code

Trimline contains code of the packages below. Electron, which the app runs on, comes with its own LICENSE.electron.txt
and LICENSES.chromium.html.
`

/**
 * @param {readonly BundledPackage[]} packages
 * @returns {string} Markdown: name, version, licence and the licence's text of each
 * @throws {UserError} for a package that has no licence text, or one that nobody has looked at
 */
export function notices(packages) {
  return [HEAD, ...packages.map(notice)].join('\n')
}

/** @param {BundledPackage} one */
function notice({ name, version, folder }) {
  const manifest = readJson(join(folder, 'package.json'))
  const licence = licenceOf(manifest)
  if (!KNOWN.has(licence))
    throw new UserError(
      `${name}@${version} is bundled under the licence "${licence}", expected one of ${[...KNOWN].join(', ')}.\n` +
        'See whether its terms can be kept and add it to scripts/lib/notices.mjs, or do without the package.',
    )
  const from = repositoryOf(manifest)
  const facts = from === undefined ? `Licence: ${licence}` : `Licence: ${licence}, <${from}>`
  const text = textOf(name, manifest, folder)
  const fence = fenceFor(text)
  return `## ${name} ${version}\n\n${facts}\n\n${fence}text\n${text}\n${fence}\n`
}

/** @param {string} text @returns {string} a fence of code that nothing in the text can close */
function fenceFor(text) {
  const runs = text.match(/`{3,}/g) ?? []
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
}

/** @param {string} name @param {Record<string, any>} manifest @param {string} folder @returns {string} its licence's text */
function textOf(name, manifest, folder) {
  const files = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  const author = authorOf(manifest)
  const standard = STANDARD_TEXTS[licenceOf(manifest)]
  if (standard !== undefined && author !== undefined) return standard.replace('AUTHOR', () => author)
  throw new UserError(
    `found no licence text in ${folder}, expected a file LICENSE: ${name} cannot be shipped without it`,
  )
}

/** @param {Record<string, any>} manifest @returns {string} SPDX identifier, '' when there is none */
function licenceOf({ license, licenses }) {
  const given = license ?? licenses?.[0]
  return typeof given === 'string' ? given : (given?.type ?? '')
}

/** @param {Record<string, any>} manifest @returns {string | undefined} */
function authorOf({ author, maintainers, contributors }) {
  const given = author ?? contributors?.[0] ?? maintainers?.[0]
  return typeof given === 'string' ? given : given?.name
}

/** @param {Record<string, any>} manifest @returns {string | undefined} */
function repositoryOf({ repository, homepage }) {
  const given = typeof repository === 'string' ? repository : (repository?.url ?? homepage)
  return given?.replace(/^git\+/, '').replace(/\.git$/, '')
}

const MIT = `The MIT License (MIT)

Copyright (c) AUTHOR

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const ISC = `ISC License

Copyright (c) AUTHOR

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`

/** For packages that name their licence and author in the manifest and carry no file. @type {Record<string, string>} */
const STANDARD_TEXTS = { MIT, ISC }
