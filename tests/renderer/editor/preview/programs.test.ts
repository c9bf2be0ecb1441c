/** Programs: the general one at once, variants when the browser or the driver has time, each once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Programs } from '../../../../renderer/editor/preview/programs'
import { type Graphics, stubGraphics } from './recorded-gl'

let graphics: Graphics
let idle: (() => void)[] = []
let ready = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  graphics = stubGraphics()
  idle = []
  ready = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {
    idle = []
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// a recorder has what the Preview uses of a context; TypeScript knows only whole ones
const made = () => new Programs(graphics.gl as unknown as WebGL2RenderingContext, 'vertex', () => ready++)

/** The browser has time once. @returns how many pieces of work waited for it */
function hasTime(): number {
  const due = idle.splice(0)
  for (const run of due) run()
  return due.length
}

describe('a general shader', () => {
  it('is built when it is first drawn, and then known', () => {
    const programs = made()
    const first = programs.get('a', 'Sepia/0')
    expect([first.isNew, programs.isBuilt('a'), programs.isBuilt('b')]).toEqual([true, true, false])
    const again = programs.get('a', 'Sepia/0')
    expect([again.isNew, again.program === first.program, graphics.gl.held('program')]).toEqual([false, true, 1])
  })
})

describe('a variant', () => {
  it('is built a piece at a time while the browser idles: compiled, linked, looked at', () => {
    const programs = made()
    programs.request('a', 'variant 1')
    expect([graphics.gl.held('program'), idle.length]).toEqual([0, 1])
    hasTime()
    expect([graphics.gl.held('shader'), programs.isBuilt('a')]).toEqual([2, false])
    hasTime()
    expect([programs.isBuilt('a'), ready]).toEqual([false, 0])
    hasTime()
    expect([programs.isBuilt('a'), ready, graphics.gl.held('shader')]).toEqual([true, 1, 0])
    expect(hasTime()).toBe(0)
  })

  it('is asked of the driver’s own threads where it has some, each 30 ms', () => {
    graphics.gl.parallel = false
    const programs = made()
    programs.request('a', 'variant 1')
    expect(hasTime()).toBe(1)
    vi.advanceTimersByTime(90)
    expect([programs.isBuilt('a'), idle.length]).toEqual([false, 0])
    graphics.gl.parallel = true
    vi.advanceTimersByTime(29)
    expect(programs.isBuilt('a')).toBe(false)
    vi.advanceTimersByTime(1)
    expect([programs.isBuilt('a'), ready]).toEqual([true, 1])
  })

  it('is asked for once, and one is built after the other', () => {
    const programs = made()
    for (const source of ['a', 'a', 'b', 'a']) programs.request(source, source)
    expect(idle).toHaveLength(1)
    for (let at = 0; at < 3; at++) hasTime()
    expect([programs.isBuilt('a'), programs.isBuilt('b')]).toEqual([true, false])
    for (let at = 0; at < 3; at++) hasTime()
    expect([programs.isBuilt('b'), ready, graphics.gl.held('program')]).toEqual([true, 2, 2])
    programs.request('a', 'a')
    expect(idle).toEqual([])
  })

  it('that cannot be built is said, and not tried again; the next one is built', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const programs = made()
    programs.request('a', 'variant 1')
    programs.request('b', 'variant 2')
    graphics.gl.log = 'too long'
    for (let at = 0; at < 3; at++) hasTime()
    graphics.gl.log = ''
    expect(said.mock.calls.map(([text, error]) => [text, String(error)])).toEqual([
      ['variant 1 is not used:', 'Error: The program of variant 1 cannot be built: too long'],
    ])
    programs.request('a', 'variant 1')
    for (let at = 0; at < 3; at++) hasTime()
    expect([programs.isBuilt('a'), programs.isBuilt('b'), ready, hasTime()]).toEqual([false, true, 1, 0])
  })
})

describe('programs of a context', () => {
  it('that was lost are forgotten, and nothing more is built in it', () => {
    const programs = made()
    programs.get('a', 'Sepia/0')
    programs.request('b', 'variant 1')
    graphics.gl.lost = true
    hasTime()
    expect(graphics.gl.held('shader')).toBe(0)
    programs.clear()
    expect(programs.isBuilt('a')).toBe(false)
  })

  it('are given back at the end, the one that is being built as well', () => {
    const programs = made()
    programs.get('a', 'Sepia/0')
    programs.request('b', 'variant 1')
    hasTime()
    expect(graphics.gl.held('program')).toBe(2)
    programs.dispose()
    expect([graphics.gl.held('program'), hasTime(), vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})
