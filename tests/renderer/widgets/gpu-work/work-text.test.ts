import { describe, expect, it } from 'vitest'
import { defaultWork } from '../../../../main/drivers/kmd/preemption'
import { parseCommand } from '../../../../main/session/commands/schema'
import { COMPUTE_WORK, GRAPHICS_WORK, type PacketWork } from '../../../../preload/contract'
import { SUBMIT_ENGINES } from '../../../../renderer/glossary/engines'
import {
  kindOn,
  kindsOn,
  readWork,
  USUAL_WORK,
  WORK_COUNTS,
  type WorkText,
  workText,
} from '../../../../renderer/widgets/gpu-work/work-text'

const read = (kind: WorkText['kind'], counts: WorkText['counts'] = {}) => readWork({ kind, counts }, '3d')

describe('what GPU work is made of', () => {
  it('is not said where it is as usual', () => {
    expect(readWork(USUAL_WORK, '3d')).toEqual({ ok: true, work: undefined })
    expect(workText(undefined)).toBe(USUAL_WORK)
  })

  it.each<PacketWork>([
    { draws: 1, primitives: 2, triangles: 3, pixels: 4, instructions: 5 },
    { dispatches: 1, threadGroups: 2, threads: 3, instructions: 4 },
  ])('goes through the fields unchanged: %o', (work) => {
    expect(readWork(workText(work), '3d')).toEqual({ ok: true, work })
  })

  it('has the usual counts where nothing is written, as they are shown [GP-06]', () => {
    expect(read('graphics', { draws: ' 8 ', pixels: '' })).toEqual({ ok: true, work: { ...GRAPHICS_WORK, draws: 8 } })
    expect(read('compute')).toEqual({ ok: true, work: COMPUTE_WORK })
    expect(defaultWork('3d')).toEqual(GRAPHICS_WORK)
    for (const kind of ['graphics', 'compute'] as const) {
      const shown = WORK_COUNTS[kind].map(({ name, usual }) => [name, usual])
      expect(read(kind)).toEqual({ ok: true, work: Object.fromEntries(shown) })
    }
  })

  it('is of a kind that the engine has, as the command wants it [GP-06]', () => {
    for (const engine of SUBMIT_ENGINES)
      for (const kind of ['graphics', 'compute'] as const) {
        const work = kind === 'graphics' ? GRAPHICS_WORK : COMPUTE_WORK
        const isTaken = parseCommand({ kind: 'submit', engine, gpuTime: 1, work }).ok
        expect(kindsOn(engine).includes(kind), `${kind} on ${engine}`).toBe(isTaken)
      }
    // what is not shown is not sent, and is there again on the engine before
    const text = workText(GRAPHICS_WORK)
    expect([kindOn('3d', text), kindOn('copy', text)]).toEqual(['graphics', 'usual'])
    expect(readWork({ ...text, counts: { draws: 'x' } }, 'copy')).toEqual({ ok: true, work: undefined })
  })

  it('says beside each count what is wrong with it, and beside the last what is with all of them', () => {
    expect(read('graphics', { draws: '1,5', triangles: '-1' })).toEqual({
      ok: false,
      errors: {
        draws: expect.stringContaining('Found “1,5”, expected a whole number from 1'),
        triangles: expect.stringContaining('Found “-1”'),
      },
    })
    const most = String(2 ** 52)
    expect(read('graphics', { pixels: most })).toEqual({
      ok: false,
      errors: { instructions: 'Found counts that multiply to 3.6e+18, expected less than 2^53. Lower some of them.' },
    })
  })
})
