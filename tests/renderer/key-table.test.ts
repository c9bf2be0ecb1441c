import { expect, it } from 'vitest'
import { actionsOf, type KeyRow, shortcutsOf } from '../../renderer/key-table'

const ROWS = {
  zoom: { held: 'alone', keys: { w: 'in', '-': 'out' }, does: 'Zoom', also: { Shift: { '+': 'in' } } },
  range: { held: 'Shift', keys: { ArrowLeft: 'back', ArrowRight: 'on' }, does: 'A range' },
  undo: { held: 'Ctrl', keys: { z: 'undo' }, does: 'Undo', also: { Ctrl: { Backspace: 'undo' } } },
} as const satisfies Record<string, KeyRow<string>>

it('what a key does is by what is held with it; letters are the same with Caps Lock', () => {
  const of = actionsOf<string>(Object.values(ROWS))
  expect([of('alone', 'W'), of('alone', '-'), of('Shift', '+'), of('Ctrl', 'Z')]).toEqual(['in', 'out', 'in', 'undo'])
  expect([of('Ctrl', 'Backspace'), of('Shift', 'ArrowLeft')]).toEqual(['undo', 'back'])
  expect([of('Shift', 'w'), of('alone', '+'), of('Ctrl', 'w'), of('alone', 'constructor')]).toEqual(
    Array(4).fill(undefined),
  )
})

it('the list has each row once, by the keys that are meant first', () => {
  expect(shortcutsOf<keyof typeof ROWS, string>(ROWS)).toEqual({
    zoom: { keys: 'W −', does: 'Zoom' },
    range: { keys: 'Shift+← →', does: 'A range' },
    undo: { keys: 'Ctrl+Z', does: 'Undo' },
  })
})
