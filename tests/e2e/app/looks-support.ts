import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

interface Axe {
  run(options: { resultTypes: readonly 'violations'[] }): Promise<{ violations: Violation[] }>
}

/** What axe has to say against the window as it is. */
export async function violations(page: Page): Promise<string[]> {
  // through the debugger: the page's content security policy lets no other script in
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe }
    // a selector of every element that has passed takes longer than all else
    return (await axe.run({ resultTypes: ['violations'] })).violations
  })
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

/** Parts of the window that stick out of it or whose text is cut off without an ellipsis. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrollsSideways(element.parentElement))
    const problems: string[] = []
    if (document.documentElement.scrollWidth > window.innerWidth) problems.push('the page scrolls sideways')
    for (const element of document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, output, th, dt, dd, p')) {
      if (element.getClientRects().length === 0) continue
      const style = getComputedStyle(element)
      // one pixel wide: only for screen readers
      const hides = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && element.clientWidth > 1
      if (hides && element.scrollWidth > element.clientWidth + 1)
        problems.push(`cut off: ${element.tagName} "${element.innerText.slice(0, 40)}"`)
      const box = element.getBoundingClientRect()
      if (!scrollsSideways(element) && box.right > window.innerWidth + 1)
        problems.push(`outside: ${element.tagName} "${element.innerText.slice(0, 40)}"`)
    }
    return problems
  })
}

/**
 * Controls that no scrolling brings to where they can be pressed: in the middle of each, once it is scrolled to, something
 * else lies, or nothing of the window.
 */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const controls = 'button, input, select, a[href], [role="tab"], [role="slider"], [role="switch"], [role="radio"]'
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const style = getComputedStyle(control)
      if (control.getClientRects().length === 0 || style.visibility === 'hidden' || style.pointerEvents === 'none')
        continue
      // only for who hears the page
      if (control.clientWidth <= 1 || control.closest('.visually-hidden') !== null) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const there = document.elementFromPoint(x, y)
      // a label that covers its input is pressed in its place
      if (
        there === null ||
        !(control.contains(there) || there.contains(control) || there.closest('label')?.control === control)
      )
        problems.push(`${control.tagName} "${control.ariaLabel ?? control.innerText.slice(0, 40)}" at ${x}, ${y}`)
    }
    return problems
  })
}
