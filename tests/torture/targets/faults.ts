/** Every call of the file system, of Electron and of workers fails, one at a time and in every way, on a full journey. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journey } from '../faults/journey'
import { applies, WAYS, type Way } from '../faults/plan'
import { Failures, type Torture } from '../torture'

/** in memory where there is such a place: what is tried is not the disk */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(PLACE, 'trimline-faults-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every call of a journey without faults, in every way that can happen to it. */
export async function allPoints(): Promise<{ point: number; way: Way; name: string }[]> {
  const { calls, complaints } = await inFolder((folder) => journey(folder, -1, null))
  if (complaints.length > 0) throw new Error(`a journey without faults: ${complaints.join('; ')}`)
  return calls.flatMap((call, point) =>
    WAYS.filter((way) => applies(way, call)).map((way) => ({ point, way, name: call.name })),
  )
}

/** @returns what must not be, one line each */
export async function tryPoint(point: number, way: Way): Promise<string[]> {
  const { complaints, struck } = await inFolder((folder) => journey(folder, point, way))
  return struck ? complaints : [...complaints, 'the call did not come']
}

/** fewer than there are: when asked for so many, all are tried */
const AIM = 1500

const faults: Torture = {
  items: 'faults',
  aim: AIM,
  seconds: 300,
  async run(options) {
    const { seed, seconds, count, say } = options
    const points = await allPoints()
    const began = performance.now()
    const failures = new Failures(options)
    let tried = 0
    // all of them when there is time; else from a place that the seed says, evenly
    const stride = count >= AIM ? 1 : Math.ceil(points.length / Math.max(1, count))
    for (let i = Math.abs(seed) % stride; i < points.length; i += stride) {
      if (performance.now() - began > seconds * 1000) break
      const { point, way, name } = points[i]!
      for (const what of await tryPoint(point, way))
        failures.add({ what: `${way} at call ${point}, ${name}: ${what}`, repeat: `tryPoint(${point}, '${way}')` })
      tried++
      if (tried % 200 === 0) say(`${tried} of ${points.length} faults`)
    }
    const calls = new Set(points.map(({ point }) => point)).size
    return { tried, failures: failures.all, figures: { calls, points: points.length, ways: WAYS.length } }
  },
}

export default faults
