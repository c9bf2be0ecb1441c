/**
 * kill -9 at random moments while a person works, saves and pauses; then the next start. Most drills hit the main
 * process's own documents, autosave and writer in a process without a window, with shortened times; one in twenty-five
 * hits the real app in its own time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { bundleChild } from '../kill/bundle'
import { drill } from '../kill/drill'
import { prepare } from '../kill/electron'
import { realDrill } from '../kill/real-drill'
import { Failures, type Torture, type TortureOptions } from '../torture'

/** of so many drills one hits the real app */
const REAL_EVERY = 25
/** they mostly wait */
const AT_ONCE = 2 * cpus().length

const figures = { tried: 0, inSave: 0, restored: 0, edits: 0, real: 0, realRestored: 0, oldestLost: 0 }

async function withoutWindow(options: TortureOptions, child: string, failures: Failures): Promise<void> {
  const end = performance.now() + options.seconds * 1000 * 0.75
  const count = options.count - Math.floor(options.count / REAL_EVERY)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count && performance.now() < end) {
      const seed = options.seed * 1_000_003 + next++
      const result = await drill(child, seed)
      figures.tried++
      figures.edits += result.edits
      figures.inSave += Number(result.inSave)
      figures.restored += Number(result.restored)
      figures.oldestLost = Math.max(figures.oldestLost, result.lost)
      if (result.problem !== null)
        failures.add({ what: result.problem, repeat: `drill of seed ${seed} in tests/torture/kill/drill.ts` })
      if (figures.tried % 100 === 0) options.say(`${figures.tried} drills without a window`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function realApp(options: TortureOptions, end: number, failures: Failures): Promise<void> {
  const count = Math.floor(options.count / REAL_EVERY)
  if (count === 0) return
  const machine = await prepare(options.root)
  try {
    for (let i = 0; i < count && performance.now() < end; i++) {
      const seed = options.seed * 1_000_003 + i
      const result = await realDrill(machine, seed)
      figures.real++
      figures.realRestored += Number(result.restored)
      if (result.problem !== null)
        failures.add({ what: `real app: ${result.problem}`, repeat: `realDrill of seed ${seed}` })
      options.say(`${figures.real} drills of the real app`)
    }
  } finally {
    await machine.stop()
  }
}

const kill: Torture = {
  items: 'kills',
  aim: 500,
  seconds: 900,
  async run(options) {
    const end = performance.now() + options.seconds * 1000
    const failures = new Failures(options)
    const folder = await mkdtemp(join(options.root, 'node_modules', '.cache', 'torture-kill-'))
    try {
      await withoutWindow(options, await bundleChild(options.root, folder), failures)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    await realApp(options, end, failures)
    return {
      tried: figures.tried + figures.real,
      failures: failures.all,
      figures: {
        'in the real app': figures.real,
        'during a save': figures.inSave,
        restored: figures.restored + figures.realRestored,
        edits: figures.edits,
        'oldest lost edit (30 s are 2150 ms) ms': figures.oldestLost,
      },
    }
  },
}
export default kill
