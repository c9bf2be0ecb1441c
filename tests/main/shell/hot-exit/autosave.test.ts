import { beforeEach, describe, expect, test } from 'vitest'
import { Autosave, LONGEST_MS, LOOK_MS, PAUSE_MS } from '../../../../main/shell/hot-exit/autosave'
import type { Recovery } from '../../../../main/shell/hot-exit/recovery-file'
import { readBackHere } from '../../../../main/shell/reading/read-back'
import { FakeSession, projectText } from './rig'

let now: number
let session: FakeSession
let written: { at: number; recovery: Recovery }[]
let cleared: number
let alive: number[]
let troubles: (string | null)[]
/** what the disk answers */
let disk: string | null
/** ms that writing takes */
let took: number
let autosave: Autosave
/** what is being read back beside the app; null: it is read back here, at once */
let beside: { text: string; ended: (problem: string | null) => void; cancelled: boolean }[] | null

beforeEach(() => {
  now = 0
  session = new FakeSession()
  written = []
  cleared = 0
  alive = []
  troubles = []
  disk = null
  took = 0
  beside = null
  autosave = new Autosave({
    session: () => session,
    document: () => ({ name: 'cut', path: '/cut.json', stand: null }),
    folder: {
      write: (recovery) => {
        now += took
        if (disk === null) written.push({ at: now, recovery })
        return disk
      },
      clear: () => cleared++,
      signOfLife: () => alive.push(now),
    },
    readBack: (text, what, ended) => {
      if (beside === null) return readBackHere(text, what, ended)
      const reading = { text, ended, cancelled: false }
      beside.push(reading)
      return {
        kill: () => {},
        cancel: () => {
          reading.cancelled = true
        },
      }
    },
    now: () => now,
    clock: () => 1_700_000_000_000 + now,
    troubled: (message) => troubles.push(message),
  })
})

/** Looks every quarter of a second, as the app does while something changes; `each` runs before. */
function pass(ms: number, each: () => void = () => {}): void {
  for (const end = now + ms; now < end; ) {
    now += LOOK_MS
    each()
    autosave.look()
  }
}

describe('unsaved changes', () => {
  test('are kept at the first pause, once, with where the project belongs', () => {
    session.change('blurred')
    autosave.look()
    pass(PAUSE_MS - LOOK_MS)
    expect(written).toEqual([])
    pass(LOOK_MS)
    const recovery = { name: 'cut', path: '/cut.json', stand: null, savedAt: 1_700_000_000_000 + now }
    expect(written).toEqual([{ at: PAUSE_MS, recovery: { ...recovery, project: projectText('blurred') } }])
    pass(20_000)
    expect(written).toHaveLength(1)
  })

  test('want to be looked at soon until they are kept, then seldom, and not at all when there are none', () => {
    expect(autosave.next).toBeNull()
    autosave.look()
    expect(autosave.next).toBeNull()
    session.change('blurred')
    autosave.look()
    expect(autosave.next).toBe(LOOK_MS)
    pass(PAUSE_MS)
    expect(written).toHaveLength(1)
    // the file is shown to be alive
    expect(autosave.next).toBe(LONGEST_MS)
    session.dirty = false
    autosave.look()
    expect(autosave.next).toBeNull()
    session.change('sharpened')
    autosave.look()
    autosave.end()
    expect(autosave.next).toBeNull()
  })

  test('of a person who never pauses are never older than 30 s', () => {
    let changes = 0
    pass(200_000, () => session.change(`change ${++changes}`))
    const times = written.map(({ at }) => at)
    expect(times.length).toBeGreaterThan(5)
    for (const [i, at] of times.entries()) expect(at - (times[i - 1] ?? 0)).toBeLessThanOrEqual(30_000)
  })

  test('that are saved, or let go with their project, leave no file', () => {
    session.change('blurred')
    pass(3000)
    session.dirty = false
    autosave.look()
    expect(cleared).toBe(1)
    session.change('again')
    pass(3000)
    expect(written).toHaveLength(2)
    session = new FakeSession()
    autosave.look()
    expect(cleared).toBe(2)
    pass(60_000)
    expect([written.length, cleared]).toEqual([2, 2])
  })

  test('of another project with the same count of changes are kept too', () => {
    session.change('one')
    pass(3000)
    session = new FakeSession()
    session.change('two')
    pass(3000)
    expect(written.map(({ recovery }) => recovery.project)).toEqual([projectText('one'), projectText('two')])
  })

  test('are kept at once when there may be no other time; what is kept already is not written again', () => {
    session.change('blurred')
    autosave.keepNow()
    autosave.keepNow()
    expect(written).toHaveLength(1)
    session.change('more')
    autosave.look()
    autosave.keepNow()
    expect(written).toHaveLength(2)
  })

  test('of a large project do not take all of the time', () => {
    took = 1000
    let changes = 0
    // a pause of 4 s after each change would be enough for a small one
    for (let i = 0; i < 30; i++) {
      session.change(`change ${++changes}`)
      pass(4000)
    }
    expect(written.length).toBeLessThanOrEqual(120_000 / LONGEST_MS + 2)
    expect(written.length).toBeGreaterThanOrEqual(4)
  })
})

describe('what cannot be kept', () => {
  test('is told once, tried again, and taken back when it works', () => {
    disk = 'The disk is full.'
    session.change('blurred')
    pass(PAUSE_MS + LOOK_MS)
    expect(troubles).toEqual(['The disk is full.'])
    pass(40_000)
    expect(troubles).toEqual(['The disk is full.'])
    disk = null
    pass(30_000)
    expect(troubles).toEqual(['The disk is full.', null])
    expect(written).toHaveLength(1)
  })

  test('a project that could not be opened again is not written over one that can', () => {
    session.change('good')
    pass(3000)
    session.change('bad')
    session.text = '{"trimline":1,"steps":[{"at":-1}]}'
    pass(3000)
    expect(written.map(({ recovery }) => recovery.project)).toEqual([projectText('good')])
    expect(troubles).toEqual([
      expect.stringMatching(/^The recovery file was not saved, as it could not be opened again\. .*steps\[0\]/s),
    ])
    expect(cleared).toBe(0)
  })

  test('a session that throws ends nothing', () => {
    session.change('good')
    session.keptText = () => {
      throw new Error('no text')
    }
    pass(3000)
    expect(troubles).toEqual(['no text'])
  })
})

describe('a large project, which is read back beside the app [SC-16]', () => {
  const texts = (): string[] => written.map(({ recovery }) => recovery.project)
  let readings: NonNullable<typeof beside>

  beforeEach(() => {
    readings = []
    beside = readings
    session.change('one')
    pass(PAUSE_MS + LOOK_MS)
  })

  test('is kept when that has ended, once; what was changed meanwhile at the next pause', () => {
    expect([readings.length, texts()]).toEqual([1, []])
    pass(1000)
    session.change('two')
    pass(1000)
    expect(readings).toHaveLength(1)
    readings[0]?.ended(null)
    expect(texts()).toEqual([projectText('one')])
    expect(written[0]?.recovery.savedAt).toBe(1_700_000_000_000 + PAUSE_MS + LOOK_MS)
    expect(autosave.next).toBe(LOOK_MS)
    pass(LONGEST_MS)
    readings[1]?.ended(null)
    expect(texts()).toEqual([projectText('one'), projectText('two')])
    expect(autosave.next).toBe(LONGEST_MS)
  })

  test('of a person who never pauses is never older than 30 s, though reading it back takes 5 s', () => {
    let changes = 0
    let begun = now
    let count = readings.length
    pass(200_000, () => {
      session.change(`change ${++changes}`)
      if (readings.length > count) [begun, count] = [now, readings.length]
      if (written.length < count && now - begun >= 5000) readings.at(-1)?.ended(null)
    })
    expect(written.length).toBeGreaterThan(5)
    // when something is kept, what it takes the place of is not older
    const times = written.map(({ recovery }) => recovery.savedAt - 1_700_000_000_000)
    for (const [i, { at }] of written.entries())
      if (i > 0) expect(at - (times[i - 1] ?? 0)).toBeLessThanOrEqual(30_000 + LOOK_MS)
  })

  test('that cannot be read back is said, and what was kept stays; it is tried again', () => {
    readings[0]?.ended('The recovery file was not saved, as it could not be checked: …')
    expect([troubles, written, cleared]).toEqual([
      ['The recovery file was not saved, as it could not be checked: …'],
      [],
      0,
    ])
    pass(LONGEST_MS)
    expect(readings).toHaveLength(2)
    readings[1]?.ended(null)
    expect([texts(), troubles.at(-1)]).toEqual([[projectText('one')], null])
  })

  test('is kept at once and here, when there may be no other time', () => {
    session.change('two')
    autosave.keepNow()
    expect([texts(), readings[0]?.cancelled]).toEqual([[projectText('two')], true])
    autosave.keepNow()
    expect(texts()).toHaveLength(1)
  })

  test('that is being read back as the app begins to end is not begun again; a new change is', () => {
    autosave.keepSoon()
    expect(readings).toHaveLength(1)
    readings[0]?.ended(null)
    autosave.keepSoon()
    expect(readings).toHaveLength(1)
    session.change('two')
    autosave.keepSoon()
    expect(readings[1]?.text).toBe(projectText('two'))
  })

  test('is kept with what was read back for Save', () => {
    session.change('two')
    autosave.keepChecked(projectText('two'), session.revision)
    expect([texts(), readings[0]?.cancelled]).toEqual([[projectText('two')], true])
    pass(10_000)
    expect(readings).toHaveLength(1)
    session.change('three')
    autosave.keepChecked(projectText('two'), session.revision - 1)
    expect([texts().length, autosave.next]).toEqual([2, LOOK_MS])
  })

  test('that is saved, replaced or let go with the app meanwhile is not kept', () => {
    session.dirty = false
    autosave.look()
    expect(readings[0]?.cancelled).toBe(true)
    session.change('two')
    pass(3000)
    session = new FakeSession()
    session.change('other')
    autosave.look()
    expect(readings[1]?.cancelled).toBe(true)
    pass(3000)
    expect(readings[2]?.text).toBe(projectText('other'))
    autosave.end()
    expect([readings[2]?.cancelled, written]).toEqual([true, []])
  })
})

test('a file that is there shows now and then that its app lives', () => {
  session.change('blurred')
  pass(PAUSE_MS + LOOK_MS)
  pass(100_000)
  expect(alive).toHaveLength(3)
})

test('an app that ends as it should leaves no file, and writes none afterwards', () => {
  session.change('blurred')
  pass(3000)
  session.change('more')
  autosave.end()
  expect(cleared).toBe(1)
  pass(60_000)
  autosave.keepNow()
  expect(written).toHaveLength(1)
})
