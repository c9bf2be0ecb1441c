/** Resources of the app by hand: those that are no effect's, and sets that overlap. */
import { expect, it } from 'vitest'
import { RESOURCES } from '../../../../main/session/commands/resources'
import { COMPOSITOR } from '../../../../preload/contract'
import { effects, MIB, rig } from '../live-rig'

it('each has a row of the table', () => {
  expect(Object.keys(RESOURCES)).toEqual([
    'resource',
    'use',
    'setResidencyPriority',
    'discard',
    'makeResident',
    'evict',
  ])
})

it('resources of no effect are made, used together in a context of their own, and freed [SC-13]', () => {
  const one = rig({ app: { policy: 'fence-lru', effects: effects({ A: 2 * MIB }, false) } })
  one.must(
    { kind: 'resource', name: 'Loose', size: 3 * MIB },
    { kind: 'resource', name: 'Staging', size: MIB, heap: 'upload', resident: true, priority: 'high' },
    { kind: 'use', set: ['Loose', 'A.r', 'Staging', 'Loose'], engine: 'compute', gpuTime: 700, context: 'own' },
  )
  one.elapse(500)
  const packet = one.records.find((record) => record.type === 'packet' && record.context === 'own')
  expect(packet).toMatchObject({ engine: 'compute' })
  expect(one.records.find(({ type }) => type === 'make-resident')).toMatchObject({ resources: ['Loose', 'A.r'] })
  expect(one.do({ kind: 'resource', name: 'A.r', size: 1 })).toMatchObject({
    ok: false,
    message: '"A.r" exists already. Choose another name.',
  })
  expect(one.do({ kind: 'use', set: [], context: COMPOSITOR })).toMatchObject({ ok: false })
  one.must({ kind: 'free', name: 'Loose' })
  expect(one.session.world.editor.find('Loose')).toBeUndefined()
  const { steps } = one.session.recording()
  expect(steps.map(({ verb }) => verb)).toEqual(['resource', 'resource', 'use', 'free'])
})

it('a name that stands for something placed is no name of a resource; one that an effect has is, and is freed [SC-13]', () => {
  const one = rig({ app: { effects: effects({ A: 2 * MIB }, false) } })
  one.must({ kind: 'allocate', name: 'Cells', size: MIB, count: 3 })
  expect(one.do({ kind: 'resource', name: 'Cells', size: 1 })).toMatchObject({
    ok: false,
    message: 'There is a group "Cells" already. Free it, or choose another name.',
  })
  one.must({ kind: 'resource', name: 'A', size: MIB }, { kind: 'free', name: 'A' })
  expect(one.session.world.editor.find('A')).toBeUndefined()
  expect(one.do({ kind: 'free', name: 'A' })).toMatchObject({
    ok: false,
    message: '"A" is an effect or a clip. Remove it instead.',
  })
})
