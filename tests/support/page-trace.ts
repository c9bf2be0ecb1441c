/** What the page's main thread does, by the browser's own trace of it. */
import type { Page } from '@playwright/test'

export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs of the wall clock */
  ts: number
  dur?: number
  /** µs of processor time of the thread */
  tdur?: number
  args?: { name?: string }
}

/** Events of the page's main thread while `run` is under way, in order of time. */
export async function traced(page: Page, run: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const all: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => all.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,v8' })
  await run()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const main = all.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  return all.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid).sort((a, b) => a.ts - b.ts)
}

/** What a page does of its own accord: timers that fire, animation frames, frames that are drawn. */
const OWN = ['TimerFire', 'FireAnimationFrame', 'FireIdleCallback', 'AnimationFrame::Render', 'Paint', 'Layout']

/** How often each of those happened; {}: the page rested. */
export function ownWork(events: readonly TraceEvent[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name, ph } of events)
    if ((ph === 'X' || ph === 'b') && OWN.includes(name)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
