import { expect, test } from 'vitest'
import { Notices } from '../../../main/shell/notices'

test('what stands in a file reaches the page clipped and escaped, whatever it is', () => {
  const notices = new Notices(() => {})
  notices.show('damaged', `found ${'k'.repeat(900_000)} \u001b[31m \u202e`)
  const [notice] = notices.shown
  expect(notice?.text.length).toBeLessThanOrEqual(400)
  expect(notice?.text.startsWith('found kkk')).toBe(true)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it must not be there
  expect(notice?.text).not.toMatch(/[\u0000-\u001f\u202e]/)
})
