import { describe, expect, test } from 'vitest'
import { type CloseState, mayCloseAtOnce } from '../../../../main/shell/window/close-rule'

describe('closing', () => {
  const dirty: CloseState = {
    dirty: true,
    saving: false,
    agreed: false,
    quitting: false,
    unattended: false,
    automated: false,
  }

  test('asks a person about unsaved changes', () => {
    expect(mayCloseAtOnce(dirty)).toBe(false)
    expect(mayCloseAtOnce({ ...dirty, quitting: true })).toBe(false)
    expect(mayCloseAtOnce({ ...dirty, automated: true })).toBe(false)
  })

  test('waits for what is being saved, which need not be the project', () => {
    expect(mayCloseAtOnce({ ...dirty, dirty: false, saving: true })).toBe(false)
  })

  test.each([
    ['nothing to save', { dirty: false }],
    ['answered already', { agreed: true }],
    ['a run that nobody watches', { unattended: true }],
    ['a program that drives the app quits it', { automated: true, quitting: true }],
  ])('asks nothing: %s', (_why, change) => {
    expect(mayCloseAtOnce({ ...dirty, ...change })).toBe(true)
  })
})
