/** SetBackgroundProcessingMode: what is refused, what each mode and action does to tasks, and when events are signalled. */
import { describe, expect, test } from 'vitest'
import { BACKGROUND_MODES, MEASUREMENTS_ACTIONS } from '../../../../preload/contract'
import { rigOf } from './rig'

const COMMITS = ['COMMIT_RESULTS', 'COMMIT_RESULTS_HIGH_PRIORITY']
const DISABLING = ['DISABLE_BACKGROUND_WORK', 'DISABLE_PROFILING_BY_SYSTEM'] as const
const PAIRS = BACKGROUND_MODES.flatMap((mode) => MEASUREMENTS_ACTIONS.map((action) => [mode, action] as const))

describe('arguments', () => {
  test('modes and actions are those of the specification, no more [BP-02 BP-03 BP-06 BP-11]', () => {
    expect([...BACKGROUND_MODES]).toEqual([
      'ALLOWED',
      'ALLOW_INTRUSIVE_MEASUREMENTS',
      'DISABLE_BACKGROUND_WORK',
      'DISABLE_PROFILING_BY_SYSTEM',
    ])
    expect([...MEASUREMENTS_ACTIONS]).toEqual([
      'KEEP_ALL',
      'COMMIT_RESULTS',
      'COMMIT_RESULTS_HIGH_PRIORITY',
      'DISCARD_PREVIOUS',
    ])
  })

  test.each(PAIRS)('an event with %s, %s: only commits take one [BP-12]', (mode, action) => {
    const rig = rigOf()
    const event = rig.event('e')
    const commits = COMMITS.includes(action)
    expect(rig.set(mode, action, event).hr).toBe(commits ? 'S_OK' : 'E_INVALIDARG')
    expect(event.signalled).toBe(commits)
    expect(rig.runtime.mode).toBe(commits ? mode : 'ALLOWED')
    expect(rig.told).toEqual(commits ? [[mode, action]] : [])
  })

  test.each(PAIRS)('%s, %s without developer mode [BP-15]', (mode, action) => {
    const rig = rigOf({ developerMode: false })
    const gated = mode.startsWith('DISABLE') || action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    expect(rig.set(mode, action).hr).toBe(gated ? 'E_INVALIDARG' : 'S_OK')
    expect(rig.runtime.mode).toBe(gated ? 'ALLOWED' : mode)
    expect(rig.told).toEqual(gated ? [] : [[mode, action]])
  })

  test.each(PAIRS)(
    '%s, %s in developer mode reaches the driver, whose answer comes back [BP-13 BP-15 BP-22]',
    (mode, action) => {
      for (const further of [true, false]) {
        const rig = rigOf({ driver: () => further })
        expect(rig.set(mode, action)).toEqual({ hr: 'S_OK', furtherMeasurementsDesired: further })
        expect(rig.told).toEqual([[mode, action]])
        expect(rig.runtime.mode).toBe(mode)
      }
    },
  )

  test('a refused disable disables nothing [BP-12 BP-15]', () => {
    const retail = rigOf({ developerMode: false })
    retail.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL')
    retail.queue('a', 1000)
    const developer = rigOf()
    developer.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL', developer.event('e'))
    developer.queue('a', 1000)
    for (const rig of [retail, developer]) {
      rig.until(10_000)
      expect(rig.calls).toEqual([
        ['callback a', 0],
        ['finished a', 1000],
      ])
    }
  })

  test('developer mode is the one of the moment of the call [BP-15]', () => {
    const options = { developerMode: false }
    const rig = rigOf(options)
    expect(rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL').hr).toBe('E_INVALIDARG')
    options.developerMode = true
    expect(rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL').hr).toBe('S_OK')
  })
})

describe('a driver without support', () => {
  test.each(PAIRS)('%s, %s does nothing and succeeds, and wants nothing [BP-16]', (mode, action) => {
    const rig = rigOf({ supported: false, driver: () => true })
    expect(rig.set(mode, action)).toEqual({ hr: 'S_OK', furtherMeasurementsDesired: false })
    expect(rig.told).toEqual([])
    expect(rig.runtime.mode).toBe('ALLOWED')
  })

  test('events of commits are signalled at once [BP-07 BP-16]', () => {
    const rig = rigOf({ supported: false })
    for (const action of ['COMMIT_RESULTS', 'COMMIT_RESULTS_HIGH_PRIORITY'] as const) {
      const event = rig.event(action)
      rig.set('ALLOWED', action, event)
      expect(event.signalled).toBe(true)
    }
  })

  test('arguments are validated before that [BP-12 BP-15 BP-16]', () => {
    const rig = rigOf({ supported: false, developerMode: false })
    expect(rig.set('ALLOWED', 'KEEP_ALL', rig.event('e')).hr).toBe('E_INVALIDARG')
    expect(rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL').hr).toBe('E_INVALIDARG')
    expect(rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY').hr).toBe('E_INVALIDARG')
  })
})

describe.each(DISABLING)('%s', (mode) => {
  test('what was submitted before runs to completion, queued tasks too [BP-04 BP-05]', () => {
    const rig = rigOf()
    for (const name of ['a', 'b', 'c']) rig.queue(name, 10_000)
    rig.until(5000)
    rig.set(mode, 'KEEP_ALL')
    rig.until(100_000)
    expect(rig.executions()).toEqual(['a 0-10000 idle', 'b 0-10000 idle', 'c 10000-20000 idle'])
    expect(rig.calls.filter(([call]) => call.startsWith('cancel'))).toEqual([])
  })

  test('what is queued while it is on is cancelled before the call returns, which does not fail [BP-04 BP-20]', () => {
    const rig = rigOf()
    rig.until(700)
    rig.set(mode, 'KEEP_ALL')
    expect(rig.queue('a', 1000)).toBeUndefined()
    expect(rig.calls).toEqual([['cancel a', 700]])
    rig.until(100_000)
    expect(rig.calls).toEqual([['cancel a', 700]])
  })

  test('a cancel that was not given counts as invoked [BP-20 BP-21]', () => {
    const rig = rigOf()
    rig.set(mode, 'KEEP_ALL')
    rig.queue('a', 1000, { cancel: null })
    rig.until(100_000)
    expect(rig.calls).toEqual([])
    expect(rig.of('background-task').map(({ phase }) => phase)).toEqual(['cancel'])
  })

  test('the next mode that allows work ends it; what was cancelled stays so [BP-04]', () => {
    const rig = rigOf()
    rig.set(mode, 'KEEP_ALL')
    rig.queue('a', 1000)
    rig.set('ALLOWED', 'KEEP_ALL')
    rig.queue('b', 1000)
    rig.until(100_000)
    expect(rig.calls).toEqual([
      ['cancel a', 0],
      ['callback b', 0],
      ['finished b', 1000],
    ])
  })

  test('without a commit the driver may queue nothing in the call itself [BP-04]', () => {
    const rig = rigOf({
      driver: (self) => {
        self.queue('a', 1000)
        return false
      },
    })
    for (const action of ['KEEP_ALL', 'DISCARD_PREVIOUS'] as const) rig.set(mode, action)
    expect(rig.calls).toEqual([
      ['cancel a', 0],
      ['cancel a', 0],
    ])
  })

  test.each(['COMMIT_RESULTS', 'COMMIT_RESULTS_HIGH_PRIORITY'] as const)(
    'with %s the tasks of the commit execute, later ones are cancelled though those still run [BP-09]',
    (action) => {
      const rig = rigOf({
        driver: (self, _mode, told) => {
          if (told === action) self.queue('commit', 10_000)
          return false
        },
      })
      rig.set(mode, 'KEEP_ALL') // on before: the commit's tasks execute all the same
      rig.set(mode, action, rig.event('e'))
      rig.queue('later', 1000)
      rig.until(5000)
      rig.queue('much later', 1000)
      rig.until(100_000)
      expect(rig.calls).toEqual([
        ['callback commit', 0],
        ['cancel later', 0],
        ['cancel much later', 5000],
        ['finished commit', 10_000],
        ['signal e', 10_000],
      ])
    },
  )
})

describe('commits', () => {
  test.each(COMMITS as ('COMMIT_RESULTS' | 'COMMIT_RESULTS_HIGH_PRIORITY')[])(
    '%s without tasks signals at once [BP-07]',
    (action) => {
      const rig = rigOf()
      rig.until(3000)
      rig.set('ALLOWED', action, rig.event('e'))
      expect(rig.calls).toEqual([['signal e', 3000]])
      expect(rig.of('background-event')).toMatchObject([{ t: 3000, event: 'e' }])
    },
  )

  test('running and queued tasks and those that the driver adds are the commit; later ones are not [BP-07]', () => {
    const rig = rigOf({
      driver: (self) => {
        self.queue('d', 10_000)
        return false
      },
    })
    for (const name of ['a', 'b', 'c']) rig.queue(name, 10_000)
    rig.until(5000)
    rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('e'))
    rig.queue('later', 50_000)
    rig.until(200_000)
    // a, b 0–10; c, d 10–20; later 20–70
    expect(rig.executions()).toEqual([
      'a 0-10000 idle',
      'b 0-10000 idle',
      'c 10000-20000 idle',
      'd 10000-20000 idle',
      'later 20000-70000 idle',
    ])
    expect(rig.calls.filter(([call]) => call === 'signal e')).toEqual([['signal e', 20_000]])
  })

  test('the event comes when the set has finished, whatever its results led to [BP-07]', () => {
    const rig = rigOf()
    rig.queue('a', 10_000, { finished: () => rig.queue('next', 10_000) })
    rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('e'))
    rig.until(100_000)
    expect(rig.calls).toEqual([
      ['callback a', 0],
      ['finished a', 10_000],
      ['callback next', 10_000],
      ['signal e', 10_000],
      ['finished next', 20_000],
    ])
  })

  test('a commit needs no event [BP-07]', () => {
    const rig = rigOf()
    rig.queue('a', 1000)
    expect(rig.set('ALLOWED', 'COMMIT_RESULTS').hr).toBe('S_OK')
    rig.until(5000)
    expect(rig.of('background-event')).toEqual([])
    expect(rig.runtime.commitsUnderWay).toBe(0)
  })

  test('KEEP_ALL and DISCARD_PREVIOUS leave tasks alone [BP-06 BP-11]', () => {
    const plain = rigOf()
    const changed = rigOf()
    for (const rig of [plain, changed]) for (const name of ['a', 'b', 'c']) rig.queue(name, 10_000)
    changed.until(5000)
    changed.set('ALLOWED', 'KEEP_ALL')
    changed.set('ALLOWED', 'DISCARD_PREVIOUS')
    for (const rig of [plain, changed]) rig.until(100_000)
    expect(changed.executions()).toEqual(plain.executions())
    expect(changed.executions()).toHaveLength(3)
  })
})
