// @vitest-environment happy-dom
/** Which control of a page a lesson means, by its role and its name: as ARIA has them, whatever it is made of. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLast } from '../../../../renderer/editor/guide/control'

beforeEach(() => {
  // a page without layout has boxes for everything: here what is within `data-away` has none
  Element.prototype.getClientRects = function (this: Element) {
    const boxes = this.closest('[data-away]') === null ? [new DOMRect(0, 0, 10, 10)] : []
    return Object.assign(boxes, { item: (at: number) => boxes[at] ?? null })
  }
})
afterEach(() => {
  document.body.replaceChildren()
})

/** @returns the id of what is meant in a page of this; undefined: nothing is */
function found(page: string, ...way: readonly (readonly [role: string, name: string])[]): string | undefined {
  document.body.innerHTML = page
  return findLast(way.map(([role, name]) => ({ role, name })))?.id
}

describe('the role', () => {
  it.each([
    ['button', '<button id="x">Play</button>'],
    ['button', '<div id="x" role="button">Play</div>'],
    ['switch', '<button role="switch" id="x">Play</button>'],
    ['tab', '<button role="tab" id="x">Play</button>'],
    ['radio', '<label>Play<input type="radio" id="x"></label>'],
    ['radio', '<button role="radio" id="x">Play</button>'],
    ['combobox', '<select id="x" aria-label="Play"></select>'],
    ['combobox', '<input role="combobox" id="x" aria-label="Play">'],
    ['textbox', '<label>Play<input id="x"></label>'],
    ['textbox', '<label>Play<input type="text" id="x"></label>'],
    ['textbox', '<label>Play<textarea id="x"></textarea></label>'],
    ['slider', '<input type="range" id="x" aria-label="Play">'],
    ['slider', '<span role="slider" id="x" aria-label="Play"></span>'],
    ['checkbox', '<label>Play<input type="checkbox" id="x"></label>'],
    ['option', '<ul><li role="option" id="x">Play</li></ul>'],
    ['region', '<section id="x" aria-label="Play"></section>'],
    ['list', '<ul id="x" aria-label="Play"></ul>'],
    ['gridcell', '<div role="gridcell" id="x">Play</div>'],
  ])('%s is that of %s', (role, page) => {
    expect(found(page, [role, 'Play'])).toBe('x')
  })

  it.each([
    ['button', '<button role="switch" id="x">Play</button>'],
    ['textbox', '<input role="combobox" id="x" aria-label="Play">'],
    ['textbox', '<input type="text" role="combobox" id="x" aria-label="Play">'],
    ['textbox', '<label>Play<input type="checkbox" id="x"></label>'],
    ['checkbox', '<label>Play<input type="checkbox" role="switch" id="x"></label>'],
    ['button', '<a id="x">Play</a>'],
    ['gridcell', '<div id="x">Play</div>'],
  ])('%s is not that of %s', (role, page) => {
    expect(found(page, [role, 'Play'])).toBeUndefined()
  })
})

describe('the name', () => {
  it.each([
    ['its content on one line', '<button id="x">\n  Apply\n  <b>Blur</b>\n</button>'],
    ['its content but for what is hidden from it', '<button id="x">Apply Blur<i aria-hidden="true"> now</i></button>'],
    [
      'its content with the names of parts',
      '<button id="x">Apply <svg aria-label="Blur"><text>B</text></svg></button>',
    ],
    ['its label, before its content', '<button id="x" aria-label="Apply Blur">B</button>'],
    ['what labels it, before its content', '<label for="x">Apply <b>Blur</b></label><button id="x">B</button>'],
    ['its title, where there is nothing else', '<button id="x" title="Apply Blur"><svg></svg></button>'],
    [
      'what names it, in that order, before its label',
      '<i id="b">Blur</i><i id="a">Apply</i><button id="x" aria-labelledby="a  gone b" aria-label="B">B</button>',
    ],
    [
      'its label, where what names it is not there',
      '<button id="x" aria-labelledby="gone" aria-label="Apply Blur">B</button>',
    ],
  ])('is %s', (_what, page) => {
    expect(found(page, ['button', 'Apply Blur'])).toBe('x')
  })

  it.each([
    ['a part of it', '<button id="x">Apply Blur to all</button>'],
    ['its content, where it has a label', '<button id="x" aria-label="B">Apply Blur</button>'],
    ['its title, where it has content', '<button id="x" title="Apply Blur">B</button>'],
  ])('is not %s', (_what, page) => {
    expect(found(page, ['button', 'Apply Blur'])).toBeUndefined()
  })
})

describe('what a lesson points at', () => {
  it('is the first of that name that can be seen', () => {
    const page = `
      <div data-away><button id="a">Play</button></div>
      <button id="b">Play</button><button id="c">Play</button>`
    expect(found(page, ['button', 'Play'])).toBe('b')
  })

  it('is the last of the way to it that is there', () => {
    const way = [
      ['tab', 'GPU'],
      ['button', 'Submit'],
      ['textbox', 'Count'],
    ] as const
    const tab = '<button role="tab" id="tab">GPU</button>'
    expect(found(`${tab}<button id="submit">Submit</button><input id="count" aria-label="Count">`, ...way)).toBe(
      'count',
    )
    expect(found(`${tab}<button id="submit">Submit</button><p data-away><input aria-label="Count"></p>`, ...way)).toBe(
      'submit',
    )
    expect(found(`<input id="other" aria-label="Counts">${tab}`, ...way)).toBe('tab')
    expect(found('<p>Nothing</p>', ...way)).toBeUndefined()
  })
})
