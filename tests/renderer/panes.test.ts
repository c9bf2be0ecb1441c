// @vitest-environment happy-dom
/** F6 and Shift+F6 go from pane to pane, and back to where one was in each. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followPaneKeys, PANE_SHORTCUTS } from '../../renderer/panes'

let stop: () => void

beforeEach(() => {
  // nothing is laid out here: what a test hides has no place
  Element.prototype.getClientRects = function (this: Element) {
    return (this.closest('[hidden]') === null ? [{}] : []) as unknown as DOMRectList
  }
  document.body.innerHTML = `
    <header data-pane><button id="run">Run</button><button id="step">Step</button></header>
    <section data-pane><p>Nothing to come to</p></section>
    <div id="edge" tabindex="0"></div>
    <section data-pane>
      <button id="off" disabled>Off</button><button id="roving" tabindex="-1">Other</button>
      <input id="name"><a id="rule" href="#">Rule</a>
    </section>
    <div data-pane hidden><button id="unseen">Unseen</button></div>
    <footer id="status" data-pane tabindex="-1"><h2 id="head" tabindex="-1">Status</h2><button id="late">Late</button></footer>
    <div role="menu"><button id="item">Item</button></div>`
  stop = followPaneKeys(document)
})
afterEach(() => stop())

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`found no ${id}`)
  return found
}

/** @returns what has the focus then; null: the page's own work was not done for it */
function press(key: string, held: Partial<Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey'>> = {}): string | null {
  const event = new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true })
  const at = document.activeElement ?? document.body
  at.dispatchEvent(event)
  return event.defaultPrevented ? (document.activeElement?.id ?? '') : null
}
const on = (): string | null => press('F6')
const back = (): string | null => press('F6', { shiftKey: true })

describe('F6', () => {
  it('goes round the panes, past those that have nothing shown to come to, and Shift+F6 the other way', () => {
    expect([on(), on(), on(), on()]).toEqual(['run', 'name', 'late', 'run'])
    expect([back(), back(), back(), back()]).toEqual(['late', 'name', 'run', 'late'])
  })

  it('comes to what had the focus last in a pane, as long as it is there and can have it', () => {
    element('rule').focus()
    expect([on(), back()]).toEqual(['late', 'rule'])
    element('roving').focus()
    expect([on(), back()]).toEqual(['late', 'roving'])
    element('rule').focus()
    on()
    element('rule').hidden = true
    expect(back()).toBe('name')
    element('step').focus()
    on()
    element('step').remove()
    expect(back()).toBe('run')
  })

  it('comes to the tab that is shown, and not to one that a button has left for it since: that would be shown again', () => {
    element('run').insertAdjacentHTML(
      'beforebegin',
      `<div id="list" role="tablist"><button id="memory" role="tab" aria-selected="true" tabindex="0">Memory</button>
        <button id="laboratory" role="tab" aria-selected="false" tabindex="-1">Laboratory</button></div>`,
    )
    const shows = (shown: string): void => {
      for (const id of ['memory', 'laboratory']) {
        element(id).setAttribute('aria-selected', String(id === shown))
        element(id).tabIndex = id === shown ? 0 : -1
      }
    }
    element('memory').focus()
    expect(on()).toBe('name')
    shows('laboratory')
    expect(back()).toBe('laboratory')
    expect([on(), back()]).toEqual(['name', 'laboratory'])
  })

  it('comes to no pane as a whole, where its ground was clicked, and no heading that had the focus as it opened', () => {
    element('status').focus()
    expect([on(), back()]).toEqual(['run', 'late'])
    element('head').focus()
    expect([on(), back()]).toEqual(['run', 'late'])
  })

  it('goes on from an edge between two panes, and from nowhere from the last one backwards', () => {
    element('edge').focus()
    expect(on()).toBe('name')
    element('edge').focus()
    expect(back()).toBe('run')
    element('run').blur()
    expect(back()).toBe('late')
  })

  it('is not swallowed by a field, nor by what keeps its keys to itself', () => {
    const field = element('name')
    field.addEventListener('keydown', (event) => event.stopPropagation())
    field.focus()
    expect(on()).toBe('late')
  })

  it('stays in a modal dialog and in an open menu', () => {
    element('item').focus()
    expect(on()).toBeNull()
    element('run').focus()
    document.body.insertAdjacentHTML('beforeend', '<dialog open><button id="close">Close</button></dialog>')
    element('close').focus()
    expect([on(), document.activeElement?.id]).toEqual([null, 'close'])
    document.querySelector('dialog')?.remove()
    expect(on()).toBe('run')
  })

  it('is itself alone: other keys, Ctrl+F6 and what was given up are the page’s', () => {
    expect([press('F5'), press('F6', { ctrlKey: true })]).toEqual([null, null])
    stop()
    expect(on()).toBeNull()
  })

  it('is listed as it is pressed', () => {
    expect(Object.values(PANE_SHORTCUTS).map(({ keys }) => keys)).toEqual(['F6', 'Shift+F6'])
  })
})
