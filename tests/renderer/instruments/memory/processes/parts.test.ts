import { describe, expect, it } from 'vitest'
import type { ProcessView } from '../../../../../preload/contract'
import { processParts, processScale, processSentence } from '../../../../../renderer/instruments/memory/processes/parts'
import { GIB, MIB } from '../../../../../renderer/widgets/format'

const app: ProcessView = {
  name: 'app',
  foreground: false,
  usage: 600 * MIB,
  committed: 700 * MIB,
  evictable: 200 * MIB,
  budget: 500 * MIB,
}
const game: ProcessView = {
  name: 'game',
  foreground: true,
  usage: 1024 * MIB,
  committed: 1024 * MIB,
  evictable: 0,
  budget: 1200 * MIB,
}

describe('processParts', () => {
  it('tells what is held, evictable, lacking and over the budget [RS-08, RS-09]', () => {
    // 700 MiB in the segment, 200 of them evictable: 500 of the 600 that are required are there
    expect(processParts(app)).toEqual({
      held: 500 * MIB,
      evictable: 200 * MIB,
      lacking: 100 * MIB,
      over: 100 * MIB,
    })
    expect(processParts(game)).toEqual({ held: GIB, evictable: 0, lacking: 0, over: 0 })
  })
})

describe('processScale', () => {
  it('is the segment, so that bars can be compared, or what the hungriest process wants', () => {
    expect(processScale([app, game], 2 * GIB)).toBe(2 * GIB)
    expect(processScale([{ ...game, usage: 3 * GIB }], 2 * GIB)).toBe(3 * GIB)
    expect(processScale([], 0)).toBe(0)
  })
})

describe('processSentence', () => {
  it('says all of it in words; only of the app the evictable part is known', () => {
    expect(processSentence(app, true)).toBe(
      'app, in the background: committed 700 MiB, usage 600 MiB, evictable 200 MiB, of which it lacks 100 MiB, ' +
        'budget 500 MiB, 100 MiB over it.',
    )
    expect(processSentence(game, false)).toBe('game, in the foreground: committed 1 GiB, usage 1 GiB, budget 1.17 GiB.')
  })
})
