import { describe, expect, it } from 'vitest'
import type { ProcessView } from '../../../../preload/contract'
import {
  chosenProcess,
  firstProcess,
  processNames,
  readProcess,
} from '../../../../renderer/editor/system/other-process'
import { GIB } from '../../../../renderer/widgets/format'

const process = (name: string, foreground: boolean): ProcessView => ({
  name,
  foreground,
  usage: GIB,
  committed: GIB,
  evictable: 0,
  budget: 2 * GIB,
})
const processes = [process('app', false), process('encoder', true), process('game', false)]

describe('the other process', () => {
  it('is one that runs or one of the usual ones, each named once', () => {
    expect(processNames(processes)).toEqual(['encoder', 'game', 'other', 'browser', 'mapping layer app'])
    expect(processNames([])).toEqual(['other', 'game', 'browser', 'mapping layer app'])
  })

  it('that is acted on at first is one that runs', () => {
    expect(firstProcess(processes)).toBe('encoder')
    expect(firstProcess(processes.slice(0, 1))).toBe('other')
  })

  it('may have any name but that of the app itself', () => {
    expect(readProcess(' encoder ', processes)).toEqual({ ok: true, value: 'encoder' })
    for (const [text, word] of [
      ['', 'Enter'],
      ['app', 'the app itself'],
      ['x'.repeat(101), '101 characters'],
    ] as const) {
      const read = readProcess(text, processes)
      expect(read.ok ? '' : read.message).toContain(word)
    }
  })

  it('is told with its usage, foreground and budget; one that does not run uses nothing [RS-09]', () => {
    expect(chosenProcess('encoder', processes)).toEqual({ usage: GIB, foreground: true, budget: 2 * GIB })
    expect(chosenProcess('browser', processes)).toEqual({ usage: 0, foreground: false, budget: null })
    expect(chosenProcess('app', processes)).toEqual({ usage: 0, foreground: false, budget: null })
  })
})
