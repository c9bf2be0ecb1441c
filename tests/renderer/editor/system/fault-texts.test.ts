import { expect, it } from 'vitest'
import { FAULT_NAMES } from '../../../../preload/contract'
import { FAULT_TEXTS, OFFERED, waitingText } from '../../../../renderer/editor/system/fault-texts'
import { splitCodes } from '../../../../renderer/glossary/codes'

it('each fault is told with its rule, and all but those of the GPU tab are offered [SC-14]', () => {
  const untold = FAULT_NAMES.filter((fault) => {
    const [code] = splitCodes(FAULT_TEXTS[fault].what).codes
    return code === undefined
  })
  // what comes of a call that throws depends on the call
  expect(untold).toEqual(['driver-call-throws'])
  expect(FAULT_NAMES.filter((fault) => !(OFFERED as readonly string[]).includes(fault))).toEqual([
    'engine-reset-fails',
    'hang',
  ])
})

it('what waits says how many calls are to fail', () => {
  expect(waitingText({ fault: 'hang', count: 1 })).toBe('The GPU hangs: 1 call (without end)')
  expect(waitingText({ fault: 'reserve-fails', count: 1_000 })).toBe('No room for a move: 1,000 calls')
})
