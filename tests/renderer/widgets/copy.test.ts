/** Text for the clipboard: put there for what a person does, and as rows that spreadsheets paste. */
import { afterEach, expect, it, vi } from 'vitest'
import { copyText, tsvOf } from '../../../renderer/widgets/copy'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page that copies when it is told to, or not. @returns what its clipboard has then */
function page(copies = true): Map<string, string> {
  const clipboard = new Map<string, string>()
  const target = new EventTarget()
  vi.stubGlobal(
    'document',
    Object.assign(target, {
      execCommand: () => {
        if (!copies) return false
        const event = new Event('copy', { cancelable: true })
        const clipboardData = { setData: (type: string, text: string) => clipboard.set(type, text) }
        target.dispatchEvent(Object.assign(event, { clipboardData }))
        // what was selected is copied unless somebody else has
        if (!event.defaultPrevented) clipboard.set('text/plain', 'the selection')
        return true
      },
    }),
  )
  return clipboard
}

it('a text is in the clipboard in the place of what is selected, with its HTML for those who take that', () => {
  const clipboard = page()
  expect(copyText('a', '<b>a</b>')).toBe(true)
  expect([...clipboard]).toEqual([
    ['text/plain', 'a'],
    ['text/html', '<b>a</b>'],
  ])
})

it('what is copied next is what is selected again', () => {
  const clipboard = page()
  copyText('a')
  document.execCommand('copy')
  expect([...clipboard]).toEqual([['text/plain', 'the selection']])
})

it('where the page may not copy, that is said, and nothing waits for a later copy', () => {
  const clipboard = page(false)
  expect(copyText('a')).toBe(false)
  const event = new Event('copy', { cancelable: true })
  document.dispatchEvent(event)
  expect([event.defaultPrevented, clipboard.size]).toEqual([false, 0])
})

it('rows are lines, fields are apart by tabs, and no field breaks that', () => {
  expect(
    tsvOf([
      ['a', 1, null],
      ['b\tc\r\nd', 0.5, ''],
    ]),
  ).toBe('a\t1\t\nb c  d\t0.5\t\n')
  expect(tsvOf([])).toBe('')
})
