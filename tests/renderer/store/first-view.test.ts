/** What the page was served with, read out of it. */
import { expect, it } from 'vitest'
import { firstView } from '../../../renderer/store/first-view'

const page = (content: string | null) => {
  const found = content === null ? null : { content }
  // of a page, this uses what is written into it
  return {
    querySelector: (selector: string) => (selector === 'meta[name="trimline-first-view"]' ? found : null),
  } as unknown as Document
}

it('is what is written into the page, where something is', () => {
  expect(firstView(page('{"theme":"dark","recent":["a.trimline"]}'))).toEqual({
    theme: 'dark',
    recent: ['a.trimline'],
  })
  expect([firstView(page('')), firstView(page(null))]).toEqual([null, null])
})
