/**
 * Every command that changes the simulation is recorded as a verb, and the trace of the recording that is run is the live
 * one, byte for byte: for each kind, and for random sequences of all kinds. The kinds are those that the gate lets through,
 * so that a new command without a verb, or without a generator, fails. `npm run torture -- commands` runs many more.
 */
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../../main/session/dump/layout'
import { readDump } from '../../../../main/session/dump/read-dump'
import { dumpView } from '../../../../main/session/dump/view'
import type { SessionCommand } from '../../../../preload/contract'
import { KINDS, type Kind } from '../../../torture/commands/generate'
import { anySession, mustReplay, RecordedSession } from '../../../torture/commands/session'
import { SHELL_KINDS } from '../../../torture/commands/shell-kinds'
import { scenario } from '../live-rig'
import { EXAMPLES, type Example, FILE } from './support/examples'
import { knownKinds } from './support/known-kinds'

const SESSIONS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 20 : 100))

/** What a kind comes to beside its example. */
const MORE: readonly [Kind, Example][] = [
  ['inject', { command: { kind: 'inject', fault: 'engine-reset-fails' }, verbs: ['inject'] }],
]

const verbsOf = (session: RecordedSession): string[] =>
  (JSON.parse(session.live.toRecordingText()).steps as object[]).flatMap((step) =>
    Object.keys(step).filter((key) => key !== 'at'),
  )

function must(session: RecordedSession, command: SessionCommand): void {
  const result = session.do(command)
  if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
}

/** A dump of other pools than the session has. */
function openDump({ live }: RecordedSession): void {
  const read = readDump(new TextEncoder().encode(live.dumpText()))
  if (!read.ok) throw new Error('the dump cannot be read')
  const layout = layoutOf(read.dump)
  if (layout === null) return
  const named = { pools: layout.pools.map((pool) => ({ ...pool, name: `${pool.name} of a dump` })) }
  live.openDump({ view: dumpView(read.dump, 'a.json', '/a.json'), layout: named })
}

describe('a command of the kind', () => {
  it.each([...KINDS.map((kind): [Kind, Example] => [kind, EXAMPLES[kind]]), ...MORE])(
    '%s is recorded as what it does, and runs again to the same trace [LB-01] [SC-12]',
    async (kind, example) => {
      const { before = [], command, verbs } = example
      const session = new RecordedSession(scenario(FILE))
      session.elapse(20)
      for (const earlier of before) must(session, earlier)
      openDump(session)
      const recorded = kind === 'restartSimulation' ? 0 : verbsOf(session).length
      must(session, typeof command === 'function' ? command(session) : command)
      expect(verbsOf(session).slice(recorded)).toEqual(verbs)
      session.elapse(300)
      // what comes of it shows with what is done next
      must(session, { kind: 'periodicTrim' })
      must(session, { kind: 'recreateDevice' })
      session.elapse(100)
      await mustReplay(session)
      expect(session.lines.length).toBeGreaterThan(3)
    },
  )

  it('removeEffect of what a device could not get is recorded: the next device does not get it either [LB-01] [RS-07]', async () => {
    const fault = { at: 0, inject: { fault: 'allocation-fails', count: 1 } }
    const session = new RecordedSession(scenario({ ...FILE, steps: [fault], until: '1ms' }))
    session.elapse(20)
    must(session, { kind: 'recreateDevice' })
    must(session, { kind: 'removeEffect', effect: 'Blur' })
    must(session, { kind: 'recreateDevice' })
    session.elapse(20)
    expect(verbsOf(session)).toEqual(['inject', 'recreateDevice', 'removeEffect', 'recreateDevice'])
    expect(session.live.world.editor.effects).toEqual([])
    await mustReplay(session)
  })

  it('is none that the gate knows and nobody tries', () => {
    expect(knownKinds()).toEqual([...KINDS, ...Object.keys(SHELL_KINDS)].sort())
  })
})

describe('random commands of every kind at random moments', () => {
  it(
    'conserve memory after each, replay to the same trace, and leave a project that opens as it was [SC-12] [SC-16] [RS-12] [LB-01]',
    async () => {
      const chosen = process.env.TRIMLINE_SESSION
      const seeds = chosen === undefined ? Array.from({ length: SESSIONS }, (_, i) => i) : [Number(chosen)]
      const failures: string[] = []
      let commands = 0
      let givenUp = 0
      for (const seed of seeds) {
        const outcome = await anySession(seed, 60)
        commands += outcome.commands
        givenUp += outcome.done.get('cancelOpening') ?? 0
        if (outcome.failure !== null) failures.push(outcome.failure)
      }
      expect(failures).toEqual([])
      expect(commands).toBeGreaterThanOrEqual(seeds.length)
      // an opening that was under way
      if (chosen === undefined) expect(givenUp).toBeGreaterThan(0)
    },
    60_000 + SESSIONS * 2_000,
  )
})
