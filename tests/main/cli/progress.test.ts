/** A progress bar for what takes longer than a second, on a terminal; it is off the line before anything else is said. */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endOnSignals } from '../../../main/cli/interrupt'
import { withProgress } from '../../../main/cli/progress'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A terminal that remembers what was drawn. */
function terminal() {
  const drawn: string[] = []
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 100,
    write: (text: string) => drawn.push(text) > 0,
    cursorTo: () => true,
    clearLine: () => true,
  })
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => drawn.join('') }
}

describe('a progress bar', () => {
  test('is not drawn where there is no terminal, and the result is the action’s', async () => {
    const done = withProgress('run', undefined, async (update) => {
      update(1, 2)
      await vi.advanceTimersByTimeAsync(5000)
      return 7
    })
    await expect(done).resolves.toBe(7)
  })

  test('is drawn after a second, at the place reached by then, and not before', async () => {
    const { stream, text } = terminal()
    await withProgress('my run', stream, async (update) => {
      update(25, 200)
      await vi.advanceTimersByTimeAsync(999)
      expect(text()).toBe('')
      update(50, 200)
      await vi.advanceTimersByTimeAsync(1)
      expect(text()).toMatch(/my run \[.*\] 25% \|/)
      update(100, 200)
      await vi.advanceTimersByTimeAsync(1000)
      expect(text()).toMatch(/ 50% \|/)
    })
  })

  test('has a name that is no longer than forty signs, and moves no cursor', async () => {
    const { stream, text } = terminal()
    await withProgress(`\u001b[2J${'x'.repeat(90)}`, stream, async () => {
      await vi.advanceTimersByTimeAsync(1000)
    })
    expect(text()).not.toContain('\u001b[2J')
    expect(text()).not.toContain('x'.repeat(41))
    expect(text()).toContain('x'.repeat(20))
  })

  test('of what is shorter than that is never drawn, also when it fails', async () => {
    const { stream, text } = terminal()
    const failing = withProgress('run', stream, async () => {
      throw new Error('it failed')
    })
    await expect(failing).rejects.toThrow('it failed')
    await vi.advanceTimersByTimeAsync(5000)
    expect([text(), vi.getTimerCount()]).toEqual(['', 0])
  })

  test('is off before the word about a signal, and hides no cursor after that', async () => {
    const { stream, text } = terminal()
    class Host extends EventEmitter {
      exit(): void {}
    }
    const host = new Host()
    const said: string[] = []
    const release = endOnSignals(() => said.push(text()), host)
    await withProgress('run', stream, async () => {
      await vi.advanceTimersByTimeAsync(1500)
      host.emit('SIGINT')
      // nothing is drawn any more
      const before = text()
      await vi.advanceTimersByTimeAsync(1500)
      expect(text()).toBe(before)
    })
    // the cursor was hidden while it was drawn, and is shown again
    expect(said[0]?.lastIndexOf('\u001b[?25h')).toBeGreaterThan(said[0]?.lastIndexOf('\u001b[?25l') ?? 0)
    host.emit('SIGINT')
    expect(said).toHaveLength(2)
    release()
  })
})
