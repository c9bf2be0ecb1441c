/** The device is destroyed: what runs is completed, what is queued is cancelled, and only then the driver's device goes. */
import { describe, expect, test } from 'vitest'
import { type Rig, rigOf } from './rig'

function destroyed(rig: Rig): void {
  rig.runtime.destroy(() => rig.calls.push(['destroyed', rig.sim.now]))
}

describe('destruction of the device', () => {
  test('completes what is in progress, cancels what is queued in order, and waits [BP-21 BP-24]', () => {
    const rig = rigOf()
    rig.queue('a', 10_000)
    rig.queue('b', 12_000)
    for (const name of ['c', 'd', 'e']) rig.queue(name, 1000)
    rig.until(4000)
    rig.calls.length = 0
    destroyed(rig)
    rig.until(100_000)
    expect(rig.calls).toEqual([
      ['cancel c', 4000],
      ['cancel d', 4000],
      ['cancel e', 4000],
      ['finished a', 10_000],
      ['finished b', 12_000],
      ['destroyed', 12_000],
    ])
  })

  test('is over at once where nothing is in flight [BP-24]', () => {
    const rig = rigOf()
    rig.queue('a', 1000)
    rig.until(5000)
    destroyed(rig)
    expect(rig.calls.at(-1)).toEqual(['destroyed', 5000])
  })

  test('leaves no thread on the CPU, whether tasks run or none does [BP-24]', () => {
    for (const at of [500, 5000]) {
      const rig = rigOf()
      rig.queue('a', 1000)
      rig.queue('b', 1000)
      rig.until(at)
      expect(rig.cpu.threadCount).toBe(2)
      destroyed(rig)
      rig.until(100_000)
      expect(rig.cpu.threadCount).toBe(0)
    }
  })

  test('cancels what drivers queue afterwards, while tasks end and when they have [BP-21 BP-24]', () => {
    const rig = rigOf()
    rig.queue('a', 10_000, { finished: () => rig.queue('late', 1000) })
    destroyed(rig)
    rig.queue('after', 1000)
    rig.until(100_000)
    expect(rig.calls).toEqual([
      ['callback a', 0],
      ['cancel after', 0],
      ['finished a', 10_000],
      ['cancel late', 10_000],
      ['destroyed', 10_000],
    ])
  })

  test('nobody waits for ever for a commit whose tasks it cancels [BP-07 BP-24]', () => {
    const rig = rigOf()
    for (const name of ['a', 'b', 'c']) rig.queue(name, 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('e'))
    rig.until(3000)
    destroyed(rig)
    rig.until(100_000)
    expect(rig.calls.filter(([call]) => /signal|destroyed/.test(call))).toEqual([
      ['signal e', 10_000],
      ['destroyed', 10_000],
    ])
  })
})

describe('a driver that throws', () => {
  const failure = () => {
    throw new Error('the driver failed')
  }

  test.each(['callback', 'finished'])(
    'in %s ends the task: the thread goes on, and the commit is signalled [BP-07 BP-21]',
    (at) => {
      const rig = rigOf()
      const queue = () => rig.queue('bad', 1000, { [at]: failure })
      if (at === 'callback') expect(queue).toThrow('the driver failed')
      else queue()
      const all = () => {
        for (const name of ['a', 'b', 'c']) rig.queue(name, 1000)
        rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('e'))
      }
      if (at === 'finished') {
        all()
        expect(() => rig.until(1000)).toThrow('the driver failed')
      } else all()
      rig.until(100_000)
      const ended = rig.of('background-task').filter(({ phase }) => phase === 'finish')
      expect(ended.map(({ pso }) => pso).sort()).toEqual(['a', 'b', 'bad', 'c'])
      expect(rig.calls.filter(([call]) => call === 'signal e')).toHaveLength(1)
      expect(rig.runtime.isIdle).toBe(true)
    },
  )

  test('when it is told of a mode changes nothing: tasks are queued and started as before [BP-04 BP-22]', () => {
    let fails = true
    const rig = rigOf({ driver: () => (fails ? failure() : false) })
    expect(() => rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL')).toThrow('the driver failed')
    expect(rig.runtime.mode).toBe('ALLOWED')
    rig.queue('a', 1000)
    rig.until(5000)
    expect(rig.calls).toEqual([
      ['callback a', 0],
      ['finished a', 1000],
    ])
    fails = false
    expect(rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL').hr).toBe('S_OK')
  })
})
