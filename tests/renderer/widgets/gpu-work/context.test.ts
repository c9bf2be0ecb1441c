/** The context of work by hand. */
import { expect, it } from 'vitest'
import { COMPOSITOR, COMPOSITOR_CONTEXT } from '../../../../preload/contract'
import { parseContext } from '../../../../renderer/widgets/gpu-work/context'

it('is a name of at most 64 characters, or nothing; the compositor’s is its own', () => {
  expect([' own ', '  ', 'x'.repeat(64)].map(parseContext)).toEqual([
    { ok: true, value: 'own' },
    { ok: true, value: '' },
    { ok: true, value: 'x'.repeat(64) },
  ])
  expect(parseContext('x'.repeat(65))).toEqual({
    ok: false,
    message: 'The context’s name has 65 characters; use at most 64.',
  })
  expect(parseContext(` ${COMPOSITOR}`)).toEqual({ ok: false, message: COMPOSITOR_CONTEXT })
})
