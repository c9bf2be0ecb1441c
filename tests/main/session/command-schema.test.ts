import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../main/session/command-schema'
import { type Command, HAND_BEHAVIOURS, POLICY_NAMES, SPEEDS } from '../../../preload/contract'

const effect = { name: 'Sepia', gpuTime: 1000, resources: [{ name: 'lut', size: 65536, resident: true }] }

/** One of each kind and shape. */
const COMMANDS: readonly Command[] = [
  { kind: 'run' },
  { kind: 'pause' },
  { kind: 'step' },
  { kind: 'undo' },
  { kind: 'redo' },
  { kind: 'periodicTrim' },
  { kind: 'restartPeriodicTrim' },
  { kind: 'restartSimulation' },
  { kind: 'newProject' },
  { kind: 'saveProject' },
  { kind: 'saveProjectAs' },
  ...SPEEDS.map((speed) => ({ kind: 'setSpeed', speed }) as const),
  ...POLICY_NAMES.map((policy) => ({ kind: 'setPolicy', policy }) as const),
  { kind: 'applyEffect', effect: 'Blur' },
  { kind: 'removeEffect', effect: 'Blur' },
  { kind: 'addEffect', effect },
  { kind: 'addEffect', effect: { ...effect, resources: [] } },
  { kind: 'setBudget', bytes: 0 },
  { kind: 'setOtherProcess', bytes: 2 ** 40 },
  { kind: 'setEvictionMode', mode: 'lazy' },
  { kind: 'setEvictionMode', mode: 'eager' },
  { kind: 'setPeriodicTrim' },
  { kind: 'setPeriodicTrim', interval: 1000, idleAfter: 0, whileActive: true },
  { kind: 'trimToBudget' },
  { kind: 'trimToBudget', bytes: 1 },
  { kind: 'notify', flags: 5, bytes: 1 },
  { kind: 'simulateIdle', idle: false },
  ...HAND_BEHAVIOURS.map((behaviour) => ({ kind: 'registerCallback', callback: 'f', context: '', behaviour }) as const),
  { kind: 'unregisterCallback', cookie: -0.5 },
  { kind: 'selectResource', id: 0 },
  { kind: 'selectResource', id: null },
  { kind: 'openProject' },
  { kind: 'openProject', path: '/tmp/a.json' },
  { kind: 'setTheme', theme: 'dark' },
  { kind: 'exportFile', suggestedName: 'chart.png', format: 'png', content: 'data:image/png;base64,' },
]

describe('parseCommand', () => {
  it.each(COMMANDS.map((command) => [command]))('lets %j through as it is', (command) => {
    expect(parseCommand(command)).toEqual({ ok: true, command })
    expect(parseCommand(structuredClone(command))).toEqual({ ok: true, command })
  })

  it.each([
    [undefined, 'command'],
    [null, 'command'],
    ['run', 'command'],
    [[], 'command'],
    [{}, 'kind'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: ['run'] }, 'kind'],
    [{ kind: 'run', extra: 1 }, 'extra'],
    [{ kind: 'setSpeed', speed: 2 }, 'speed'],
    [{ kind: 'applyEffect' }, 'effect'],
    [{ kind: 'applyEffect', effect: '' }, 'effect'],
    [{ kind: 'applyEffect', effect: 'x'.repeat(101) }, 'effect'],
    [{ kind: 'addEffect', effect: { ...effect, gpuTime: -1 } }, 'effect.gpuTime'],
    [{ kind: 'addEffect', effect: { ...effect, gpuTime: 0.5 } }, 'effect.gpuTime'],
    [
      { kind: 'addEffect', effect: { ...effect, resources: [{ name: 'a', size: 0, resident: true }] } },
      'effect.resources.0.size',
    ],
    [{ kind: 'addEffect', effect: { ...effect, resources: [{ name: 'a', size: 1 }] } }, 'effect.resources.0.resident'],
    [{ kind: 'addEffect', effect: { ...effect, colour: 'red' } }, 'colour'],
    [{ kind: 'setBudget', bytes: -1 }, 'bytes'],
    [{ kind: 'setBudget', bytes: Number.NaN }, 'bytes'],
    [{ kind: 'setBudget', bytes: 2 ** 53 }, 'bytes'],
    [{ kind: 'setBudget', bytes: '64MiB' }, 'bytes'],
    [{ kind: 'setPolicy', policy: 'best' }, 'policy'],
    [{ kind: 'setPeriodicTrim', interval: 999 }, 'interval'],
    [{ kind: 'setPeriodicTrim', whileActive: 'yes' }, 'whileActive'],
    [{ kind: 'notify', flags: 0, bytes: 0 }, 'flags'],
    [{ kind: 'notify', flags: 8, bytes: 0 }, 'flags'],
    [{ kind: 'notify', flags: 1 }, 'bytes'],
    [{ kind: 'registerCallback', callback: 'f', context: '', behaviour: 'explode' }, 'behaviour'],
    [{ kind: 'unregisterCallback', cookie: '0' }, 'cookie'],
    [{ kind: 'selectResource', id: -1 }, 'id'],
    [{ kind: 'selectResource' }, 'id'],
    [{ kind: 'exportFile', suggestedName: 'a', format: 'exe', content: '' }, 'format'],
  ])('refuses %j and names %s', (value, field) => {
    const parsed = parseCommand(value)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.message).toMatch(new RegExp(`(^|[\\s"'])${field.replaceAll('.', '\\.')}["': ]`))
  })

  it('tells everything that is wrong at once', () => {
    const parsed = parseCommand({ kind: 'notify', flags: 9, bytes: -1, more: true })
    expect(parsed).toMatchObject({ ok: false })
    for (const field of ['flags', 'bytes', 'more']) expect((parsed as { message: string }).message).toContain(field)
  })

  it('never throws, whatever comes, and lets nothing through that is not a command', () => {
    const kind = fc.constantFrom(...COMMANDS.map((command) => command.kind))
    const field = fc.constantFrom(
      'effect',
      'bytes',
      'flags',
      'id',
      'cookie',
      'policy',
      'speed',
      'interval',
      '__proto__',
    )
    const like = fc
      .tuple(kind, fc.dictionary(field, fc.anything()))
      .map(([name, fields]) => ({ ...fields, kind: name }))
    const known = new Set<string>(COMMANDS.map((command) => command.kind))
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), like), (value) => {
        const parsed = parseCommand(value)
        if (parsed.ok) expect(known).toContain(parsed.command.kind)
        else expect(parsed.message).toMatch(/^The command was refused: \S+: /)
      }),
      { numRuns: 2000 },
    )
  })
})
