/** Whether Undo is for the text: the script that the page is asked with runs here, on the element that has the keyboard. */
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isEditingText } from '../../../../main/shell/menu/text-focus'
import { FakeContents } from '../electron'

/** What the script reads of an element. */
interface Element {
  tagName: string
  type?: string
  isContentEditable?: boolean
}

let contents: FakeContents
let activeElement: Element | null
const asked = (): Promise<boolean> => isEditingText(contents as unknown as WebContents)

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  activeElement = null
  contents = new FakeContents()
  // as Electron runs it: the value of its last expression
  contents.script = async (code) => new Function('document', `return ${code}`)({ activeElement }) as unknown
})
afterEach(() => vi.restoreAllMocks())

describe('the keyboard is in a text', () => {
  test.each<Element>([
    { tagName: 'TEXTAREA' },
    { tagName: 'P', isContentEditable: true },
    ...['text', 'search', 'number', 'email', 'url', 'tel', 'password'].map((type) => ({ tagName: 'INPUT', type })),
  ])('%j', async (element) => {
    activeElement = element
    expect(await asked()).toBe(true)
  })
})

describe('the keyboard is in no text', () => {
  test.each<Element>([
    { tagName: 'BUTTON', type: 'text' },
    { tagName: 'INPUT', type: 'range' },
    { tagName: 'INPUT', type: 'checkbox' },
    { tagName: 'P', isContentEditable: false },
  ])('%j', async (element) => {
    activeElement = element
    expect(await asked()).toBe(false)
  })

  test('when nothing has it', async () => {
    expect(await asked()).toBe(false)
  })

  test('when the page does not answer, which is said', async () => {
    contents.script = () => Promise.reject(new Error('the frame is gone'))
    expect(await asked()).toBe(false)
    expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain('the frame is gone')
  })

  test.each(['crashed', 'loading'] as const)('when the page is %s, which is not asked then', async (state) => {
    activeElement = { tagName: 'TEXTAREA' }
    contents[state] = true
    expect(await asked()).toBe(false)
    expect(contents.asked).toEqual([])
  })

  test('when what the page says is no answer', async () => {
    contents.script = async () => 'true'
    expect(await asked()).toBe(false)
  })
})

test('the page is asked in a world that its own scripts cannot reach', async () => {
  await asked()
  // 0 is the page's own
  expect(contents.asked).toEqual(['world 999'])
})
