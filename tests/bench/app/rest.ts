/**
 * What the built app takes of a core while nobody touches anything, by the operating system's own account of all of its
 * processes: with the simulation running, paused, and running in a window that nobody sees. Where that cannot be read there
 * are no rows.
 */
import type { Page } from '@playwright/test'
import type { SessionCommand } from '../../../preload/contract'
import { wait } from '../../torture/kill/electron'
import type { Row } from '../table'
import { CAN_READ, sharesOf, taken } from './processes'
import { type Running, withApp } from './start'

/** share of a core */
const MOST_RUNNING = 0.03
/** what is left is Chromium's own housekeeping */
const MOST_PAUSED = 0.002
/** ms: until the window is drawn and what is compiled ahead is compiled */
const SETTLES = 5_000
/** ms after a change of what is measured */
const CHANGES = 2_000
/** ms after a pause: by then the engine has collected, once, what is not needed any more */
const COLLECTED = 25_000
const MEASURED = 15_000

export async function rest(): Promise<Row[]> {
  if (!CAN_READ) return []
  const project = { trimline: 1, system: { profile: 'measured-2018', periodicTrim: { idleAfter: '10h' } } }
  return withApp(project, async (running) => {
    const { page } = running
    await wait(SETTLES)
    const rows = [await measured(running, 'simulation running', MOST_RUNNING)]
    await command(page, { kind: 'pause' })
    await wait(COLLECTED)
    rows.push(await measured(running, 'simulation paused', MOST_PAUSED))
    await command(page, { kind: 'play', playing: true })
    await command(page, { kind: 'run' })
    await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await wait(CHANGES)
    rows.push(await measured(running, 'clip playing in a hidden window', null))
    return rows
  })
}

async function command(page: Page, sent: SessionCommand): Promise<void> {
  const result = await page.evaluate((one) => window.trimline.send(one), sent)
  if (!result.ok) throw new Error(result.message)
}

async function measured({ pid }: Running, what: string, most: number | null): Promise<Row> {
  const before = taken(pid)
  const began = performance.now()
  await wait(MEASURED)
  const shares = sharesOf(before, taken(pid), (performance.now() - began) / 1000)
  const total = [...shares.values()].reduce((sum, { share }) => sum + share, 0)
  const wakes = [...shares.values()].reduce((sum, each) => sum + each.wakes, 0)
  const parts = [...shares]
    .filter(([, { share }]) => share >= 5e-4)
    .map(([kind, { share }]) => `${kind} ${percent(share)}`)
  return {
    group: 'Share of a core, all processes, nobody touches anything',
    what: `${what}, ${wakes.toFixed(0)} wake-ups a second${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`,
    median: percent(total),
    best: percent(total),
    ratios: [],
    ...(most === null ? {} : { target: { text: `≤ ${percent(most)}`, met: shares.size > 0 && total <= most } }),
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.001 ? 2 : 1)} %`
