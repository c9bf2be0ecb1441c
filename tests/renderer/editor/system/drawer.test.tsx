// @vitest-environment happy-dom
/** The System drawer takes the focus of whoever opens it and gives it back, however it is closed. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { Command, CommandResult } from '../../../../preload/contract'
import { SystemDrawer } from '../../../../renderer/editor/system/drawer'
import { setInterface, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const MIB = 1024 * 1024

const open = (drawerOpen: boolean): void => act(() => setInterface({ drawerOpen }))

function button(id: string): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { id })
  document.body.append(made)
  return made
}

it('closed by its shortcut, it leaves the focus where it was when it was opened', () => {
  button('system-button')
  const blur = button('blur')
  mount(
    <Tooltip.Provider>
      <SystemDrawer />
    </Tooltip.Provider>,
  )
  blur.focus()
  open(true)
  expect(document.activeElement?.textContent).toBe('System')
  open(false)
  expect(document.activeElement?.id).toBe('blur')

  // whoever has gone on elsewhere meanwhile stays there
  const other = button('other')
  open(true)
  other.focus()
  open(false)
  expect(document.activeElement?.id).toBe('other')

  // what had it is gone
  open(true)
  other.remove()
  open(false)
  expect(document.activeElement?.id).toBe('system-button')
})

it('a restart is said to lose no run, of a project and of a scenario [LB-02]', () => {
  const { view } = useStore.getState()
  const playback = { name: 's', until: 1, steps: 1, expects: false, passed: 0, failed: 0, step: null, derived: null }
  for (const playing of [null, { ...playback, stepsDone: 1 }]) {
    useStore.setState({ view: { ...view, playback: playing } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <SystemDrawer />
      </Tooltip.Provider>,
    )
    open(true)
    const hints = [...element.querySelectorAll('.field-hint')].map(({ textContent }) => textContent ?? '')
    expect(hints.at(-1)).toMatch(/starts again at 0 s .*; Branches leads back\.$/)
    open(false)
    unmount()
  }
  useStore.setState({ view })
})

it('external reservations are offered of both groups where the policy heeds them, and nowhere else [PL-44]', () => {
  const { view } = useStore.getState()
  const names = (policy: 'dawn' | 'dawn-fixed' | 'fence-lru'): string[] => {
    const memory = { ...view.memory, local: { ...view.memory.local, size: 8 * 1024 * 1024 } }
    const externalReservations = [3 * 1024 * 1024, 0] as const
    useStore.setState({ view: { ...view, memory, system: { ...view.system, policy, externalReservations } } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <SystemDrawer />
      </Tooltip.Provider>,
    )
    open(true)
    const shown = [...element.querySelectorAll<HTMLInputElement>('.memory-slider input')].flatMap((input) => {
      const label = input.labels?.[0]?.textContent ?? input.getAttribute('aria-label') ?? ''
      return label.startsWith('External') ? [`${label}: ${input.value}`] : []
    })
    open(false)
    unmount()
    return shown
  }
  const both = ['External reservation, local in bytes: 3 MiB', 'External reservation, non-local in bytes: 0 B']
  expect([names('dawn'), names('dawn-fixed'), names('fence-lru')]).toEqual([both, both, []])
  useStore.setState({ view })
})

it('a value that is refused is shown in no field of System as if it applied', async () => {
  const sent: Command[] = []
  const send = (command: Command): Promise<CommandResult> => {
    sent.push(command)
    return Promise.resolve({ ok: false, message: 'A file is being opened.' })
  }
  vi.stubGlobal('trimline', { send })
  const { view } = useStore.getState()
  const size = 8 * 1024 * 1024
  const memory = { ...view.memory, local: { ...view.memory.local, size }, nonLocal: { ...view.memory.nonLocal, size } }
  const system = { ...view.system, policy: 'dawn', localMemory: size, availableForReservation: size } as const
  useStore.setState({ view: { ...view, memory, system } })
  const { element } = mount(
    <Tooltip.Provider>
      <SystemDrawer />
    </Tooltip.Provider>,
  )
  open(true)
  const typed = async (label: RegExp, text: string): Promise<void> => {
    const input = [...element.querySelectorAll('input')].find(({ labels }) =>
      label.test(labels?.[0]?.textContent ?? ''),
    )
    if (input === undefined) throw new Error(`there is no ${label}`)
    const before = input.value
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    const count = sent.length
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect([label, sent.length, input.value]).toEqual([label, count + 1, before])
  }
  for (const label of [/^Configured budget/, /^Reservation/, /^External reservation, local/, /^Other process/])
    await typed(label, '3 MiB')
  for (const label of [/^Interval/, /^Idle threshold/, /^TDR delay/]) await typed(label, '7 s')
  open(false)
  useStore.setState({ view })
  vi.unstubAllGlobals()
})

it('an external reservation of a file that is larger than its group can be seen, and taken back [PL-44]', () => {
  const { view } = useStore.getState()
  const externalReservations = [3 * 1024 * 1024, 0] as const
  useStore.setState({ view: { ...view, system: { ...view.system, policy: 'dawn', externalReservations } } })
  const { element } = mount(
    <Tooltip.Provider>
      <SystemDrawer />
    </Tooltip.Provider>,
  )
  open(true)
  const thumb = element.querySelector('[role="slider"][aria-label="External reservation, local"]')
  expect(['aria-valuenow', 'aria-valuemax'].map((name) => thumb?.getAttribute(name))).toEqual(['3145728', '3145728'])
  open(false)
  useStore.setState({ view })
})

it('the process that is acted on is one that runs, also when it came after the drawer, until another is named [RS-09]', async () => {
  const sent: Command[] = []
  const send = (command: Command): Promise<CommandResult> => {
    sent.push(command)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('trimline', { send })
  const { view } = useStore.getState()
  const { element } = mount(
    <Tooltip.Provider>
      <SystemDrawer />
    </Tooltip.Provider>,
  )
  open(true)
  const field = (label: string): HTMLInputElement => {
    const input = [...element.querySelectorAll('input')].find(({ labels }) => labels?.[0]?.textContent === label)
    if (input === undefined) throw new Error(`there is no ${label}`)
    return input
  }
  expect(field('Process').value).toBe('other')
  const running = (...names: string[]): void =>
    act(() => {
      const processes = ['app', ...names].map((name) => ({
        name,
        foreground: false,
        usage: MIB,
        committed: MIB,
        evictable: 0,
        budget: MIB,
      }))
      useStore.setState({ view: { ...view, system: { ...view.system, localMemory: 64 * MIB }, processes } })
    })
  running('game')
  expect(field('Process').value).toBe('game')
  const foreground = [...element.querySelectorAll('label')].find(
    ({ textContent }) => textContent === 'In the foreground',
  )
  act(() => element.querySelector<HTMLElement>(`[id="${foreground?.htmlFor}"]`)?.click())
  running('encoder', 'game')
  expect([field('Process').value, sent]).toEqual([
    'game',
    [{ kind: 'setOtherProcess', name: 'game', bytes: MIB, foreground: true }],
  ])
  open(false)
  useStore.setState({ view })
  vi.unstubAllGlobals()
})
