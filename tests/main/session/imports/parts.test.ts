import { describe, expect, it } from 'vitest'
import { CaptureError, type Cut, type ImportOptions } from '../../../../main/session/imports/capture'
import { type Attempt, nextPart, refuseBeyond, untilItFits } from '../../../../main/session/imports/parts'
import { finished } from './support'

const REPORT = { warnings: ['it is damp'], imported: [], derived: [], ignored: [] }
const cut = (next: number, isCrowded = false): Cut => ({ next, isCrowded, why: 'it is small' })

/** An importer of which each attempt ends where it is told. */
function importer(cuts: readonly (Cut | null)[]) {
  const asked: (number | undefined)[] = []
  const left = [...cuts]
  const attempt = function* ({ until }: ImportOptions): Attempt {
    asked.push(until)
    yield 0.5
    const head = { name: `until ${until}`, derived: [], system: {} }
    return { made: { head, steps: ['{"at":3,"use":1}'], report: REPORT, damage: null }, cut: left.shift() ?? null }
  }
  return { asked, attempt }
}

describe('a part of a recording [LB-19]', () => {
  it('for which there is room is imported once, as it is asked for', () => {
    const { asked, attempt } = importer([null])
    const made = finished(untilItFits({ until: 90 }, attempt))
    expect([asked, made.next, made.head.name, made.report]).toEqual([[90], null, 'until 90', REPORT])
  })

  it('for which there is none is imported as one that ends where there is, so often as it takes', () => {
    const { asked, attempt } = importer([cut(50), cut(40), null])
    const made = finished(untilItFits({ from: 7 }, attempt))
    expect([asked, made.next, made.head.name]).toEqual([[undefined, 50, 40], 40, 'until 40'])
    expect(made.report.warnings).toEqual([
      'it is damp',
      'the scenario ends at 3us, as it is small: what comes later is not imported; what follows is imported with the option from (--from 40us) beside the others',
    ])
  })

  it('of one moment that has no room ends all the same, and says what is lost', () => {
    const { asked, attempt } = importer([cut(8, true), cut(8, true)])
    const made = finished(untilItFits({ from: 7 }, attempt))
    expect([asked, made.next]).toEqual([[undefined, 8], 8])
    expect(made.report.warnings[1]).toContain('what else happens then, and what comes later, is not imported')
  })

  it('goes forward, however often it is begun', () => {
    const { attempt } = importer([cut(50), cut(40), null])
    const progress = [...untilItFits({}, attempt)]
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect([progress.length, progress.at(-1)]).toEqual([3, 0.875])
  })

  it('that follows is asked for by the time at which it begins', () => {
    expect(nextPart(1_500_000)).toBe('what follows is imported with the option from (--from 1500ms) beside the others')
  })

  it('begins before the recording has ended, or with its last moment', () => {
    expect(() => refuseBeyond(5, 5, null)).not.toThrow()
    expect(() => refuseBeyond(6, 5, null)).toThrow(
      new CaptureError('found a part from 6us on; expected one from 5us on, when the recording ends, or earlier'),
    )
    // which is why it ends
    expect(() => refuseBeyond(6, 5, 'offset 9: found less')).toThrow(/^offset 9: found less; found a part from 6us on/)
  })
})
