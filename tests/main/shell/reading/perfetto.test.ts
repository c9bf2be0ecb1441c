/** The whole run of a session for Perfetto: it is run again, and is the same [LB-17] [SC-12]. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePerfetto } from '../../../../main/shell/reading/perfetto'
import { rig } from '../../session/live-rig'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-perfetto-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Event {
  cat?: string
  args?: { record?: number }
}

/** Some presses, and time between them. */
function edited(): ReturnType<typeof rig> {
  const live = rig({ app: { effects: [{ name: 'Blur' }, { name: 'Glow' }] } })
  for (const effect of ['Blur', 'Glow', 'Blur']) {
    live.session.execute({ kind: 'applyEffect', effect })
    live.elapse(400)
  }
  return live
}

test('every record of the session is in it, at its place, and nothing else', async () => {
  const live = edited()
  const path = join(folder, 'run.json')
  const told: number[] = []
  const recording = live.session.toRecordingText()
  const progress = (done: number, total: number): void => void told.push(done / total)
  expect(await writePerfetto({ path, recording }, progress)).toEqual({ ok: true, message: `Saved ${path}` })
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: Event[] }
  const shown = new Map(
    traceEvents.flatMap(({ cat, args }) => (args?.record === undefined ? [] : [[args.record, cat]])),
  )
  expect(live.records.length).toBeGreaterThan(20)
  expect([...shown].sort(([a], [b]) => (a as number) - (b as number))).toEqual(
    live.records.map(({ type }, index) => [index, type]),
  )
  expect(told.at(-1)).toBe(1)
  expect(told).toEqual([...told].sort((a, b) => a - b))
})

test('what cannot be written is said, and nothing is left', async () => {
  const path = join(folder, 'missing', 'run.pftrace')
  const { ok, message } = await writePerfetto({ path, recording: edited().session.toRecordingText() }, () => {})
  expect([ok, message]).toEqual([false, expect.stringContaining(`Could not write ${path}: `)])
  expect(readdirSync(folder)).toEqual([])
})

test('a recording that is none is said, and the file before stays', async () => {
  const path = join(folder, 'run.pftrace')
  const { ok, message } = await writePerfetto({ path, recording: '{"trimline":2}' }, () => {})
  expect([ok, message]).toEqual([false, expect.stringContaining('trimline')])
  expect(existsSync(path)).toBe(false)
})
