/** Ctrl+C on a row of any list or table copies it: as text with tabs, and as a row of a table for those who take that. */
import { type RefObject, useEffect } from 'react'
import { TYPED_INTO } from './text-field'

/** what counts as a row; `data-copy` has its own text */
const ROWS = '[data-copy], tr, [role="row"], li, article'
/** they copy what is chosen in them by themselves */
const OTHERS = `${TYPED_INTO}, .timeline`

/** One line of a row without its tabs and line ends. */
const oneField = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** @returns the fields of a row: its cells, or the lines that it shows */
function fieldsOf(row: Element): string[] {
  const cells = [...row.querySelectorAll('td, th, [role="gridcell"], [role="cell"], [role="rowheader"]')]
  const texts = cells.length > 0 ? cells.map((cell) => cell.textContent) : linesOf(row)
  return texts.map(oneField)
}

function linesOf(row: Element): string[] {
  return (row instanceof HTMLElement ? row.innerText : row.textContent).split('\n').filter((line) => line.trim() !== '')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @param rows of fields @returns what a table of them is in HTML */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((fields) => `<tr>${fields.map((field) => `<td>${escaped(field)}</td>`).join('')}</tr>`)
  return `<table>${lines.join('')}</table>`
}

/** A row as it is copied. */
export interface CopiedRow {
  text: string
  html: string
}

/** Of the window, px. */
export interface Place {
  x: number
  y: number
}

/** @returns where a menu was asked for; null: by keys, which tell a place of their own */
export function placeOf({
  button,
  clientX,
  clientY,
}: Pick<MouseEvent, 'button' | 'clientX' | 'clientY'>): Place | null {
  return button === 2 ? { x: clientX, y: clientY } : null
}

/** The fields of each row. */
export type Rows = readonly (readonly string[])[]

/** What a canvas shows there, as rows; at no place: what the keys have come to. None: nothing. */
type DrawnRows = (place: Place | null) => Rows

const drawn = new WeakMap<Element, DrawnRows>()

/** A canvas has no rows in the page: it says what stands behind what it shows, and is copied as what has rows. */
export function useDrawnRows(area: RefObject<Element | null>, rowsAt: DrawnRows): void {
  useEffect(() => {
    if (area.current !== null) drawn.set(area.current, rowsAt)
  })
}

function drawnAround(element: Element | null): DrawnRows | undefined {
  return element === null ? undefined : (drawn.get(element) ?? drawnAround(element.parentElement))
}

/** @returns null: there are none */
function copiedRows(rows: Rows): CopiedRow | null {
  const fields = rows.map((row) => row.map(oneField))
  return rows.length === 0 ? null : { text: fields.map((row) => row.join('\t')).join('\n'), html: tableHtml(fields) }
}

/**
 * @param element pressed or focused; a grid that has the focus says which of its rows has it
 * @param place where it was pressed; null: by keys
 * @returns the row that it stands in; null: in none, or in what copies by itself
 */
export function rowAt(element: Element, place: Place | null): CopiedRow | null {
  if (element.closest(OTHERS) !== null) return null
  const rowsAt = drawnAround(element)
  if (rowsAt !== undefined) return copiedRows(rowsAt(place))
  const active = element.ownerDocument.getElementById(element.getAttribute('aria-activedescendant') ?? '')
  const row = element.closest('[data-copy]') ?? (active ?? element).closest(ROWS)
  if (row === null) return null
  const text = row.getAttribute('data-copy') ?? fieldsOf(row).join('\t')
  const lines = text.split('\n').filter((line) => line !== '')
  return { text, html: tableHtml(lines.map((line) => line.split('\t'))) }
}

/** Follows the copying of the page until the returned function is called. @param copied says that something was copied */
export function followCopy(page: Document, copied: () => void): () => void {
  const onCopy = (event: ClipboardEvent): void => {
    const selection = page.getSelection()
    const focused = page.activeElement
    if (event.defaultPrevented || (selection !== null && !selection.isCollapsed)) return
    const row = focused === null ? null : rowAt(focused, null)
    if (row === null) return
    event.clipboardData?.setData('text/plain', row.text)
    event.clipboardData?.setData('text/html', row.html)
    event.preventDefault()
    copied()
  }
  page.addEventListener('copy', onCopy)
  return () => page.removeEventListener('copy', onCopy)
}
