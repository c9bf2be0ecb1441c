/** Background tasks and calls of the driver that throw, and queueing that fails, written as scenarios (SC-14). */
import { describe, expect, test } from 'vitest'
import { COMMIT, compiling, messages, ofType, type play as Play, play, tasks } from './fault-files'

type Played = Awaited<ReturnType<typeof Play>>
const signals = ({ lines }: Played) => ofType(lines, 'background-event').map(({ event }) => event)
const modes = ({ lines }: Played) => ofType(lines, 'background-mode').map(({ mode, result }) => `${mode} ${result}`)
const variants = (across: number, gray: number) => ({ expect: { variants: { Blur: across, Grayscale: gray } } })

/** How often each item that was queued was ended, by its callback's task or by being cancelled (BP-21). */
function endings(played: Played): number[] {
  const all = tasks(played, Number.POSITIVE_INFINITY)
  const ids = all.flatMap((text) => (text.endsWith(' queued') ? [text.split(' ')[0]] : []))
  return ids.map((id) => all.filter((text) => text === `${id} finish` || text === `${id} cancel`).length)
}

describe.each(['runtime', 'app'])('tasks that throw, carried out by the %s', (dispatch) => {
  const system = { cpu: { dispatch } }
  const run = (fault: string, count: number, ...more: Record<string, unknown>[]) =>
    play({ ...compiling([{ fault, count }], more), system })

  test.each([
    ['background-task-throws', 'at its end'],
    ['background-task-callback-throws', 'in its callback'],
  ])(
    '%s: it has ended, nothing comes of it, the others go on and the commit is signalled [SC-14] [BP-07] [BP-21]',
    async (fault, place) => {
      // Blur's first pass comes to nothing at first, so that it is one stage behind after the second commit
      const played = await run(
        fault,
        1,
        { at: '1900ms', ...variants(1, 1) },
        { at: '1900ms', expect: { signalled: ['first'] } },
      )
      expect(played.failures).toEqual([])
      expect(messages(played, 'BP-21')).toEqual([
        expect.stringMatching(new RegExp(`^background task 1 .* threw ${place}$`)),
      ])
      expect(ofType(played.lines, 'finding')).toMatchObject([{ resource: 'Blur/across' }])
      expect(endings(played)).toEqual([1, 1, 1, 1, 1, 1])
      expect(tasks(played).filter((text) => text.endsWith(' cancel'))).toEqual([])
      expect(signals(played)).toEqual(['first', 'second'])
    },
  )

  test('all of them: no variant, and measuring again leads to them again [SC-14] [BP-14] [BP-21]', async () => {
    const none = { at: '1900ms', ...variants(0, 0) }
    const played = await run('background-task-throws', 3, none, {
      at: '1900ms',
      expect: { furtherMeasurementsDesired: true },
    })
    expect(played.failures).toEqual([])
    const queued = ofType(played.lines, 'background-task').filter(({ phase }) => phase === 'queued')
    const reasons = queued.map(({ pso, reason }) => `${pso} ${reason}`)
    expect(reasons.slice(3)).toEqual(reasons.slice(0, 3))
  })
})

test('a callback that throws takes no processor time: the next task has its thread at once [SC-14] [BP-21]', async () => {
  const played = await play(compiling([{ fault: 'background-task-callback-throws' }]))
  expect(tasks(played)).toEqual([
    '1 queued',
    '2 queued',
    '3 queued',
    '1 start',
    '2 start',
    '1 finish',
    '3 start',
    '3 finish',
    '2 finish',
  ])
  const [finish] = ofType(played.lines, 'background-task').filter(({ phase }) => phase === 'finish')
  expect(finish?.t).toBe(400_000)
})

test('a cancel callback that throws has been invoked: what waits behind it is cancelled, and the device goes [SC-14] [BP-21] [BP-24]', async () => {
  const recreate = { at: '401ms', recreateDevice: true }
  const played = await play(compiling([{ fault: 'background-task-cancel-throws' }], [recreate]))
  expect(tasks(played)).toEqual([
    '1 queued',
    '2 queued',
    '3 queued',
    '1 start',
    '2 start',
    '3 cancel',
    '1 finish',
    '2 finish',
  ])
  expect(messages(played, 'BP-21')).toEqual([
    expect.stringMatching(/^background task 3 .* threw in its cancel callback$/),
  ])
  expect(ofType(played.lines, 'driver-device-destroyed')).toHaveLength(1)
})

describe('queueing that fails', () => {
  test('invokes neither callback nor cancel: the others are the commit [SC-14] [BP-07] [BP-21]', async () => {
    const played = await play(
      compiling([{ fault: 'queue-processing-work-fails' }], [{ at: '1900ms', ...variants(1, 1) }]),
    )
    expect(played.failures).toEqual([])
    expect(tasks(played)).toEqual(['1 queued', '2 queued', '1 start', '2 start', '2 finish', '1 finish'])
    expect(messages(played, 'BP-21')).toEqual([
      expect.stringMatching(/^QueueProcessingWorkCb \(commit: .*returned E_OUTOFMEMORY.*neither callback nor cancel/),
    ])
    expect(ofType(played.lines, 'finding')).toMatchObject([{ t: 400_000, resource: 'Blur/across' }])
    // Blur's first pass, which came to nothing, is tried again: three tasks more
    expect(endings(played)).toEqual([1, 1, 1, 1, 1])
    expect(signals(played)).toEqual(['first', 'second'])
  })

  test('for all: a commit of nothing is signalled at once [SC-14] [BP-07] [BP-21]', async () => {
    const played = await play(compiling([{ fault: 'queue-processing-work-fails', count: 3 }]))
    expect(tasks(played)).toEqual([])
    expect(ofType(played.lines, 'background-event')[0]).toMatchObject({ t: 400_000, event: 'first' })
    expect(messages(played, 'BP-21')).toHaveLength(3)
    expect(endings(played)).toEqual([1, 1, 1])
  })
})

describe('SetBackgroundProcessingMode whose driver throws', () => {
  const FAULT = { fault: 'driver-call-throws', call: 'SetBackgroundProcessingMode' }

  test('returns E_FAIL and changes nothing: no commit, no event, the mode as it was [SC-14] [BP-22]', async () => {
    const results = { 'steps[5]': 'E_FAIL', 'steps[6]': 'S_OK' }
    const again = { at: '401ms', setBackgroundProcessingMode: { ...COMMIT, event: 'again' } }
    const played = await play(compiling([FAULT], [again, { at: '1900ms', expect: { results, signalled: ['again'] } }]))
    expect(played.failures).toEqual([])
    expect(modes(played).slice(0, 3)).toEqual(['ALLOW_INTRUSIVE_MEASUREMENTS S_OK', 'ALLOWED E_FAIL', 'ALLOWED S_OK'])
    expect(signals(played)).toEqual(['again', 'second'])
    expect(messages(played, 'BP-22')).toEqual([
      'SetBackgroundProcessingMode(ALLOWED, COMMIT_RESULTS, first) returned E_FAIL: the driver threw as it was told, and nothing has changed',
    ])
    // what it measured is still there
    expect(endings(played).slice(0, 3)).toEqual([1, 1, 1])
  })

  test('is not called where it has no support: the fault waits [SC-14] [BP-16]', async () => {
    const played = await play({ ...compiling([FAULT]), system: { backgroundProcessing: false } })
    expect(modes(played).every((text) => text.endsWith(' S_OK'))).toBe(true)
    expect(ofType(played.lines, 'finding')).toEqual([])
  })

  test('ends a guided run in words, and puts the mode back [SC-14] [BP-17]', async () => {
    const played = await play({
      app: { policy: 'creative-app-fixed', effects: [{ name: 'Grayscale', resources: [{ name: 'r', size: '8MiB' }] }] },
      steps: [
        { at: 0, apply: 'Grayscale' },
        { at: '100ms', inject: FAULT },
        { at: '200ms', workflow: { name: 'prime-benchmark' } },
        { at: '1s', expect: { workflows: { 'prime-benchmark': false } } },
      ],
    })
    expect(played.failures).toEqual([])
    expect(ofType(played.lines, 'workflow')).toMatchObject([
      { reached: false, verdict: expect.stringContaining('E_FAIL') },
    ])
  })
})
