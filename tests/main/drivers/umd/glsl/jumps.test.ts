import { describe, expect, it } from 'vitest'
import { endsInJump, jumpsIn, jumpsOut, leavesLoop, mentions } from '../../../../../main/drivers/umd/glsl/jumps'
import { parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'

const statement = (text: string) => parseStatement(`${text}\n`)

describe('control never reaches what follows', () => {
  it.each([
    ['return;', true],
    ['{ x = 1.0; discard; }', true],
    ['if (a) { return; } else { discard; }', true],
    ['if (a) { return; }', false],
    ['if (a) { return; } else { x = 1.0; }', false],
    ['for (;;) { return; }', false],
    ['x = 1.0;', false],
  ])('%s: %s', (text, ends) => {
    expect(endsInJump(statement(text))).toBe(ends)
  })
})

describe('jumps that leave a statement', () => {
  it.each([
    ['if (a) { break; } else { continue; }', ['break', 'continue']],
    ['for (int i = 0; i < 3; i++) { if (a) { break; } continue; }', []],
    ['while (a) { return; }', ['return']],
    // a break in a switch is the switch's, a continue is the loop's around it
    ['switch (k) { case 1: break; default: continue; }', ['continue']],
    ['switch (k) { case 1: discard; }', ['discard']],
  ])('%s', (text, jumps) => {
    expect([...jumpsIn(statement(text))].sort()).toEqual(jumps)
  })

  it('are none of nothing', () => {
    expect(jumpsIn(undefined).size).toBe(0)
  })

  it('belong to the loop around it where they are break or continue', () => {
    expect([leavesLoop(statement('if (a) { continue; }')), leavesLoop(statement('if (a) { return; }'))]).toEqual([
      true,
      false,
    ])
  })

  it('give a value back where return has one', () => {
    expect([jumpsOut(statement('if (a) { return 1.0; }')), jumpsOut(statement('if (a) { return; }'))]).toEqual([
      true,
      false,
    ])
  })
})

describe('a variable is mentioned', () => {
  it.each([
    ['x = a + 1.0;', true],
    ['a.x = 1.0;', true],
    ['b.a = 1.0;', false],
    ['x = b;', false],
  ])('%s: %s', (text, found) => {
    expect(mentions(statement(text), 'a')).toBe(found)
  })
})
