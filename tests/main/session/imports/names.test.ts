import { describe, expect, it } from 'vitest'
import { ScenarioNames, withoutFolders } from '../../../../main/session/imports/names'

describe('names of a captured app', () => {
  it.each([
    ['C:\\Users\\jane.doe\\maps\\terrain.dds', 'terrain.dds'],
    ['\\\\server\\jane\\a b.png', 'a b.png'],
    ['/home/jane/tex.ktx', 'tex.ktx'],
    ['~/tex.ktx', 'tex.ktx'],
    ['https://github.com/jane/maps/blob/a.csv', 'https://github.com/jane/maps/blob/a.csv'],
    ['textureC:\\Users\\jane\\a.dds', 'texturea.dds'],
    ['C://Users/jane/a.dds', 'a.dds'],
    ['shadow map/cascade 1', 'shadow map/cascade 1'],
    ['  Depth  ', 'Depth'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('lose folders and what is too long: %s', (name, kept) => {
    expect(withoutFolders(name)).toBe(kept)
  })

  it('are each taken once', () => {
    const names = new ScenarioNames()
    expect([names.take('a', 1), names.take('a', 2), names.take('a 2', 3), names.take('a', 2)]).toEqual([
      'a',
      'a 2',
      'a 2 3',
      'a 3',
    ])
    names.giveBack('a')
    expect(names.take('a', 9)).toBe('a')
  })

  it('are none of the system’s own', () => {
    expect(new ScenarioNames('dwm').take('dwm', 3)).toBe('dwm 3')
  })
})
