import { expect, it } from 'vitest'
import { alreadyText } from '../../../../renderer/editor/guide/already'

it('says what is true of all that a step asks for, with units, and of switches in words', () => {
  const now = { usage: 384 * 1024 * 1024, deviceRemoved: false, 'presses of Blur': 3, defragmentation: 'done' } as const
  expect(
    alreadyText(
      [
        { fact: 'usage', atLeast: 1 },
        { fact: 'deviceRemoved', is: false },
        { fact: 'presses', effect: 'Blur', atLeast: 1 },
        { fact: 'defragmentation', is: 'done' },
      ],
      now,
    ),
  ).toBe('usage: 384 MiB; the device is there; presses that the GPU has finished, of Blur: 3; defragmentation: done.')
  expect(alreadyText([{ fact: 'playing', is: true }], { playing: true })).toBe('the clip plays.')
})
