import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { validateScenario } from '../../../../main/session/scenario'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { ENGINES, PACKET_OUTCOMES } from '../../../../preload/contract'
import { LiveRig, MIB, scenario } from '../live-rig'

async function recordsOf(text: string): Promise<TraceRecord[]> {
  const parsed = validateScenario(JSON.parse(text))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  let trace = ''
  await runScenario(parsed.scenario, { sink: (chunk) => (trace += chunk) })
  const [, ...lines] = trace.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as TraceRecord)
}

/** Evicts half of what it could at each notification. */
const CHANCE = `export default { name: 'chance', create: (host) => ({ onTrim() {
  for (const u of host.units) if (u.resident && !u.inUse && Math.random() < 0.5) host.evict(u)
} }) }`

describe('a recording', () => {
  it('of what was done by hand gives the same packets, findings and memory when it is run [SC-12]', async () => {
    const rig = new LiveRig(scenario())
    rig.must({ kind: 'applyEffect', effect: 'Blur' })
    rig.elapse(333)
    rig.must({ kind: 'play', playing: true }, { kind: 'setPreemption', graphics: 'dma-buffer' })
    rig.elapse(250)
    rig.must({ kind: 'setCpu', cores: 2, frameTime: 9_000, dispatch: { core: 1 } })
    rig.must({ kind: 'submit', engine: '3d', gpuTime: 90_000, context: 'game', priority: 'normal' })
    rig.elapse(200)
    rig.must({ kind: 'setBudget', bytes: 32 * MIB }, { kind: 'setPolicy', policy: 'fence-lru' })
    rig.elapse(100)
    rig.must({ kind: 'play', playing: false }, { kind: 'setEvictionMode', mode: 'eager' })
    rig.must({ kind: 'addEffect', effect: { name: 'Glow', gpuTime: 1_500, resources: [] } })
    rig.must({ kind: 'applyEffect', effect: 'Glow' }, { kind: 'notify', flags: 1, bytes: 0 })
    rig.elapse(1_000)
    const { memory, findings } = rig.fresh()
    const [full] = rig.frames.slice(-1)
    const shown = full?.gpuEvents?.packets
    const live = [...(shown?.engines ?? [])].map((engine, row) => [
      ENGINES[engine],
      PACKET_OUTCOMES[shown?.outcomes[row] as number],
      shown?.submitted[row],
      shown?.starts[row],
      shown?.ends[row],
    ])

    const records = await recordsOf(rig.session.toRecordingText())
    const packets = records.flatMap((record) =>
      record.type === 'packet' ? [[record.engine, record.outcome, record.submitted, record.start, record.end]] : [],
    )
    expect(packets).toEqual(live)
    expect(packets.length).toBeGreaterThan(100)
    const found = records.flatMap((record) => (record.type === 'finding' ? [[record.t, record.rule]] : []))
    expect(found).toEqual(findings.items.map(({ t, rule }) => [t, rule]))
    const evictions = records.filter(({ type }) => type === 'evict').length
    expect(evictions).toBe(memory.evictions)
    expect(evictions).toBeGreaterThan(0)
  })

  it('gives the live trace when it is run, and when it is itself played live and recorded [SC-12]', async () => {
    const rig = new LiveRig(scenario({ steps: [{ at: '20ms', apply: 'Blur' }], until: '50ms' }))
    rig.elapse(60)
    rig.must({ kind: 'applyEffect', effect: 'Grayscale' })
    rig.elapse(60)
    const text = rig.session.toRecordingText()
    const again = new LiveRig(scenario(JSON.parse(text)))
    again.elapse(120)
    expect(again.now).toBe(rig.now)
    expect(rig.records.filter(({ type }) => type === 'apply')).toHaveLength(2)
    expect(again.records).toEqual(rig.records)
    expect(await recordsOf(text)).toEqual(rig.records)
    expect(await recordsOf(again.session.toRecordingText())).toEqual(rig.records)
  })

  it('of a policy of one’s own holds the policy, and gives the live trace when it is run [SC-12] [LB-01] [LB-14]', async () => {
    const own = { file: 'mine.mjs', text: CHANCE }
    const rig = new LiveRig(scenario())
    rig.elapse(60)
    const policy = rig.session.laboratory.ownPolicies.add(own)
    rig.must({ kind: 'setPolicy', policy }, { kind: 'applyEffect', effect: 'Blur' })
    for (let trims = 0; trims < 4; trims++) {
      rig.elapse(200)
      rig.must({ kind: 'notify', flags: 1, bytes: 0 }, { kind: 'applyEffect', effect: 'Grayscale' })
    }
    rig.elapse(200)
    const text = rig.session.toRecordingText()
    expect(text).toContain(JSON.stringify(CHANCE))
    const records = await recordsOf(text)
    expect(records).toEqual(rig.records)
    expect(records.filter(({ type }) => type === 'own-policy')).toMatchObject([{ file: 'mine.mjs', name: 'chance' }])
    expect(records.filter(({ type }) => type === 'evict').length).toBeGreaterThan(0)

    const project = rig.session.toScenarioText()
    expect(JSON.parse(project)).toMatchObject({ app: { policy: own } })
    const again = new LiveRig(scenario(JSON.parse(project)))
    expect(again.shown.system).toMatchObject({ policy, ownPolicies: [{ id: policy, file: 'mine.mjs' }] })
    again.must({ kind: 'setPolicy', policy: 'none' }, { kind: 'setPolicy', policy })
    expect(again.session.toScenarioText()).toBe(project)
  })

  it('does not change the project: a resource’s priority set by hand does, and is saved [SC-12] [RS-10]', () => {
    const rig = new LiveRig(scenario())
    rig.session.toRecordingText()
    expect(rig.session.dirty).toBe(false)
    rig.must({ kind: 'setResidencyPriority', id: rig.id('Blur.temp'), priority: 'low' })
    expect(rig.session.dirty).toBe(true)
    const saved = scenario(JSON.parse(rig.session.toScenarioText()))
    expect(saved.app.effects[0]?.resources.map(({ priority }) => priority)).toEqual([undefined, 'low', undefined])
  })
})
