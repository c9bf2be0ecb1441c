import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SavedView } from '../../../preload/contract'
import { emptyState } from '../../../renderer/store/model'
import { followSaved } from '../../../renderer/store/saved'
import { useStore } from '../../../renderer/store/store'

let stop: () => void

beforeEach(() => {
  useStore.setState({ view: emptyState(), toasts: [] })
  stop = followSaved()
})
afterEach(() => stop())

function shows(saved?: SavedView): void {
  useStore.setState(({ view }) => ({
    view: { ...view, project: { ...view.project, ...(saved === undefined ? {} : { saved }) } },
  }))
}
const texts = (): string[] => useStore.getState().toasts.map(({ text, saved }) => `${saved} ${text}`)

it('says once of each file that it was saved', () => {
  shows()
  shows({ id: 1, path: '/a.json' })
  shows({ id: 1, path: '/a.json' })
  expect(texts()).toEqual(['1 Saved /a.json'])
  // the same file again is another time
  shows({ id: 2, path: '/a.json' })
  expect(texts()).toEqual(['2 Saved /a.json'])
})

it('does not say again what was said before the page was loaded anew', () => {
  shows({ id: 3, path: '/a.json' })
  expect(texts()).toEqual([])
  shows({ id: 4, path: '/b.json' })
  expect(texts()).toEqual(['4 Saved /b.json'])
})

it('says it of the first file, too, where the only frame until then had come before the page followed', () => {
  stop()
  useStore.setState({ view: { ...emptyState(), seq: 0 }, toasts: [] })
  stop = followSaved()
  shows({ id: 1, path: '/a.json' })
  expect(texts()).toEqual(['1 Saved /a.json'])
})
