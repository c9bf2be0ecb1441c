import { LiveSession } from '../../main/session/live-session'
import { PAGE, scenario } from './worlds'

const effects = Number(process.argv[2])
const resources = Array.from({ length: 200 / effects }, (_, i) => ({ name: `r${i}`, size: 64 * PAGE, resident: false }))
let wall = 0
const session = new LiveSession({
  scenario: scenario({
    system: { localMemory: '1GiB', budget: process.argv[3] ?? '900MiB' },
    app: {
      policy: 'creative-app-fixed',
      effects: Array.from({ length: effects }, (_, e) => ({ name: `E${e}`, gpuTime: 400, resources })),
    },
  }),
  wallMs: () => wall + performance.now(),
  publish: () => {},
  document: { title: 'b', path: null, recent: [], theme: 'system' },
})
const must = (c: never) => {
  const r = session.execute(c) as { ok: boolean; message?: string }
  if (!r.ok) throw new Error(r.message)
}
must({ kind: 'play', playing: true } as never)
let longest = 0
for (let s = 0; s < 1800; s += 3) {
  must({ kind: 'applyEffect', effect: `E${((s / 3) * 7) % effects}` } as never)
  must({ kind: 'run' } as never)
  for (let p = 0; p < 3e6; p += 250_000) {
    wall += 250
    for (;;) {
      const t = performance.now()
      const more = session.pump()
      longest = Math.max(longest, performance.now() - t)
      if (!more) break
    }
    session.publishFrame()
  }
  must({ kind: 'pause' } as never)
}
;(globalThis as never as { gc: () => void }).gc()
const m = process.memoryUsage()
const kept = (session as never as { past: { checkpoints: { kept: { at: number }[]; distance: number } } }).past
  .checkpoints
console.log(
  Object.fromEntries(Object.entries(m).map(([k, v]) => [k, (v / 1048576).toFixed(0)])),
  kept?.kept.length,
  kept?.distance,
  longest.toFixed(1),
  process.cpuUsage().user / 1e6,
)
