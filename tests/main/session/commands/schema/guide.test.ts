import { expect, it } from 'vitest'
import { z } from 'zod'
import { guideSchemas } from '../../../../../main/session/commands/schema/guide'
import { LESSONS } from '../../../../../preload/contract'

const schema = z.discriminatedUnion('kind', guideSchemas)
const isTaken = (command: unknown): boolean => schema.safeParse(command).success

it('commands about Start, lessons and examples are taken as they are meant, and nothing beside them', () => {
  for (const command of [
    { kind: 'showStart', open: true },
    { kind: 'setStartPage', atStart: false },
    { kind: 'openExample', file: 'x'.repeat(100) },
    { kind: 'leaveLesson' },
    ...LESSONS.map(({ id }) => ({ kind: 'openLesson', lesson: id })),
  ])
    expect(schema.parse(command)).toEqual(command)
  for (const command of [
    { kind: 'showStart' },
    { kind: 'showStart', open: 1 },
    { kind: 'showStart', open: true, more: 1 },
    { kind: 'setStartPage', atStart: 'yes' },
    { kind: 'openExample', file: '' },
    { kind: 'openExample', file: 'x'.repeat(101) },
    { kind: 'openLesson', lesson: 'no such lesson' },
    { kind: 'leaveLesson', lesson: LESSONS[0]?.id },
  ])
    expect(isTaken(command), JSON.stringify(command).slice(0, 80)).toBe(false)
})
