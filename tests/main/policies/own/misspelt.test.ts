/** A function of a policy's that is meant for an event and has another name (LB-15). */
import { describe, expect, it } from 'vitest'
import { misspeltOf } from '../../../../main/policies/own/misspelt'
import { rig } from '../../session/live-rig'

const EVENTS = ['tracked', 'untracked', 'prepare', 'submitted', 'completed', 'onTrim', 'deviceRemoved']

const meant = (name: string, missing = EVENTS): string | undefined => misspeltOf([[name, 3]], missing)[0]?.meant

describe('a function of no event', () => {
  it.each([
    ['onTirm', 'onTrim'],
    ['ontrim', 'onTrim'],
    ['trim', 'onTrim'],
    ['preparing', 'prepare'],
    ['submit', 'submitted'],
    ['complete', 'completed'],
    ['onDeviceRemoved', 'deviceRemoved'],
    ['untrackd', 'untracked'],
    ['free', undefined],
    ['constructor', undefined],
    ['run', undefined],
    ['x'.repeat(1_000), undefined],
  ])('"%s" seems to be meant for %s [LB-15]', (name, event) => {
    expect(meant(name)).toBe(event)
  })

  it('is none where the policy has the function of that event: it is its own helper', () => {
    expect(
      meant(
        'trim',
        EVENTS.filter((event) => event !== 'onTrim'),
      ),
    ).toBeUndefined()
  })

  it('is none where what comes from the policy’s side is anything else', () => {
    for (const others of [undefined, 7, {}, [7], [[7, 'onTrim']], [null]])
      expect(misspeltOf(others, EVENTS)).toEqual([])
    expect(misspeltOf([['ontrim', 'x']], EVENTS)).toEqual([{ name: 'ontrim', meant: 'onTrim', line: 1 }])
  })
})

describe('a policy of one’s own with a misspelt function', () => {
  const findings = (text: string): string[] => {
    const live = rig({ app: { policy: { file: 'mine.mjs', text } } })
    live.elapse(50)
    return live.shown.findings.items.flatMap(({ rule, message }) => (rule === 'LB-15' ? [message] : []))
  }

  it('is told of each, with its line, though others are right, also of those of a class [LB-15]', () => {
    const own = `export default { name: 'mine', create() { return {
      prepare() {},
      onTirm() {},
      helper() {},
      complete() {} } } }`
    expect(findings(own)).toEqual([
      'mine.mjs:3: no event calls "onTirm"; did you mean "onTrim"? (all else of the policy works)',
      'mine.mjs:5: no event calls "complete"; did you mean "completed"? (all else of the policy works)',
    ])
    const classy = `class Mine { prepare() {}
      get onTrim2() { throw new Error('asked') }
      submited() {} }
      export default { name: 'mine', create: () => new Mine() }`
    expect(findings(classy)).toEqual([
      'mine.mjs:3: no event calls "submited"; did you mean "submitted"? (all else of the policy works)',
    ])
  })

  it('is told nothing where its functions cannot be looked through, and the policy works all the same', () => {
    const proxy = `const ownKeys = () => { throw new Error('never') }
      export default { name: 'mine', create: () => new Proxy({ prepare() {}, onTirm() {} }, { ownKeys }) }`
    expect(findings(proxy)).toEqual([])
  })

  it('is told nothing where all are right, or are nothing alike', () => {
    expect(findings(`export default { name: 'mine', create: () => ({ onTrim() {}, trim() {}, free() {} }) }`)).toEqual(
      [],
    )
  })
})
