/** The rules that golden traces are held to notice what they are there for: a sound trace, broken in one place each. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commitProblems, taskProblems } from './background'
import { formProblems } from './form'
import { applyProblems, notificationProblems, packetProblems, pagingProblems, residencyProblems } from './order'
import { type Line, linesOf } from './reading'
import { expectedOf, shipped } from './scenarios'
import { displayProblems, engineProblems, preemptionProblems, resubmissionProblems } from './scheduling'

const NAME = 'paging-eager'
const expected = expectedOf(shipped(NAME))

const sound = (): Line[] => linesOf(readFileSync(new URL(`./traces/${NAME}.jsonl`, import.meta.url), 'utf8'))

function broken(breakIt: (lines: Line[], find: (type: string) => number) => void): Line[] {
  const lines = sound()
  breakIt(lines, (type) => lines.findIndex((line) => line.type === type))
  return lines
}

/** Moves the first line of a type in front of another. */
const moved = (type: string, before: string) =>
  broken((lines, find) => {
    const [line] = lines.splice(find(type), 1)
    lines.splice(find(before), 0, line as Line)
  })

const changed = (type: string, fields: Partial<Line>) =>
  broken((lines, find) => {
    Object.assign(lines[find(type)] as Line, fields)
  })

/** Changes the `nth` packet of the app, from 0. */
const packet = (nth: number, fields: Partial<Line>) =>
  broken((lines) => {
    Object.assign(lines.filter((line) => line.type === 'packet' && line.context === 'app')[nth] as Line, fields)
  })

describe('form', () => {
  it.each([
    ['time goes back', changed('packet', { t: 0 })],
    ['a time between two microseconds', changed('packet', { t: 1_004_000.5, end: 1_004_000.5 })],
    ['an unknown type', changed('apply', { type: 'press' })],
    ['a field too many', changed('apply', { more: 1 })],
    ['an unknown outcome', changed('packet', { outcome: 'done' })],
    ['a packet that starts before it was submitted', changed('packet', { submitted: 1_000_001 })],
    ['a field missing', broken((lines, find) => void delete (lines[find('evict')] as Line).references)],
    ['a transfer that is written before its end', changed('page-in', { end: 2_031_251 })],
    ['an unknown reason', changed('evict', { reason: 'because' })],
    ['flags that never come together', changed('notification', { flags: 3, bytesToTrim: 0 })],
    ['bytes without their flag', changed('notification', { flags: 1 })],
    [
      'fields in another order',
      broken((lines, find) => {
        const { t, type, submission, effect, cause } = lines[find('apply')] as Line
        lines[find('apply')] = { t, type, submission, effect, cause }
      }),
    ],
  ])('%s is noticed [SC-08]', (_what, lines) => expect(formProblems(lines)).not.toEqual([]))
})

describe('order', () => {
  it.each([
    ['an eviction before its notification', moved('evict', 'notification')],
    ['a callback before its evictions', moved('callback', 'evict')],
    ['a callback that counts wrongly', changed('callback', { evicted: 2 })],
    ['a callback that adds up wrongly', changed('callback', { bytes: 1 })],
    ['a callback too few', changed('notification', { callbacks: 2 })],
  ])('%s is noticed [SC-08] [SC-09]', (_what, lines) => expect(notificationProblems(lines)).not.toEqual([]))

  it('an apply before the make-resident that it caused is noticed [SC-09]', () => {
    const lines = broken((all, find) => {
      const at = find('make-resident')
      const apply = all.findIndex(({ type }, index) => index > at && type === 'apply')
      all.splice(at, 0, ...all.splice(apply, 1))
    })
    expect(applyProblems(lines)).not.toEqual([])
  })

  it('an eviction of a press that was never applied is noticed [SC-09]', () => {
    const lines = broken((all, find) => {
      const [line] = all.splice(find('evict'), 1)
      all.push({ ...line, reason: 'aged' } as Line)
    })
    expect(notificationProblems(lines)).not.toEqual([])
  })

  it('a make-resident of another press in between is noticed [SC-09]', () => {
    const lines = broken((all, find) => {
      const at = find('make-resident')
      all.splice(at, 0, { ...(all[at] as Line), cause: 99 })
    })
    expect(applyProblems(lines)).not.toEqual([])
  })

  it.each([
    ['a transfer before its call', changed('page-in', { start: 1_900_000, end: 1_931_250, t: 1_931_250 })],
    ['a transfer that is too fast', changed('page-in', { end: 2_031_249 })],
    [
      'a transfer that no packet carries out',
      broken((lines) => {
        const at = lines.findIndex((line) => line.type === 'packet' && line.kind === 'paging')
        lines.splice(at, 1)
      }),
    ],
    ['a page-out of what was not evicted', changed('page-out', { resource: 'Grayscale.convert' })],
  ])('%s is noticed [RS-05]', (_what, lines) => expect(pagingProblems(lines, expected)).not.toEqual([]))

  it.each([
    [
      'a packet that starts during the paging of its resources',
      broken((lines) => {
        const packets = lines.filter((line) => line.type === 'packet' && line.context === 'app')
        Object.assign(packets.at(-1) as Line, { start: 5_100_000, end: 5_104_000 })
      }),
    ],
    ['a packet before its apply', packet(0, { start: 999_000, end: 1_003_000 })],
    ['a packet of another length', packet(0, { end: 1_005_000 })],
    ['a packet out of order', packet(0, { signals: 2 })],
    ['a packet that goes on after its end', packet(1, { signals: 1, submitted: 1_000_000, command: 'Blur' })],
  ])('%s is noticed [RS-05] [RS-07]', (_what, lines) => expect(packetProblems(lines, expected)).not.toEqual([]))
})

describe('scheduling', () => {
  const SCHEDULED = 'gpu-long-effect-win8'
  const rules = expectedOf(shipped(SCHEDULED))
  const preempted = (): Line[] => linesOf(readFileSync(new URL(`./traces/${SCHEDULED}.jsonl`, import.meta.url), 'utf8'))
  const is = (line: Line, fields: Partial<Line>) =>
    Object.entries(fields).every(([name, value]) => line[name] === value)

  /** Changes the `nth` line that has these fields. */
  function edited(fields: Partial<Line>, nth: number, change: (line: Line) => Partial<Line>): Line[] {
    const lines = preempted()
    const line = lines.filter((candidate) => is(candidate, fields))[nth] as Line
    Object.assign(line, change(line))
    return lines
  }
  const missedAt = (t: number, number: number): Line => ({ t, type: 'missed-vertical-blank', number, waiting: 1 })
  const again = { type: 'packet', kind: 'standard', signals: 1 }

  it.each([
    ['a packet while another runs', edited(again, 1, ({ start }) => ({ start: Number(start) - 100 }))],
    ['a packet before its context is restored', edited(again, 1, () => ({ switch: 1_000 }))],
  ])('%s is noticed [GP-16]', (_what, lines) => expect(engineProblems(lines)).not.toEqual([]))

  it.each([
    ['a preempted packet that no request counts', edited({ type: 'preempt' }, 0, () => ({ held: 0 }))],
    ['a save that is longer than its latency', edited({ type: 'preempt' }, 0, () => ({ save: 1_000 }))],
    ['a preemption fence that comes twice', edited({ type: 'preempt' }, 1, () => ({ fence: 1 }))],
  ])('%s is noticed [GP-06]', (_what, lines) => expect(preemptionProblems(lines)).not.toEqual([]))

  it.each([
    ['a fence that stays', edited(again, 1, () => ({ fence: 1 }))],
    ['a resubmission that does not say so', edited(again, 1, () => ({ flags: 0 }))],
    ['a packet that goes on after its end', edited(again, 0, () => ({ outcome: 'completed' }))],
  ])('%s is noticed [GP-10] [GP-11]', (_what, lines) => expect(resubmissionProblems(lines, rules)).not.toEqual([]))

  it('a paging packet with another fence, or out of order, is noticed [GP-12]', () => {
    const file = new URL('./traces/gpu-paging-preempted.jsonl', import.meta.url)
    const lines = linesOf(readFileSync(file, 'utf8'))
    expect(resubmissionProblems(lines, expectedOf(shipped('gpu-paging-preempted')))).toEqual([])
    const completed = lines.filter((line) => is(line, { type: 'packet', kind: 'paging', outcome: 'completed' }))
    Object.assign(completed[3] as Line, { fence: completed[2]?.fence })
    expect(resubmissionProblems(lines, expectedOf(shipped('gpu-paging-preempted')))).not.toEqual([])
  })

  it('a present between two vertical blanks, or a missed one that was none, is noticed [GP-09]', () => {
    const early = edited({ type: 'packet', kind: 'present' }, 2, () => ({ submitted: 1 }))
    expect(displayProblems(early, rules)).toEqual([expect.stringContaining('presented at 1')])
    const missed = preempted().map((line, index) => (index === 40 ? missedAt(line.t, 7) : line))
    expect(displayProblems(missed, rules)).not.toEqual([])
  })

  it('the sound trace has none of these', () => {
    const lines = preempted()
    const problems = [engineProblems(lines), preemptionProblems(lines), resubmissionProblems(lines, rules)]
    expect([...problems, displayProblems(lines, rules), packetProblems(lines, rules)].flat()).toEqual([])
  })
})

describe('background processing', () => {
  const BACKGROUND = 'bp-effect-removed-during-compile'
  const rules = expectedOf(shipped(BACKGROUND))
  const whole = (): Line[] => linesOf(readFileSync(new URL(`./traces/${BACKGROUND}.jsonl`, import.meta.url), 'utf8'))
  const phase = (lines: readonly Line[], name: string, nth = 0) =>
    lines.filter((line) => line.type === 'background-task' && line.phase === name)[nth] as Line

  function edited(edit: (lines: Line[]) => void): Line[] {
    const lines = whole()
    edit(lines)
    return lines
  }
  const without = (name: string, nth = 0) => edited((all) => void all.splice(all.indexOf(phase(all, name, nth)), 1))

  it.each([
    ['a task that never ends', without('finish')],
    ['a task that ends without having run', without('start')],
    ['a task that is neither carried out nor cancelled', without('cancel')],
    [
      'a task that is cancelled though it ran',
      edited((all) => Object.assign(phase(all, 'finish'), { phase: 'cancel' })),
    ],
    [
      'a third idle task',
      edited((all) => {
        const third = phase(all, 'start', 2)
        all.splice(all.indexOf(third), 1)
        all.splice(all.indexOf(phase(all, 'start', 1)) + 1, 0, { ...third, thread: 'worker 3' })
      }),
    ],
    ['a thread with two tasks', edited((all) => Object.assign(phase(all, 'start', 1), { thread: 'worker 1' }))],
    [
      'tasks that start out of order',
      edited((all) => {
        const [first, second] = [phase(all, 'start', 0), phase(all, 'start', 1)]
        const [a, b] = [all.indexOf(first), all.indexOf(second)]
        all[a] = second
        all[b] = first
      }),
    ],
  ])('%s is noticed [BP-01] [BP-19] [BP-21] [BP-28]', (_what, lines) => expect(taskProblems(lines)).not.toEqual([]))

  it.each([
    [
      'an event that never comes',
      edited(
        (all) =>
          void all.splice(
            all.findIndex(({ type }) => type === 'background-event'),
            1,
          ),
      ),
    ],
    [
      'an event that comes early',
      edited((all) => {
        const [event] = all.splice(
          all.findIndex(({ type }) => type === 'background-event'),
          1,
        )
        all.splice(all.indexOf(phase(all, 'finish')), 0, event as Line)
      }),
    ],
  ])('%s is noticed [BP-07]', (_what, lines) => expect(commitProblems(lines)).not.toEqual([]))

  it.each([
    ['a thread of a task that waits', edited((all) => Object.assign(phase(all, 'queued'), { thread: 'worker 1' }))],
    ['an unknown priority', edited((all) => Object.assign(phase(all, 'start'), { priority: 'high' }))],
  ])('%s is noticed [BP-28]', (_what, lines) => expect(formProblems(lines)).not.toEqual([]))

  it('an effect that is faster before anything was compiled for it is noticed [BP-26]', () => {
    const lines = edited((all) => {
      const packet = all.find((line) => line.type === 'packet' && line.command === 'Sharpen') as Line
      Object.assign(packet, { start: Number(packet.start) + 100 })
    })
    expect(packetProblems(lines, rules)).not.toEqual([])
  })

  it('the sound trace has none of these', () => {
    const lines = whole()
    const problems = [taskProblems(lines), commitProblems(lines), formProblems(lines), packetProblems(lines, rules)]
    expect(problems.flat()).toEqual([])
  })
})

describe('residency', () => {
  it.each([
    ['an eviction that is missing', broken((lines, find) => void lines.splice(find('evict'), 1))],
    ['a make-resident that is missing', broken((lines, find) => void lines.splice(find('make-resident'), 1))],
    ['wrong references', changed('evict', { references: 1 })],
  ])('%s is noticed [RS-01] [RS-08]', (_what, lines) => expect(residencyProblems(lines)).not.toEqual([]))

  it('the sound trace has none of these', () => {
    const lines = sound()
    const problems = [formProblems(lines), notificationProblems(lines), applyProblems(lines), residencyProblems(lines)]
    expect([...problems, pagingProblems(lines, expected), packetProblems(lines, expected)].flat()).toEqual([])
  })
})
