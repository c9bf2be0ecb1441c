/** What an empty instrument offers to do first. */
import { describe, expect, it } from 'vitest'
import { firstOf, importFirst, makeLate, playFirst } from '../../../renderer/instruments/first-actions'
import { rig } from '../../main/session/live-rig'
import { sending } from '../store/support/sending'

const page = sending()

/** A session of effects of these names shows itself. */
function shows(...names: string[]): void {
  const effects = names.map((name) => ({ name, gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }))
  page.shows(rig({ app: { effects } }).shown)
}

describe('what is offered first', () => {
  it('is the first effect of the rack, no clip; or to add one, and the button says which', () => {
    shows('Glow', 'Blur')
    const [apply] = firstOf(page.state.view)
    apply?.run()
    expect([apply?.label, page.sent]).toEqual(['Apply the first effect', [{ kind: 'applyEffect', effect: 'Glow' }]])
    page.shows({ effects: [] })
    const [add] = firstOf(page.state.view)
    add?.run()
    expect([add?.label, page.sent.length, page.state.addEffectOpen]).toEqual(['Add the first effect', 1, true])
  })

  it('is sample footage on the first track, under a name that nothing has', () => {
    shows('Glow')
    importFirst()
    const [first] = page.sent
    if (first?.kind !== 'importClip') throw new Error('nothing is imported')
    expect(first).toMatchObject({ track: 1, name: expect.stringMatching(/./) })
    shows(first.name)
    importFirst()
    const [, second] = page.sent
    expect([second?.kind, second?.kind === 'importClip' && second.name === first.name]).toEqual(['importClip', false])
  })

  it('is to play; time goes on first where it stands still', async () => {
    shows('Glow')
    const { clock } = page.state.view
    page.shows({ clock: { ...clock, running: false } })
    await playFirst()
    expect(page.sent[0]).toEqual({ kind: 'run' })
    expect(page.sent.at(-1)).toMatchObject({ kind: 'play', playing: true })
  })

  it('is to play alone where time goes on already', async () => {
    shows('Glow')
    const { clock } = page.state.view
    page.shows({ clock: { ...clock, running: true } })
    await playFirst()
    expect(page.sent.map(({ kind }) => kind)).toEqual(['play'])
  })

  it('is work of another app, longer than any blank, beside what plays', async () => {
    await makeLate()
    expect(page.sent.at(-1)).toEqual({
      kind: 'submit',
      engine: '3d',
      gpuTime: 500_000,
      priority: 'high',
      context: 'other app',
    })
    expect(page.sent.map(({ kind }) => kind)).toContain('play')
  })
})
