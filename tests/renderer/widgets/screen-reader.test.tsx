/** What is read aloud alone is not seen, and is said again when it changes. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Announcement, Summary } from '../../../renderer/widgets/screen-reader'

it('an announcement is said politely, and a summary only when it is asked for', () => {
  expect(renderToStaticMarkup(<Announcement text="Block 2" />)).toBe(
    '<p class="visually-hidden" aria-live="polite">Block 2</p>',
  )
  expect(renderToStaticMarkup(<Summary id="map" read={() => 'four blocks'} />)).toBe(
    '<p id="map" class="visually-hidden"></p>',
  )
})
