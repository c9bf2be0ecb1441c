/** F1 opens the rule behind what the pointer, or else the focus, is on. */
import { beforeEach, expect, it } from 'vitest'
import { followHelpKey } from '../../../renderer/glossary/help-key'
import { useStore } from '../../../renderer/store/store'

beforeEach(() => useStore.setState({ glossary: null }))

/** An element whose words, or those around it, rest on rules. */
const on = (rules: string | null) => ({
  closest: () => (rules === null ? null : { getAttribute: () => rules }),
})

/** @param hovered from the outermost to the innermost */
function press(hovered: (string | null)[], focused: string | null, key = 'F1') {
  const page = Object.assign(new EventTarget(), {
    querySelectorAll: () => hovered.map(on),
    activeElement: on(focused),
  })
  // of a page, the key uses what this one has
  const stop = followHelpKey(page as unknown as Document)
  const send = () => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
    page.dispatchEvent(event)
    return event.defaultPrevented
  }
  const taken = send()
  const { glossary } = useStore.getState()
  stop()
  expect(send()).toBe(false)
  return { taken, glossary }
}

it('the first rule of the innermost element under the pointer comes before that of the focus', () => {
  expect(press(['GP-01', 'RS-04 RS-05'], 'TN-02')).toEqual({ taken: true, glossary: 'RS-04' })
})

it('the focus has its say where the pointer is on nothing, and beside everything the whole glossary opens', () => {
  expect(press([], 'TN-02').glossary).toBe('TN-02')
  expect(press([null], null)).toEqual({ taken: true, glossary: '' })
})

it('other keys are the page’s', () => {
  expect(press(['RS-04'], null, 'F2')).toEqual({ taken: false, glossary: null })
})

it('the focus comes before where the pointer was left, from the first other key until the pointer moves', () => {
  const page = Object.assign(new EventTarget(), { querySelectorAll: () => [on('GP-01')], activeElement: on('TN-02') })
  const stop = followHelpKey(page as unknown as Document)
  const send = (type: string, key = ''): string | null => {
    page.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { key }))
    return useStore.getState().glossary
  }
  expect(send('keydown', 'F1')).toBe('GP-01')
  send('keydown', 'Tab')
  expect(send('keydown', 'F1')).toBe('TN-02')
  send('pointermove')
  expect(send('keydown', 'F1')).toBe('GP-01')
  stop()
})
