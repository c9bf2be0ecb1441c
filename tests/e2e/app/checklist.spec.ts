/** Electron's security checklist, each of its points on the packaged app; `npm run torture -- checklist` reads the outcome. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/paths.mjs'
import { CHECKS } from '../../torture/checklist/checks'
import { expect, launchPackaged, test } from '../launch'
import { quietProject } from '../support'
import { gather } from './checklist-support'
import { listen } from './escape-support'

test(`the ${CHECKS.length} points of Electron’s security checklist hold`, async () => {
  const server = await listen()
  const { app, page } = await launchPackaged({ args: [`--scenario=${quietProject()}`] })
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  const facts = await gather(app, page, server)
  await server.stop()
  const outcome = Object.fromEntries(CHECKS.map(({ number, problem }) => [number, problem(facts)]))
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'checklist.json'), JSON.stringify(outcome, null, 2))
  expect(Object.entries(outcome).filter(([, problem]) => problem !== null)).toEqual([])
})
