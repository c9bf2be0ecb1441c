// @vitest-environment happy-dom
/** What the dialog shows of a device, and what it sends of what was changed. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import {
  COMPUTE_GRANULARITIES,
  type Command,
  DEVICE_SETTING_NAMES,
  DEVICE_SETTINGS,
  deviceSettingsOf,
  GRAPHICS_GRANULARITIES,
  PAGING_ENGINES,
} from '../../../../preload/contract'
import { DeviceDialog } from '../../../../renderer/editor/system/device-dialog'
import { ENGINE_LABELS } from '../../../../renderer/glossary/engines'
import { GRANULARITY_LABELS } from '../../../../renderer/instruments/gpu/labels'
import { setInterface, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const DEVICE = {
  ...deviceSettingsOf((name) => {
    const { kind } = DEVICE_SETTINGS[name]
    if (kind === 'flag' || kind === 'adapters') return false
    if (kind === 'choices') return ['PreemptionAware']
    return kind === 'numbers' ? [60] : kind === 'choice' ? null : 65_536
  }),
  wddm: '3.2',
}

function opened() {
  const sent: Command[] = []
  const send = (command: Command): Promise<{ ok: boolean }> => {
    sent.push(command)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('trimline', { send })
  const { view } = useStore.getState()
  useStore.setState({ view: { ...view, system: { ...view.system, device: DEVICE } } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <DeviceDialog />
    </Tooltip.Provider>,
  )
  act(() => setInterface({ deviceOpen: true }))
  const close = (): void => {
    unmount()
    useStore.setState({ view, deviceOpen: false })
    vi.unstubAllGlobals()
  }
  const named = (name: keyof typeof DEVICE_SETTINGS): HTMLElement => {
    const { label } = DEVICE_SETTINGS[name]
    const found = [...element.querySelectorAll<HTMLElement>('label, legend')].filter((one) => one.textContent === label)
    expect([label, found.length]).toEqual([label, 1])
    const [own] = found as [HTMLElement]
    const id = own.getAttribute('for')
    return id === null ? (own.parentElement as HTMLElement) : (element.querySelector(`[id="${id}"]`) as HTMLElement)
  }
  const type = (field: HTMLElement, text: string): void => {
    const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
    act(() => {
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(
        new Event(field instanceof HTMLSelectElement ? 'change' : 'input', {
          bubbles: true,
        }),
      )
    })
  }
  const submit = async (): Promise<void> => {
    await act(async () => {
      element.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
  }
  return { element, sent, close, named, type, submit }
}

it('has a field for each setting, of its kind, and sends what was changed in all of them at once', async () => {
  const { sent, close, named, type, submit } = opened()
  for (const name of DEVICE_SETTING_NAMES) {
    const field = named(name)
    const { kind } = DEVICE_SETTINGS[name]
    if (kind === 'flag') expect([name, field.getAttribute('role')]).toEqual([name, 'switch'])
    else if (kind === 'choices') expect([name, field.tagName]).toEqual([name, 'FIELDSET'])
    else expect([name, field.tagName]).toEqual([name, kind === 'choice' ? 'SELECT' : 'INPUT'])
  }
  type(named('wddm'), '2.9')
  type(named('displays'), '60, 144')
  type(named('quantum.time'), '')
  act(() => named('trimNotifications').click())
  act(() => (named('driver.schedulingCaps').querySelector('input') as HTMLInputElement).click())
  await submit()
  expect(sent).toEqual([
    {
      kind: 'setDevice',
      settings: {
        wddm: '2.9',
        trimNotifications: true,
        displays: [60, 144],
        'quantum.time': null,
        'driver.schedulingCaps': ['MultiEngineAware', 'PreemptionAware'],
      },
    },
  ])
  expect(useStore.getState().deviceOpen).toBe(false)
  close()
})

it('sends nothing that cannot be read, and nothing where nothing was changed', async () => {
  const { sent, close, named, type, submit, element } = opened()
  type(named('localMemory'), 'many')
  await submit()
  expect(element.querySelector('[role="alert"]')?.textContent).toMatch(/“many” is not a size/)
  expect(useStore.getState().deviceOpen).toBe(true)
  type(named('localMemory'), '64 KiB')
  await submit()
  expect(sent).toEqual([])
  expect(useStore.getState().deviceOpen).toBe(false)
  close()
})

it('what was typed stays where another device comes meanwhile, and all else is that device’s', () => {
  const { close, named, type } = opened()
  type(named('displays'), '24')
  const { view } = useStore.getState()
  act(() =>
    useStore.setState({
      view: { ...view, system: { ...view.system, device: { ...DEVICE, displays: [30], wddm: '2.0' } } },
    }),
  )
  expect((named('displays') as HTMLInputElement).value).toBe('24')
  expect((named('wddm') as HTMLSelectElement).value).toBe('2.0')
  // another document has nothing of it
  act(() => useStore.setState((state) => ({ documents: state.documents + 1 })))
  expect(useStore.getState().deviceOpen).toBe(false)
  close()
})

it('calls granularities and engines as the GPU tab does [GP-04]', () => {
  const { close, named } = opened()
  const texts = (name: keyof typeof DEVICE_SETTINGS): (string | null)[] =>
    [...named(name).querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(texts('driver.engines.3d.graphics')).toEqual([
    'as the system',
    ...GRAPHICS_GRANULARITIES.map((one) => GRANULARITY_LABELS[one]),
  ])
  const compute = ['as the system', ...COMPUTE_GRANULARITIES.map((one) => GRANULARITY_LABELS[one])]
  expect(texts('driver.engines.3d.compute')).toEqual(compute)
  expect(texts('driver.engines.compute.compute')).toEqual(compute)
  expect(texts('driver.pagingEngine')).toEqual(PAGING_ENGINES.map((one) => ENGINE_LABELS[one]))
  close()
})
