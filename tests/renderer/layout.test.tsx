// @vitest-environment happy-dom
/** How the panels lie, with the library that moves them: two of them in a column of 1000 px. */
import type { DetachedWindowAPI } from 'happy-dom'
import { act } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useInstrumentsInSight, useOneColumn, useProjectLayout, useStrip } from '../../renderer/layout'
import { emptyState } from '../../renderer/store/model'
import { chooseTab, setInterface, useStore } from '../../renderer/store/store'
import { happens, mount, used } from './mounted'
import { sending } from './store/support/sending'

declare global {
  interface Window {
    readonly happyDOM: DetachedWindowAPI
  }
}

const page = sending()
const HEIGHT = 1000
/** where the library keeps a group */
const KEPT = 'react-resizable-panels:rows'

/** Told of every size when a test says so. */
class Observer {
  static readonly all = new Set<Observer>()
  private readonly watched = new Set<Element>()
  constructor(private readonly tell: (entries: object[]) => void) {
    Observer.all.add(this)
  }
  observe(element: Element): void {
    this.watched.add(element)
  }
  unobserve(element: Element): void {
    this.watched.delete(element)
  }
  disconnect(): void {
    Observer.all.delete(this)
  }
  say(): void {
    const sizeOf = (element: Element) => ({ inlineSize: 500, blockSize: element.getBoundingClientRect().height })
    this.tell([...this.watched].map((target) => ({ target, borderBoxSize: [sizeOf(target)] })))
  }
}
const laidOut = (): void =>
  act(() => {
    for (const each of [...Observer.all]) each.say()
  })

/** px: a panel has its share of the column, and what is not in the column nothing. */
function heightOf(element: Element): number {
  if (element.hasAttribute('data-group')) return HEIGHT
  return element instanceof HTMLElement && element.hasAttribute('data-panel')
    ? (Number(element.style.flexGrow) / 100) * HEIGHT
    : 0
}
const topOf = ({ previousElementSibling: before }: Element): number =>
  before === null ? 0 : topOf(before) + heightOf(before)

Object.assign(document.defaultView!, { ResizeObserver: Observer })
for (const [name, measure] of Object.entries({ offsetHeight: heightOf, offsetTop: topOf, offsetWidth: () => 500 }))
  Object.defineProperty(HTMLElement.prototype, name, {
    get(this: HTMLElement) {
      return measure(this)
    },
  })
HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  return new DOMRect(0, topOf(this), 500, heightOf(this))
}

let rows: ReturnType<typeof useProjectLayout>
let chart: ReturnType<typeof useStrip>

function Rows({ oneColumn }: { oneColumn: boolean }) {
  rows = useProjectLayout('rows', oneColumn)
  chart = useStrip('rows', rows.groupRef)
  return (
    <Group id="rows" orientation="vertical" {...rows}>
      <Panel id="upper" minSize="40%" />
      <Separator />
      <Panel id="chart" defaultSize="23%" minSize="110px" collapsible collapsedSize="44px" {...chart.panel} />
    </Group>
  )
}

function mounted({ oneColumn = false } = {}) {
  const { element, show, unmount } = mount(<Rows oneColumn={oneColumn} />)
  laidOut()
  return {
    /** An arrow moves the edge between them by 5 % of the column. */
    press(key: string): void {
      happens(element.querySelector('[role="separator"]')!, 'keydown', { key })
      laidOut()
    },
    show: (next: boolean) => show(<Rows oneColumn={next} />),
    unmount,
  }
}

function shrink(smaller: boolean): void {
  act(() => chart.shrink(smaller))
  laidOut()
}

type Shares = Record<string, number>
const rounded = (shares: Shares): Shares =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, Math.round(share * 1000) / 1000]))
const lie = (): Shares => rounded(rows.groupRef.current?.getLayout() ?? {})
const kept = (): unknown => JSON.parse(localStorage.getItem(KEPT) ?? 'null')
const sent = (): unknown[] =>
  page.sent.splice(0).map((command) => {
    if (command.kind !== 'setPanelLayout') throw new Error(`expected a layout, found ${command.kind}`)
    return Object.fromEntries(Object.entries(command.layout).map(([id, shares]) => [id, rounded(shares)]))
  })

/** The project has this. */
function project(layout: Record<string, Shares>): void {
  act(() => page.shows({ project: { ...emptyState().project, layout } }))
}

beforeEach(() => localStorage.clear())

describe('panels', () => {
  it('lie as they were made where neither the project nor this computer knows them', () => {
    mounted()
    expect([lie(), rows.disabled, sent()]).toEqual([{ upper: 77, chart: 23 }, false, []])
  })

  it('lie as this computer had them last, which is no change of the project', () => {
    localStorage.setItem(KEPT, '{"upper":60,"chart":40}')
    mounted()
    expect([lie(), sent()]).toEqual([{ upper: 60, chart: 40 }, []])
  })

  it.each(['{"upper":60,"chart":30,"below":10}', '{"upper":100}', '{"above":60,"chart":40}'])(
    'lie as they were made where this computer had others: %s',
    (layout) => {
      localStorage.setItem(KEPT, layout)
      mounted()
      expect(lie()).toEqual({ upper: 77, chart: 23 })
    },
  )

  it('lie as the project has them, and as it has them next; this computer remembers that', () => {
    localStorage.setItem(KEPT, '{"upper":60,"chart":40}')
    project({ rows: { upper: 70, chart: 30 } })
    mounted()
    expect(lie()).toEqual({ upper: 70, chart: 30 })
    project({ rows: { upper: 45, chart: 55 }, columns: { left: 1, right: 99 } })
    expect([lie(), kept(), sent()]).toEqual([{ upper: 45, chart: 55 }, { upper: 45, chart: 55 }, []])
  })

  it('stay where they are for less than a tenth of a percent, and for a project with other panels', () => {
    mounted()
    project({ rows: { upper: 77.09, chart: 22.91 } })
    expect(lie()).toEqual({ upper: 77, chart: 23 })
    project({ rows: { upper: 77.2, chart: 22.8 } })
    expect(lie()).toEqual({ upper: 77.2, chart: 22.8 })
    project({ rows: { above: 50, chart: 50 } })
    expect(lie()).toEqual({ upper: 77.2, chart: 22.8 })
    project({ rows: { upper: 50, chart: 30, below: 20 } })
    expect(lie()).toEqual({ upper: 77.2, chart: 22.8 })
  })

  it('that somebody moves are kept by this computer and in the project, beside its other groups', () => {
    project({ columns: { left: 40, right: 60 } })
    const { press } = mounted()
    press('ArrowUp')
    expect(lie()).toEqual({ upper: 72, chart: 28 })
    expect(sent()).toEqual([{ columns: { left: 40, right: 60 }, rows: { upper: 72, chart: 28 } }])
    expect(kept()).toEqual({ upper: 72, chart: 28 })
  })

  it('are kept by this computer alone where the session takes no layout now, which nobody is told', async () => {
    page.answer = { ok: false, message: 'something is opened' }
    const { press } = mounted()
    press('ArrowUp')
    await Promise.resolve()
    expect([lie(), kept(), page.state.toasts]).toEqual([{ upper: 72, chart: 28 }, { upper: 72, chart: 28 }, []])
  })

  it('in one column have shares without a meaning: they are not moved, and nothing of them is kept', () => {
    const { press, show } = mounted({ oneColumn: true })
    press('ArrowUp')
    expect([rows.disabled, kept(), sent()]).toEqual([true, null, []])
    show(false)
    press('ArrowUp')
    expect([rows.disabled, kept(), sent()]).toEqual([
      false,
      { upper: 72, chart: 28 },
      [{ rows: { upper: 72, chart: 28 } }],
    ])
  })
})

describe('the strip', () => {
  it('is what a button makes of the panel, 44 px high, and the project keeps that', () => {
    mounted()
    expect(chart.strip).toBe(false)
    shrink(true)
    expect([chart.strip, lie(), sent()]).toEqual([
      true,
      { upper: 95.6, chart: 4.4 },
      [{ rows: { upper: 95.6, chart: 4.4 } }],
    ])
    shrink(false)
    expect([chart.strip, lie(), sent()]).toEqual([
      false,
      { upper: 77, chart: 23 },
      [{ rows: { upper: 77, chart: 23 } }],
    ])
  })

  it('becomes as large as it was before it, also when the page was loaded anew meanwhile', () => {
    const { press, unmount } = mounted()
    press('ArrowUp')
    shrink(true)
    unmount()
    mounted()
    expect([chart.strip, lie()]).toEqual([true, { upper: 95.6, chart: 4.4 }])
    shrink(false)
    expect([chart.strip, lie()]).toEqual([false, { upper: 72, chart: 28 }])
  })

  it('that nobody has made by a button becomes as large as a panel is at least', () => {
    localStorage.setItem(KEPT, '{"upper":95.6,"chart":4.4}')
    mounted()
    shrink(false)
    expect([chart.strip, lie()]).toEqual([false, { upper: 89, chart: 11 }])
  })

  it('is one by keys on its edge too, and no more when they make it larger', () => {
    const { press } = mounted()
    press('End')
    expect([chart.strip, lie()]).toEqual([true, { upper: 95.6, chart: 4.4 }])
    press('ArrowUp')
    press('ArrowUp')
    expect(chart.strip).toBe(false)
  })
})

describe('one column', () => {
  const wide = (width: number): void => act(() => document.defaultView?.happyDOM.setViewport({ width }))
  const system = (drawerOpen: boolean): void => act(() => useStore.setState({ drawerOpen }))

  it('is shown up to 900 px, and with System beside it up to 1230', () => {
    wide(901)
    const column = used(useOneColumn, undefined)
    const seen = [column.now]
    for (const width of [900, 1230, 1231]) {
      wide(width)
      seen.push(column.now)
    }
    expect(seen).toEqual([false, true, false, false])
    system(true)
    seen.splice(0, 4, column.now)
    for (const width of [1230, 900, 1231]) {
      wide(width)
      seen.push(column.now)
    }
    expect(seen).toEqual([false, true, true, false])
  })

  it('comes and goes with System between the two', () => {
    wide(1000)
    const column = used(useOneColumn, undefined)
    const seen = [column.now]
    for (const open of [true, false]) {
      system(open)
      seen.push(column.now)
    }
    expect(seen).toEqual([false, true, false])
  })

  it('is asked for by nobody once the window is gone', () => {
    const lists: MediaQueryList = Object.getPrototypeOf(matchMedia('all'))
    const on = vi.spyOn(lists, 'addEventListener')
    const off = vi.spyOn(lists, 'removeEventListener')
    used(useOneColumn, undefined).unmount()
    expect(on).toHaveBeenCalledTimes(2)
    expect(off.mock.calls).toEqual(on.mock.calls)
    vi.restoreAllMocks()
  })
})

describe('an instrument that something leads to', () => {
  /** px of the window from above, with a panel as high as it is */
  function at(top: number) {
    const panel = document.createElement('div')
    panel.id = 'tabs'
    panel.getBoundingClientRect = () => new DOMRect(0, top, 500, innerHeight)
    const scrolled = vi.fn()
    panel.scrollIntoView = scrolled
    document.body.append(panel)
    return scrolled
  }
  const compare = (): void => act(() => setInterface({ tab: 'laboratory' }))

  it('comes into sight in one column, also when it is the one that is shown', () => {
    const scrolled = at(innerHeight * 2)
    used(useInstrumentsInSight, true)
    expect(scrolled).not.toHaveBeenCalled()
    compare()
    compare()
    expect(scrolled.mock.calls).toEqual([[{ block: 'start' }], [{ block: 'start' }]])
    // its own tab is where the hand is
    act(() => chooseTab('memory'))
    act(() => setInterface({ documentationOpen: false }))
    expect(scrolled).toHaveBeenCalledTimes(2)
  })

  it('stays where it is while half of it is in sight, and where the panels lie beside each other', () => {
    const inSight = at(-innerHeight * 0.4)
    const column = used(useInstrumentsInSight, true)
    compare()
    expect(inSight).not.toHaveBeenCalled()
    column.unmount()
    document.body.replaceChildren()
    const below = at(innerHeight * 2)
    const { use } = used<boolean, void>(useInstrumentsInSight, false)
    compare()
    // nor does it come when the window has become narrow
    use(true)
    expect(below).not.toHaveBeenCalled()
  })
})
