import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'

const FAIL = pathToFileURL(join(root, 'scripts', 'lib', 'fail.mjs')).href

/** A script with this main function, as a process. */
function run(main: string, before = '') {
  const script = `import { runMain, UserError } from '${FAIL}'; ${before}; await runMain(async () => { ${main} })`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}

describe('runMain', () => {
  it("ends with main's result, 0 without one", () => {
    expect(run('return 3').status).toBe(3)
    expect(run('').status).toBe(0)
  })

  it('prints a message for the user without a stack, any other error with it', () => {
    const told = run("throw new UserError('no display', 4)")
    expect(told.status).toBe(4)
    expect(told.stderr).toBe('trimline: no display\n')
    const broken = run("throw new TypeError('broken')")
    expect(broken.status).toBe(1)
    expect(broken.stderr).toMatch(/TypeError: broken\n\s+at /)
  })

  it('keeps its status from libraries that end the process their own way', () => {
    expect(run('return 3', "process.on('beforeExit', () => process.exit(0))").status).toBe(3)
  })

  it('writes all of its output before it ends', () => {
    expect(run("process.stdout.write('x'.repeat(1_000_000))").stdout).toHaveLength(1_000_000)
  })
})
