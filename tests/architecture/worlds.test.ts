/** Nothing but `session/verbs` changes a world: in the rest of the session it is read, watched, and moved on in time. */
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './files'
import { readSource } from './source'
import { touchesOf } from './worlds'

const SESSION = 'main/session/'
const VERBS = `${SESSION}verbs/`
/** what one system is built from, and builds anew; and the file format, which knows no system */
const APART = [VERBS, `${SESSION}world/`, `${SESSION}scenario/`]

/** Time moves a world as well, and each of these has its reason. */
const TIME: Readonly<Record<string, readonly string[]>> = {
  [`${SESSION}pump.ts`]: ['sim.runNext()', 'sim.advanceTo()'],
  [`${SESSION}run/runner.ts`]: ['world.sim.advanceTo()'],
  // what is due by now happens before a command, and belongs to a recording
  [`${SESSION}commands/act.ts`]: ['world.sim.advanceTo()'],
  // every verb of the run at its time
  [`${SESSION}past/replay.ts`]: ['sim.advanceTo()'],
  [`${SESSION}live-session.ts`]: ['world.sim.advanceTo()'],
}

/** Has something of its own by the name of a part. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  [`${SESSION}run/statistics.ts`]: ['compositor.add()', 'compositor.percentile()'],
  [`${SESSION}frames/builder.ts`]: ['events.all()', 'events.fresh()', 'events.taken()'],
  [`${SESSION}frames/background/log.ts`]: ['events.add()'],
  [`${SESSION}frames/gpu/packet-rows.ts`]: ['columns.fences.? ='],
  [`${SESSION}laboratory/delays/pending.ts`]: ['fences.? ='],
}

/** Of `verbs/`, what the rest of the session knows: how to have a verb carried out, what it takes, and what only reads. */
const DOORS: ReadonlySet<string> = new Set(
  ['action', 'steps', 'call-results', 'hand-callbacks', 'memory-problems', 'cpu', 'workflows', 'expect/expect'].map(
    (name) => VERBS + name,
  ),
)

const paths = filesIn(SESSION).filter((path) => path.endsWith('.ts'))
const others = paths.filter((path) => !APART.some((folder) => path.startsWith(folder)))

describe('a world', () => {
  it('is changed by verbs alone: in the rest of the session nothing of it is called that changes, or assigned', () => {
    expect(others.length).toBeGreaterThan(50)
    const found = others.flatMap((path) => {
      const allowed = [...(TIME[path] ?? []), ...(OWN[path] ?? [])]
      const touches = touchesOf(path, textOf(path)).filter(({ what }) => !allowed.includes(what))
      return touches.map(({ line, what }) => `${path}:${line}: ${what}`)
    })
    expect(found).toEqual([])
  })

  it('is changed by verbs alone: the rest of the session imports none, but for what carries them out', () => {
    const found = paths
      .filter((path) => !path.startsWith(VERBS))
      .flatMap((path) =>
        readSource(path, textOf(path)).imports.flatMap(({ from, line }) => {
          const target = from === null ? '' : posix.join(posix.dirname(path), from)
          return target.startsWith(VERBS) && !DOORS.has(target) ? [`${path}:${line}: ${target}`] : []
        }),
      )
    expect(found).toEqual([])
  })

  it('has no exception that nothing needs any more', () => {
    for (const [path, allowed] of [...Object.entries(TIME), ...Object.entries(OWN)])
      expect(
        touchesOf(path, textOf(path)).map(({ what }) => what),
        path,
      ).toEqual(expect.arrayContaining([...allowed]))
    const imported = paths
      .filter((path) => !path.startsWith(VERBS))
      .flatMap((path) =>
        readSource(path, textOf(path)).imports.map(({ from }) => posix.join(posix.dirname(path), from ?? '')),
      )
    for (const door of DOORS) expect(imported).toContain(door)
  })

  it.each([
    'world.editor.apply("Blur")',
    'this.running.world.vidmm.setBudget(1)',
    'const { vidmm } = world; vidmm.periodicTrim.suspend()',
    'world.editor.memory.find("a")?.free()',
    'world.player?.play(true)',
    'world.blocked = true',
    'this.system.world.developer.mode = true',
    'world.commands++',
    'delete world.fences.x',
    'world.events.set("e", event)',
    'void (world.device as Device).remove("DXGI_ERROR_DEVICE_HUNG", "")',
  ])('is seen to be changed by: %s', (text) => {
    expect(touchesOf('planted.ts', text)).toHaveLength(1)
  })

  it.each([
    'const effect = world.editor.effect("Blur")',
    'const names = editor.effects.map(({ spec }) => spec.name)',
    'scheduler.observer = { changed: () => {} }',
    'const { budget } = world.vidmm.budget',
    'if (world.sim.now === until) begin(world, action)',
  ])('is only read or watched by: %s', (text) => {
    expect(touchesOf('planted.ts', text)).toEqual([])
  })
})
