/** Everything that keys do on the timeline stands in the menu, with its key. */
import { describe, expect, it } from 'vitest'
import { timelineMenu } from '../../../../main/shell/menu/timeline-menu'

function items(mac: boolean) {
  const done: unknown[] = []
  const menu = timelineMenu({ renderer: (item) => done.push(item) }, mac).filter(({ type }) => type !== 'separator')
  return { done, menu }
}

describe('the menu of the timeline', () => {
  it('asks the page for what its item is called, each once', () => {
    const { done, menu } = items(false)
    for (const { click } of menu) (click as () => void)()
    expect(done).toEqual(menu.map(({ id }) => id))
    expect(new Set(done).size).toBe(17)
  })

  it('shows keys without Ctrl and does not take them from whoever types', () => {
    const { menu } = items(false)
    const plain = menu.filter(({ accelerator = '' }) => accelerator !== '' && !accelerator.includes('Ctrl+L'))
    expect(plain.length).toBeGreaterThan(12)
    expect(plain.filter(({ registerAccelerator }) => registerAccelerator !== false)).toEqual([])
    // macOS has no such thing as a key that is only shown
    expect(items(true).menu.flatMap(({ accelerator }) => accelerator ?? [])).toEqual(['CmdOrCtrl+L'])
  })

  it('has a letter for each of its items that no other has', () => {
    const letters = items(false).menu.flatMap(({ label = '' }) => /&(.)/.exec(label)?.[1]?.toLowerCase() ?? [])
    expect(letters.filter((letter, i) => letters.indexOf(letter) !== i)).toEqual([])
  })
})
