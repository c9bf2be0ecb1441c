import { describe, expect, it } from 'vitest'
import { importOptionsOf } from '../../../../main/cli/library/import-options'

describe('options of an import that a program gives', () => {
  it('are taken where the command line has the same [LB-19]', () => {
    const all = { from: 0, until: 5, process: 4294967295, speed: 0.001, unknownSize: 1, anonymous: true }
    expect(importOptionsOf(all)).toEqual(all)
    for (const uses of [{ kind: 'residency' }, { kind: 'evidence' }, { kind: 'every', interval: 1000 }] as const)
      expect(importOptionsOf({ uses })).toEqual({ uses })
    expect([importOptionsOf(null), importOptionsOf({})]).toEqual([{}, {}])
  })

  it.each<[object, string]>([
    [{ from: '1s' }, 'found from "1s", expected µs: a whole number from 0 to 9007199254740991'],
    [{ from: 1.5 }, 'found from 1.5, expected µs'],
    [{ until: -1 }, 'found until -1, expected µs'],
    [{ process: '7' }, 'found process "7", expected the id of a process: a whole number from 0 to 4294967295'],
    [{ speed: 0 }, 'found speed 0, expected a number from 0.001 to 1000000'],
    [{ speed: -1 }, 'found speed -1, expected a number'],
    [{ speed: Number.NaN }, 'found speed NaN, expected a number'],
    [{ speed: '2' }, 'found speed "2", expected a number'],
    [{ uses: 'evidence' }, "found uses \"evidence\", expected { kind: 'residency' }, { kind: 'evidence' } or"],
    [{ uses: null }, 'found uses null, expected { kind:'],
    [{ uses: { kind: 'each' } }, 'found uses of kind "each", expected { kind:'],
    [{ uses: { kind: 'every', interval: -5 } }, 'found uses.interval -5, expected µs: a whole number from 1000 to'],
    [{ uses: { kind: 'every', interval: '16ms' } }, 'found uses.interval "16ms", expected µs'],
    [{ uses: { kind: 'every' } }, 'found uses.interval undefined, expected µs'],
    [{ unknownSize: 0 }, 'found unknownSize 0, expected bytes: a whole number from 1 to'],
    [{ anonymous: 'no' }, 'found anonymous "no", expected true or false'],
  ])('are refused where they mean nothing: %j [LB-19]', (options, message) => {
    expect(() => importOptionsOf(options)).toThrow(TypeError)
    expect(() => importOptionsOf(options)).toThrow(message)
  })
})
