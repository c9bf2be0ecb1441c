import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Input } from '../../../main/cli/inputs'
import { STDOUT, UsageError } from '../../../main/cli/io'
import { type OutputOptions, planOutput, planOutputs } from '../../../main/cli/outputs'
import { nodeFileSystem } from '../../../main/files/file-system'
import { scenarioOf } from '../support/world'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-outputs-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const scenario = scenarioOf({})
const at = (...names: string[]): string => join(folder, ...names)
const inputOf = (base: string): Input => ({ file: at(`${base}.json`), label: `${base}.json`, base, scenario })

/** The scenario files are there. */
function inputs(...bases: string[]): Input[] {
  for (const base of bases) writeFileSync(at(`${base}.json`), '{}')
  return bases.map(inputOf)
}

/** Root, as whom tests may run, may write anywhere. */
function mayNotWrite(place: string): void {
  vi.spyOn(nodeFileSystem, 'mayWrite').mockImplementation((path) => {
    if (path === place)
      throw Object.assign(new Error(`EACCES: permission denied, access '${path}'`), { code: 'EACCES' })
  })
}

const NONE = { trace: undefined, summary: undefined, perfetto: undefined, references: undefined }
const refusal = (all: Input[], options: OutputOptions): string => {
  try {
    planOutputs(all, options)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return 'planned'
}

describe('of one scenario each output is a file [SC-05]', () => {
  it('by its absolute path; what is not asked for is none', () => {
    const near = relative(process.cwd(), at('t.jsonl'))
    expect(planOutputs(inputs('a'), { trace: near, references: at('r.csv') })).toEqual([
      { ...NONE, trace: at('t.jsonl'), references: at('r.csv') },
    ])
    expect(planOutputs(inputs('a'), {})).toEqual([NONE])
  })

  it('or standard output, by whatever name, for one of them', () => {
    for (const name of ['-', '/dev/stdout', '/dev/fd/1'])
      expect(planOutputs(inputs('a'), { trace: name })).toEqual([{ ...NONE, trace: STDOUT }])
    expect(refusal(inputs('a'), { trace: '-', summary: '/dev/stdout' })).toBe(
      '--summary: standard output is given for two outputs; give a file for one',
    )
  })

  it('that is no other output, whatever link leads to it', () => {
    expect(refusal(inputs('a'), { trace: at('x'), summary: at('x') })).toBe(
      `--summary: ${at('x')} is given for two outputs`,
    )
    mkdirSync(at('real'))
    symlinkSync(at('real'), at('link'))
    expect(refusal(inputs('a'), { trace: at('real', 'x'), summary: at('link', 'x') })).toMatch(
      /is given for two outputs$/,
    )
    writeFileSync(at('y'), '')
    symlinkSync(at('y'), at('z'))
    expect(refusal(inputs('a'), { trace: at('y'), perfetto: at('z') })).toMatch(
      /^--perfetto: .* is given for two outputs$/,
    )
    // it would be made where the link leads
    symlinkSync('not-yet', at('ahead'))
    expect(refusal(inputs('a'), { trace: at('not-yet'), summary: at('ahead') })).toBe(
      `--summary: ${at('ahead')} is given for two outputs`,
    )
  })

  it('or a device, which takes any number', () => {
    expect(planOutputs(inputs('a'), { trace: '/dev/null', summary: '/dev/null' })).toEqual([
      { ...NONE, trace: '/dev/null', summary: '/dev/null' },
    ])
  })

  it('that is not the scenario, whatever link leads to it', () => {
    const all = inputs('a')
    expect(refusal(all, { trace: at('a.json') })).toBe(`--trace: ${at('a.json')} would overwrite the scenario a.json`)
    symlinkSync(at('a.json'), at('link'))
    expect(refusal(all, { summary: at('link') })).toMatch(/would overwrite the scenario a\.json$/)
  })

  it('whose folder is there, and no folder itself', () => {
    expect(refusal(inputs('a'), { trace: folder })).toBe(
      `--trace: found the folder ${folder}; expected a file, as there is one scenario`,
    )
    expect(refusal(inputs('a'), { trace: at('none', 't') })).toMatch(/^--trace: .*t cannot be written: .*none: /)
    writeFileSync(at('file'), '')
    expect(refusal(inputs('a'), { trace: at('file', 't') })).toMatch(/^--trace: .*t cannot be written: /)
    const long = 'x'.repeat(300)
    expect(refusal(inputs('a'), { trace: at(long) })).toMatch(
      /^--trace: .* cannot be written: (?!.*trimline-outputs-.*: )/,
    )
  })

  it('with a name, which neither nothing nor the next option is [SC-05]', () => {
    expect(refusal(inputs('a'), { trace: '' })).toBe('--trace: found "", which is no name; expected a file')
    expect(refusal(inputs('a'), { perfetto: '--summary' })).toBe(
      '--perfetto: found --summary, which looks like an option; expected a file (./--summary is one of that name)',
    )
    expect(planOutputs(inputs('a'), { trace: './--summary' })[0]?.trace).toBe(join(process.cwd(), '--summary'))
  })

  it('whose own folder is looked at, not that of a link that leads to it [SC-05]', () => {
    symlinkSync(at('none', 't'), at('link'))
    expect(refusal(inputs('a'), { trace: at('link') })).toMatch(
      /^--trace: .*link cannot be written: .*none: no such file or directory \(ENOENT\)\. /,
    )
    mkdirSync(at('there'))
    writeFileSync(at('there', 't'), '')
    symlinkSync(at('there', 't'), at('other'))
    mayNotWrite(folder)
    expect(planOutputs(inputs('a'), { trace: at('other') })[0]?.trace).toBe(at('other'))
  })

  it('that is a link which leads to itself is at fault, not its folder [SC-05]', () => {
    symlinkSync('circle', at('circle'))
    expect(refusal(inputs('a'), { trace: at('circle') })).toBe(
      `--trace: ${at('circle')} cannot be written: too many symbolic links encountered (ELOOP). Its links lead in a circle: choose another place to save to.`,
    )
  })

  it('behind a link into a folder that may not be entered says so of that folder [SC-05]', () => {
    mkdirSync(at('closed'))
    symlinkSync(at('closed', 't'), at('link'))
    const { statLink } = nodeFileSystem
    const denied = (path: string) =>
      Object.assign(new Error(`EACCES: permission denied, lstat '${path}'`), { code: 'EACCES', path })
    vi.spyOn(nodeFileSystem, 'statLink').mockImplementation((path) => {
      if (path === at('closed', 't')) throw denied(path)
      return statLink(path)
    })
    mayNotWrite(at('closed'))
    expect(refusal(inputs('a'), { trace: at('link') })).toMatch(
      new RegExp(`^--trace: ${at('link')} cannot be written: ${at('closed')}: permission denied \\(EACCES\\)\\. `),
    )
  })

  it('that may only be read is at fault itself, not its folder [SC-05]', () => {
    writeFileSync(at('t'), '')
    mayNotWrite(at('t'))
    expect(refusal(inputs('a'), { trace: at('t') })).toBe(
      `--trace: ${at('t')} cannot be written: permission denied (EACCES). Allow yourself to write there, or choose another place to save to.`,
    )
  })

  it('whose folder may not be written to says so of the folder [SC-05]', () => {
    writeFileSync(at('t'), '')
    mayNotWrite(folder)
    expect(refusal(inputs('a'), { trace: at('t') })).toMatch(
      new RegExp(`^--trace: ${at('t')} cannot be written: ${folder}: permission denied \\(EACCES\\)\\. `),
    )
  })
})

describe('of several scenarios outputs are named after them, in folders [SC-05]', () => {
  it('which are made', () => {
    const plan = planOutputs(inputs('a', 'b'), {
      trace: at('deep', 'traces'),
      summary: at('s'),
      perfetto: at('s'),
      references: at('s'),
    })
    expect(plan).toEqual([
      {
        trace: at('deep', 'traces', 'a.jsonl'),
        summary: at('s', 'a.json'),
        perfetto: at('s', 'a.pftrace'),
        references: at('s', 'a.csv'),
      },
      {
        trace: at('deep', 'traces', 'b.jsonl'),
        summary: at('s', 'b.json'),
        perfetto: at('s', 'b.pftrace'),
        references: at('s', 'b.csv'),
      },
    ])
    expect(statSync(at('deep', 'traces')).isDirectory()).toBe(true)
  })

  it('with a name: nothing would be the folder that one is in [SC-05]', () => {
    for (const name of ['', '--trace'])
      expect(refusal(inputs('a', 'b'), { summary: name })).toContain(
        'expected a folder, as there are several scenarios',
      )
  })

  it('never standard output, nor a file', () => {
    expect(refusal(inputs('a', 'b'), { trace: '-' })).toMatch(
      /^--trace: found "-", standard output, .*expected a folder/,
    )
    writeFileSync(at('file'), '')
    expect(refusal(inputs('a', 'b'), { trace: at('file') })).toBe(
      `--trace: found the file ${at('file')}; expected a folder, as there are several scenarios`,
    )
    expect(refusal(inputs('a', 'b'), { trace: at('file', 'under') })).toMatch(
      /^--trace: the folder .* cannot be made: /,
    )
  })

  it('so that no two have one name, where anything is written', () => {
    const twice = [inputOf('a'), { ...inputOf('a'), label: 'other/a.json', file: at('other', 'a.json') }]
    expect(refusal(twice, { summary: at('s') })).toBe(
      'a.json and other/a.json would write the same output files, "a.…"; rename one or run them one at a time',
    )
    expect(refusal(twice, {})).toBe('planned')
  })

  it('nor overwrite a scenario', () => {
    expect(refusal(inputs('a', 'b'), { summary: folder })).toMatch(
      /^--summary: .*a\.json would overwrite the scenario a\.json$/,
    )
    expect(refusal(inputs('a', 'b'), { trace: folder })).toBe('planned')
  })
})

describe('the only output of a command', () => {
  it('has a name, of whatever command it is [SC-05]', () => {
    const [input] = inputs('a') as [Input]
    expect(() => planOutput(input, 'out', '')).toThrow('--out: found "", which is no name; expected a file')
    expect(() => planOutput(input, 'json', '--html')).toThrow('--json: found --html, which looks like an option')
  })

  it('is a path, or standard output, and not its input, which is called what it is', () => {
    const input = { file: at('a.dump'), label: 'a.dump' }
    writeFileSync(at('a.dump'), '')
    expect([planOutput(input, 'out', at('b')), planOutput(input, 'out', '-')]).toEqual([at('b'), STDOUT])
    expect(() => planOutput(input, 'out', at('a.dump'), 'dump')).toThrow(
      `--out: ${at('a.dump')} would overwrite the dump a.dump`,
    )
  })
})
