import { describe, expect, it } from 'vitest'
import { effectsAtStart } from '../../../../../main/session/scenario/check/draft'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { LiveEffects, unknownName } from '../../../../../main/session/scenario/check/live-effects'
import { fileOf, told } from './drafts'

function begin(...effects: unknown[]) {
  const issues = new IssueList()
  const live = new LiveEffects(issues)
  const drafts = [...effectsAtStart(fileOf({ app: { effects } }))]
  drafts.forEach((effect, i) => {
    live.addAtStart(effect, ['effects', i])
  })
  return { live, issues, found: () => told(issues) }
}

/** The same, as effects that steps add. */
function added(...effects: unknown[]) {
  const set = begin()
  const drafts = [...effectsAtStart(fileOf({ app: { effects } }))]
  drafts.forEach((effect, i) => {
    set.live.add(effect, ['steps', i, 'addEffect'])
  })
  return set
}

const resources = (...names: string[]) => names.map((name) => ({ name, size: '64KiB' }))

describe('effects and clips of the start have their names in common [SC-16]', () => {
  it('and none of them twice', () => {
    const { live, found } = begin({ name: 'Blur' }, { name: 'Blur' })
    live.addClipAtStart('Beach', ['clips', 0])
    live.addClipAtStart('Beach', ['clips', 1])
    live.addClipAtStart('Blur', ['clips', 2])
    const expected = 'a name that no other effect or clip has'
    expect(found()).toEqual([
      `effects[1].name: "Blur"; ${expected}`,
      `clips[1].name: "Beach"; ${expected}`,
      `clips[2].name: "Blur"; ${expected}`,
    ])
  })

  it('nor a resource’s full name, though effect and resource are cut elsewhere', () => {
    const { found } = begin(
      { name: 'a.b', resources: resources('c', 'd') },
      { name: 'a', resources: resources('b.c', 'c') },
    )
    expect(found()).toEqual([
      'effects[1].resources[0].name: "b.c"; a full name ("Effect.resource") that no other resource has; "a.b.c" is taken',
    ])
  })

  it('steps may make what is there already: creating it may have failed', () => {
    expect(
      added(
        { name: 'Blur' },
        { name: 'Blur', resources: resources('r') },
        { name: 'Blur', resources: resources('r') },
      ).found(),
    ).toEqual([])
    // two of one name in one effect fail whatever happens
    expect(added({ name: 'Blur', resources: resources('r', 'r') }).found()).toEqual([
      'steps[0].addEffect.resources[1].name: "r"; a name that no other resource of the effect has',
    ])
  })
})

describe('a name that is used', () => {
  it('is one of those made by then, of the kind that is meant', () => {
    const { live, found } = begin({ name: 'Blur' })
    live.addClip('Beach')
    live.requireEffect('Blur', ['a'])
    live.requireClip('Beach', ['b'])
    live.requireName('Blur', ['c'])
    live.requireName('Beach', ['d'])
    expect(found()).toEqual([])
    live.requireName('Sepia', ['e'])
    expect(found()).toEqual(['e: "Sepia"; the name of an effect or a clip that exists at that time: "Blur" or "Beach"'])
  })

  it('of the other kind is refused with that reason', () => {
    const { live, issues } = begin({ name: 'Blur' })
    live.addClip('Beach')
    live.requireClip('Blur', ['a'])
    live.requireEffect('Beach', ['b'])
    expect(issues.issues.map(({ hint }) => hint)).toEqual([
      'it is an effect, which "removeEffect" removes',
      'it is a clip',
    ])
  })

  it('may be any where one could not be made out', () => {
    const { live, found } = begin({ name: 3 })
    live.requireEffect('Sepia', ['a'])
    live.requireClip('Beach', ['b'])
    expect(found()).toEqual([])
    const clips = begin()
    clips.live.addClip(null)
    clips.live.requireName('Beach', ['c'])
    expect(clips.found()).toEqual([])
  })
})

describe('the issue of an unknown name', () => {
  it('lists what there is, and the nearest of it', () => {
    expect(unknownName(['a'], 'Blurr', 'an effect', ['Sepia', 'Blur'])).toEqual({
      path: ['a'],
      found: '"Blurr"',
      expected: 'an effect: "Sepia" or "Blur"',
      hint: 'did you mean "Blur"?',
    })
    expect(unknownName(['a'], 'x', 'an effect', [])).toEqual({
      path: ['a'],
      found: '"x"',
      expected: 'an effect: there is none',
    })
  })

  it('lists a name once, however many steps make something of it [SC-02]', () => {
    const { expected } = unknownName(['a'], 'x', 'an effect', ['Sepia', 'Blur', 'Sepia'])
    expect(expected).toBe('an effect: "Sepia" or "Blur"')
  })

  it('lists twelve at most, and looks for a near one among more', () => {
    const names = Array.from({ length: 20 }, (_, i) => `effect of the letter ${'abcdefghijklmnopqrst'[i]}`)
    const { expected, hint } = unknownName(['a'], 'effect of the letter t!', 'an effect', names)
    expect(expected.match(/effect of/g)).toHaveLength(12)
    expect(expected).toMatch(/or "effect of the letter l", …$/)
    expect(hint).toBe('did you mean "effect of the letter t"?')
  })
})
