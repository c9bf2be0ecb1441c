/**
 * The real app plays, minute for minute of the wall clock, and nobody touches it: the memory of all of its processes stays
 * within 5 % of what it was in the third minute. What several processes share counts in parts (PSS); of each minute the
 * least counts, as what is not needed any more is collected now and then.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SessionCommand } from '../../../preload/contract'
import { memoryOf } from '../../bench/app/processes'
import { newUserData, prepare, start, wait } from '../kill/electron'
import type { Torture, TortureFailure } from '../torture'

const EFFECTS = ['Blur', 'Grayscale', 'Sepia', 'Vignette']
/** minute that the others are compared with */
const BASE = 3
const MOST_GROWTH = 0.05
const MINUTE = 60_000
/** ms between two looks */
const EVERY = 5_000
/** simulated seconds in one of the wall clock */
const SPEED = 1

const torture: Torture = {
  items: 'minutes of playing in the app',
  aim: 30,
  seconds: 40 * 60,
  async run({ count, seconds, root, say }) {
    if (process.platform !== 'linux') return { tried: 0, failures: [], figures: {} }
    const deadline = performance.now() + seconds * 1000
    const machine = await prepare(root)
    const userData = newUserData()
    const project = join(userData, 'played.json')
    writeFileSync(project, JSON.stringify(PROJECT))
    const minutes: Map<string, number>[] = []
    try {
      const { app, page } = await start(machine, userData, [`--scenario=${project}`])
      const pid = app.process().pid as number
      for (const effect of EFFECTS) await send(page, { kind: 'applyEffect', effect })
      await send(page, { kind: 'setSpeed', speed: SPEED })
      await send(page, { kind: 'play', playing: true })
      while (minutes.length < count && performance.now() < deadline) {
        minutes.push(await leastOfMinute(pid))
        say(`${minutes.length} min: ${text(minutes.at(-1))}`)
      }
      await app.close()
    } finally {
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
      await machine.stop()
    }
    const base = minutes[BASE - 1]
    const growth = base === undefined ? 0 : totalOf(minutes.at(-1)) / totalOf(base) - 1
    const failures: TortureFailure[] = []
    const repeat = `npm run torture -- memory --count ${count}`
    if (minutes.length < count) failures.push({ what: `${minutes.length} of ${count} minutes passed`, repeat })
    if (growth > MOST_GROWTH)
      failures.push({ what: `memory grew by ${percent(growth)} % after minute ${BASE}; expected at most 5 %`, repeat })
    return {
      tried: minutes.length,
      failures,
      figures: {
        [`MiB in minute ${BASE}`]: mib(totalOf(base)),
        'MiB in the last': mib(totalOf(minutes.at(-1))),
        'growth %': percent(growth),
        'simulated speed': SPEED,
      },
    }
  },
}

const PROJECT = {
  trimline: 1,
  system: { profile: 'discrete-24gib', periodicTrim: { idleAfter: '10h' } },
  app: { policy: 'creative-app-fixed', effects: EFFECTS.map((name) => ({ name })) },
}

async function send(page: Page, command: SessionCommand): Promise<void> {
  const result = await page.evaluate((sent) => window.trimline.send(sent), command)
  if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
}

/** By kind of process, at the moment at which all together were least. */
async function leastOfMinute(pid: number): Promise<Map<string, number>> {
  let least: Map<string, number> | undefined
  for (const end = performance.now() + MINUTE; performance.now() < end; ) {
    await wait(EVERY)
    const now = memoryOf(pid)
    if (least === undefined || totalOf(now) < totalOf(least)) least = now
  }
  return least as Map<string, number>
}

function totalOf(sizes: ReadonlyMap<string, number> | undefined): number {
  return [...(sizes ?? new Map<string, number>()).values()].reduce((sum, bytes) => sum + bytes, 0)
}

function text(sizes: ReadonlyMap<string, number> | undefined): string {
  const parts = [...(sizes ?? [])].map(([kind, bytes]) => `${kind} ${mib(bytes)}`)
  return `${mib(totalOf(sizes))} MiB: ${parts.join(', ')}`
}

const mib = (bytes: number): number => Number((bytes / 2 ** 20).toFixed(1))
const percent = (share: number): number => Number((share * 100).toFixed(1))

export default torture
