/** The command line between other programs: lines of bash, in a folder of their own. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What Node starts for `trimline`. */
export const command = fileURLToPath(new URL('../../../scripts/trimline.mjs', import.meta.url))

export const SCENARIO = { trimline: 1, name: 'piped', steps: [{ at: 0, apply: 'Blur' }] }

const scriptOf = (line: string) => `trimline() { "${process.execPath}" "${command}" "$@"; }; ${line}`

export class ShellFolder {
  readonly path = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-streams-'))

  /** To be called when the test is over. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  at(name: string): string {
    return join(this.path, name)
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8')
  }

  /** Makes a file in the folder. @returns its path */
  file(name: string, content: object | string = SCENARIO): string {
    writeFileSync(this.at(name), typeof content === 'string' ? content : JSON.stringify(content))
    return this.at(name)
  }

  /** A line of bash, in the folder; `trimline` is the command. */
  bash(line: string) {
    return spawnSync('bash', ['-c', scriptOf(line)], { cwd: this.path, encoding: 'utf8', timeout: 25_000 })
  }
}

/** As `bash`, for lines that only wait: they are run beside one another, so each has a folder of its own. */
export async function bashBeside(line: string) {
  const own = new ShellFolder()
  try {
    own.file('a.json')
    const options = { cwd: own.path, timeout: 25_000 }
    return await new Promise<{ own: string; status: unknown; stderr: string; left: string[] }>((resolve) => {
      execFile('bash', ['-c', scriptOf(line)], options, (error, _stdout, stderr) =>
        resolve({ own: own.path, status: error === null ? 0 : error.code, stderr, left: readdirSync(own.path) }),
      )
    })
  } finally {
    own.remove()
  }
}
