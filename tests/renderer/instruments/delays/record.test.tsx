// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { CommandResult, RecordView, TraceRecordView } from '../../../../preload/contract'
import { RecordButton } from '../../../../renderer/instruments/delays/record'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const PLACE = { t: 762_707, line: 1_075 }

const record = (t: number, name: string): RecordView => ({
  t,
  type: 'page-in',
  name,
  bytes: 64 * 1024 * 1024,
  duration: null,
  more: '',
  amount: 0,
  text: `{"t":${t},"type":"page-in","resource":"${name}"}`,
})

const page = sending()

/** What is opened by the button, once `view` has come for it. */
async function opened(traceRecord: TraceRecordView | null, answer: CommandResult = { ok: true }): Promise<string> {
  page.answer = answer
  const { element } = mount(<RecordButton record={PLACE}>line 1,075</RecordButton>)
  await act(async () => element.querySelector('button')?.click())
  act(() => page.shows({ traceRecord }))
  return document.querySelector('[role="dialog"]')?.textContent ?? ''
}

it('asks for the record, and goes to its moment; closed, it asks for none any more [LB-09]', async () => {
  expect(await opened(null)).toContain('The run is run again up to there …')
  expect([page.sent, page.state.moment]).toEqual([[{ kind: 'showTraceLine', record: PLACE }], PLACE.t])
  await act(async () => document.querySelector('button')?.click())
  expect(page.sent.at(-1)).toEqual({ kind: 'showTraceLine', record: null })
  expect(document.querySelector('[role="dialog"]')).toBeNull()
})

it('is asked for while another is open, whose closing then takes nothing away [LB-09]', async () => {
  const { element } = mount(
    <>
      <RecordButton record={{ t: 762_800, line: 1_080 }}>line 1,080</RecordButton>
      <RecordButton record={PLACE}>line 1,075</RecordButton>
      <RecordButton record={PLACE}>line 1,075</RecordButton>
    </>,
  )
  // each closes when the next has the focus; of two links of a chain one record can be the cause
  for (const button of element.querySelectorAll('button')) await act(async () => button.click())
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1)
  expect(page.sent.at(-1)).toEqual({ kind: 'showTraceLine', record: PLACE })
  await act(async () => [...element.querySelectorAll('button')].at(-1)?.click())
  expect(page.sent.at(-1)).toEqual({ kind: 'showTraceLine', record: null })
})

it('has the line, what is around it in words, and any of these as the trace has it [LB-09]', async () => {
  const around = [1_074, 1_075].map((line) => ({ line, record: record(PLACE.t, `A.r${line}`) }))
  await opened({ place: PLACE, around })
  const shown = (): (string | null | undefined)[] => [
    document.querySelector('[aria-current="true"]')?.textContent,
    document.querySelector('pre')?.textContent,
  ]
  expect(shown()).toEqual([
    '1,0750.762707 spage-in A.r1075, 64 MiB',
    '{"t":762707,"type":"page-in","resource":"A.r1075"}',
  ])
  act(() => document.querySelector<HTMLElement>('li button')?.click())
  expect(shown()[1]).toContain('A.r1074')
})

it('says that there is none, or why none can be looked for; what was found for another is not its own [LB-09]', async () => {
  expect(await opened({ place: PLACE, around: [] })).toContain('no such record')
  const other = { place: { ...PLACE, line: 4 }, around: [{ line: 4, record: record(1, 'B.r') }] }
  expect(await opened(other)).not.toContain('B.r')
  expect(await opened(null, { ok: false, message: 'A file is being opened.' })).toContain('A file is being opened.')
})
