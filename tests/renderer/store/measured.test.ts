import { beforeEach, describe, expect, it } from 'vitest'
import { programKey, withDifference } from '../../../renderer/store/measured'
import { setDrawTime, setPixelDifference, useStore } from '../../../renderer/store/store'

const SAME = { bytes: 0, worst: 0, of: 100 }

beforeEach(() => {
  useStore.setState(useStore.getInitialState())
})

describe('what the Preview measured', () => {
  it('keeps the newest time of each program, the general one apart from its variants [BP-31]', () => {
    setDrawTime(programKey(3, null), 2)
    setDrawTime(programKey(3, 1), 1)
    setDrawTime(programKey(3, null), 4)
    expect(useStore.getState().measured.times).toEqual({ '3 general': 4, '3 1': 1 })
  })

  it('keeps what comparing pictures gave by source, beside the times [BP-25]', () => {
    setDrawTime('3 general', 2)
    setPixelDifference('a', SAME)
    setPixelDifference('b', { bytes: 4, worst: 255, of: 100 })
    const { times, differences } = useStore.getState().measured
    expect(times).toEqual({ '3 general': 2 })
    expect([...differences]).toEqual([
      ['a', SAME],
      ['b', { bytes: 4, worst: 255, of: 100 }],
    ])
  })

  it('forgets the oldest of more than 512 sources', () => {
    let differences: ReadonlyMap<string, typeof SAME> = new Map()
    for (let i = 0; i < 600; i++) differences = withDifference(differences, `source ${i}`, SAME)
    expect(differences.size).toBe(512)
    expect(differences.has('source 87')).toBe(false)
    expect(differences.has('source 88')).toBe(true)
  })
})
