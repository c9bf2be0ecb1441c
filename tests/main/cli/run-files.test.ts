/** `trimline run --perfetto` and `--references`: files for other programs (LB-17, SC-05). */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const GOOD = { trimline: 1, name: 'good', seed: 7, steps: [{ at: '1ms', apply: 'Blur' }] }

function file(name: string, content: object = GOOD): string {
  writeFileSync(at(name), JSON.stringify(content))
  return at(name)
}

interface Legacy {
  otherData: unknown
  traceEvents: { ph: string; name: string; cat?: string }[]
}

/** The first field of a trace is a packet, whose first is the number of its sequence: 1. */
const isProtobuf = (text: string) => text.startsWith('\n') && text.slice(2, 4) === 'P\u0001'

describe('--perfetto [LB-17] [SC-05]', () => {
  test('says what of an imported recording was derived [LB-19]', async () => {
    const steps = [{ at: 0, apply: 'Blur' }]
    writeFileSync(at('d.json'), JSON.stringify({ trimline: 1, steps, derived: ['uses: 1', 'sizes: 2'] }))
    const aboutOf = async (name: string): Promise<unknown> => {
      expect(await trimline(['run', at(name), '--perfetto', at('p.json')])).toMatchObject({ status: 0 })
      return (JSON.parse(readFileSync(at('p.json'), 'utf8')) as { otherData: unknown }).otherData
    }
    expect(await aboutOf('d.json')).toMatchObject({ derived: 'uses: 1 · sizes: 2' })
    file('a.json')
    expect(await aboutOf('a.json')).not.toHaveProperty('derived')
  })

  test('.json has the legacy form, with the policy and seed that it was run with', async () => {
    const { status, out, err } = await trimline([
      'run',
      file('a.json'),
      '--perfetto',
      at('p.json'),
      '--policy',
      'clock',
    ])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('good: ok')
    const { otherData, traceEvents } = JSON.parse(readFileSync(at('p.json'), 'utf8')) as Legacy
    expect(otherData).toEqual({ name: 'good', policy: 'clock', seed: 7 })
    expect(traceEvents.filter(({ ph, cat }) => ph === 'X' && cat === 'packet').map(({ name }) => name)).toContain(
      'Blur',
    )
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'p.json'])
  })

  test('anything else has the protobuf form, on standard output too, where the summary does not disturb it', async () => {
    const { status } = await trimline(['run', file('a.json'), '--perfetto', at('p.perfetto-trace')])
    expect(status).toBe(0)
    const written = readFileSync(at('p.perfetto-trace'), 'latin1')
    expect(isProtobuf(written)).toBe(true)
    const piped = await trimline(['run', at('a.json'), '--perfetto', '-'])
    expect(piped.out).toBe(written)
    expect(piped.err).toContain('good: ok')
  })

  test('of several scenarios it names a folder', async () => {
    const files = [file('a.json'), file('b.json', { ...GOOD, name: 'other' })]
    const { status, err } = await trimline(['run', ...files, '--perfetto', at('out'), '--references', at('out')])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(readdirSync(at('out')).sort()).toEqual(['a.csv', 'a.pftrace', 'b.csv', 'b.pftrace'])
    expect(isProtobuf(readFileSync(join(at('out'), 'b.pftrace'), 'latin1'))).toBe(true)
  })

  test('a place that cannot be written to is said before anything runs', async () => {
    const { status, err } = await trimline(['run', file('a.json'), '--perfetto', at('none/p.json')])
    expect(status).toBe(2)
    expect(err).toContain('--perfetto')
    const twice = await trimline(['run', at('a.json'), '--perfetto', at('x'), '--references', at('x')])
    expect(twice.err).toContain('--references: ')
    expect(twice.status).toBe(2)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})

test('--references has a row per use, and the trace beside it is what it is alone [LB-11] [SC-05]', async () => {
  const outputs = ['--references', at('r.csv'), '--trace', at('t.jsonl'), '--perfetto', at('p.json')]
  const { status } = await trimline(['run', file('a.json'), ...outputs])
  expect(status).toBe(0)
  expect(readFileSync(at('r.csv'), 'utf8')).toBe(
    'time,object,size,resource\r\n1000,1,67108864,Blur.main\r\n1000,2,67108864,Blur.temp\r\n1000,3,65536,Blur.kernel\r\n',
  )
  const alone = await trimline(['run', at('a.json'), '--trace', '-'])
  expect(readFileSync(at('t.jsonl'), 'utf8')).toBe(alone.out)
})
