/** Windows' own names, against the table of what a real machine's recording has. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AttemptResult } from '../../../main/dxgkrnl/vidsch/preemption-request'
import {
  ETW,
  type EtwEvent,
  etwEventName,
  etwOfAttempt,
  etwOfOperation,
  etwOfPacket,
  etwOfRecord,
  etwOfStart,
  etwText,
  etwTextOfPacket,
} from '../../../preload/contract'

/** Rows of the description of the format: ids | name | layout. */
const ROWS = readFileSync(new URL('./dxgkrnl-events.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** What the description says beside an id: several ids of a row have as many names, by commas or slashes. */
function described(id: number): { name: string; layout: string } {
  for (const [, ids = '', names = '', layout = ''] of ROWS) {
    const index = ids.split(/[,/→]/).findIndex((one) => Number(one) === id)
    if (index < 0) continue
    const several = names.split(/[,/→]/).map((name) => name.trim())
    return { name: several.length === 1 ? names : (several[index] ?? ''), layout }
  }
  throw new Error(`${id} is not described`)
}

it.each<[keyof typeof ETW, number, RegExp, string]>([
  ['created', 33, /allocation created/, 'AdapterAllocationStart'],
  ['destroyed', 34, /destroyed/, 'AdapterAllocationStop'],
  ['madeResident', 339, /stop/, 'MakeResidentStop'],
  ['evicted', 321, /Evict \(one allocation\)/, 'VidMmEvict'],
  ['pagedIn', 73, /paged in/, 'PageInAllocation'],
  ['pagedOut', 74, /evicted/, 'EvictAllocation'],
  ['budgetChanged', 366, /budget/, 'VidMmProcessBudgetChange'],
  ['usageChanged', 367, /usage/, 'VidMmProcessUsageChange'],
  ['verticalBlank', 17, /vertical blank DPC/, 'VSyncDPC'],
  ['preemptionAttempt', 22, /preemption attempt/, 'AttemptPreemption'],
  ['preemption', 175, /DMA packet start/, 'DmaPacketStart'],
  ['virtualTransfer', 306, /transfer/, 'PagingOpVirtualTransfer'],
  ['virtualFill', 307, /fill/, 'PagingOpVirtualFill'],
])('%s is event %i', (key, id, what, name) => {
  const { id: found, name: foundName }: EtwEvent = ETW[key]
  expect({ id: found, name: foundName }).toEqual({ id, name })
  expect(described(id).name).toMatch(what)
})

it('knows types and interrupts of DMA packets by their codes', () => {
  const types = new Map(
    [...described(175).layout.matchAll(/(\d) (render|paging|system paging|preemption)/g)].map(([, code, name]) => [
      name,
      Number(code),
    ]),
  )
  expect(etwOfStart('standard').code).toBe(types.get('render'))
  expect(etwOfStart('paging').code).toBe(types.get('paging'))
  expect(ETW.preemption.code).toBe(types.get('preemption'))
  const interrupts = new Map(
    [...described(177).layout.matchAll(/(\d) (completed|preempted|faulted)/g)].map(([, code, name]) => [
      name,
      Number(code),
    ]),
  )
  expect(etwOfPacket('completed')?.code).toBe(interrupts.get('completed'))
  expect(etwOfPacket('preempted')?.code).toBe(interrupts.get('preempted'))
  expect(etwOfPacket('rejected')).toBeNull()
})

it('has the published codes of preemption attempts', () => {
  const codes = new Map(
    [...described(22).layout.matchAll(/(\d+) ([a-z ]+?)\*{0,2}(?=,|\.|$| \|)/g)].map(([, code, words]) => [
      Number(code),
      words,
    ]),
  )
  expect(codes.size).toBe(16)
  const words = (name: string) =>
    name
      .replace(/^Miss/, '')
      .replace('Splitted', 'Split')
      .replaceAll(/(?<=.)[A-Z]/g, ' $&')
      .toLowerCase()
  for (const [name, code] of Object.entries(AttemptResult))
    expect(words(name).startsWith(codes.get(code) ?? 'unknown'), `${name} ${code}: ${codes.get(code)}`).toBe(true)
})

it('names what it does not know by number, and a code behind it', () => {
  expect(etwEventName(4711)).toBe('DxgKrnl event 4711')
  expect(etwText(ETW.trim)).toBe('VidMmTrimWnfProcess')
  expect(etwText({ name: 'DmaPacket', id: 177, code: 2 })).toBe('DmaPacket (177), 2')
})

it('has for records and paging operations what the export has, and nothing for what Windows has not [LB-17]', () => {
  expect(etwOfRecord('evict')).toEqual({ name: 'VidMmEvict', id: 321 })
  expect(etwOfRecord('budget')).toBe(ETW.budgetChanged)
  expect(etwOfRecord('tear')).toBeNull()
  expect(etwOfOperation('VIRTUAL_FILL')).toBe(ETW.virtualFill)
  expect(etwOfOperation('NOTIFY_ALLOC')).toBeNull()
  expect(etwText(etwOfAttempt(15))).toBe('AttemptPreemption (22), 15')
  expect(etwTextOfPacket('paging', 'completed')).toBe('DmaPacketStart (175), 1 · DmaPacket (177), 1')
  expect(etwTextOfPacket('standard', 'reset')).toBe('DmaPacketStart (175), 0')
})
