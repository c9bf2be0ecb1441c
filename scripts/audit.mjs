/**
 * `npm run audit`: whether what ships has known vulnerabilities (npm audit without devDependencies; everything bundled is
 * a dependency, which the build holds), and whether each bundled package's licence is one that was looked at.
 *
 * Where the registry answers no audit, this says so in capitals and goes on, as a mirror without that endpoint says
 * nothing about the packages; TRIMLINE_AUDIT=required makes that an error, for machines that are to have it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { buildCliIfStale } from './cli-bundle.mjs'
import { readAudit } from './lib/audit.mjs'
import { bundledFolder, bundledPackages } from './lib/bundled.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { notices } from './lib/notices.mjs'
import { npm } from './lib/npm.mjs'

/** Everything that is built. */
const PARTS = ['cli', 'main', 'preload', 'renderer']

async function checkLicences() {
  await buildIfStale()
  await buildCliIfStale()
  const found = existsSync(bundledFolder) ? readdirSync(bundledFolder).map((name) => name.replace(/\.json$/, '')) : []
  const missing = PARTS.filter((part) => !found.includes(part))
  if (missing.length > 0) throw new UserError(`no list of what is bundled in ${missing.join(', ')}; run npm run build`)
  const packages = bundledPackages(PARTS)
  notices(packages)
  say(`the licences of ${packages.length} bundled packages are known, and their texts are there`)
}

/** @returns {Promise<number>} exit status */
async function audit() {
  const { verdict, text } = readAudit(await npm(['audit', '--omit=dev', '--json', '--loglevel=error']))
  if (verdict === 'not made') {
    const required = process.env.TRIMLINE_AUDIT === 'required'
    say(`NOT AUDITED FOR VULNERABILITIES: ${text}`)
    say(
      required
        ? 'TRIMLINE_AUDIT=required, so this is an error'
        : 'the registry in use may have no audit endpoint: run npm run audit where one is in reach',
    )
    return required ? 1 : 0
  }
  say(text)
  return verdict === 'clean' ? 0 : 1
}

await runMain(async () => {
  const status = await audit()
  await checkLicences()
  return status
})
