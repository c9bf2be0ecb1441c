/** The library's types: declarations of its entry and of what they name, and of nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { UserError } from './fail.mjs'
import { writeAtomic } from './files.mjs'
import { root } from './paths.mjs'
import { capture, ofThreads, tsc } from './spawn.mjs'

const ENTRY = join('main', 'cli', 'library', 'library.d.ts')

/**
 * @param {string} target folder to write to
 * @param {string} work folder for all declarations of main
 * @returns {Promise<string>} the entry's path in `target`
 * @throws {UserError} when the compiler finds an error, or one that is needed was not written
 */
export async function writeDeclarations(target, work) {
  const options = [
    '--noEmit',
    'false',
    '--allowImportingTsExtensions',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
  ]
  const places = ['--rootDir', root, '--outDir', work]
  const args = [tsc, '-p', join(root, 'main'), ...ofThreads, ...options, ...places]
  const { status, stdout, stderr } = await capture(process.execPath, args)
  if (status !== 0) throw new UserError(`the compiler ended with status ${status}:\n${(stdout + stderr).trim()}`)
  const waiting = [ENTRY]
  const done = new Set(waiting)
  for (const path of waiting) {
    const text = readFileSync(join(work, path), 'utf8').replaceAll(
      /(from |import\()(['"])(\.[^'"]*)\2/g,
      (_, before, quote, from) => {
        const to = declarationOf(work, join(dirname(path), from))
        if (!done.has(to)) waiting.push(to)
        done.add(to)
        const module = relative(dirname(path), to)
          .replaceAll('\\', '/')
          .replace(/\.d\.ts$/, '.js')
        return `${before}${quote}${module.startsWith('.') ? module : `./${module}`}${quote}`
      },
    )
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeAtomic(join(target, path), text)
  }
  return join(target, ENTRY)
}

/** @param {string} work @param {string} module @returns {string} */
function declarationOf(work, module) {
  const found = [`${module}.d.ts`, join(module, 'index.d.ts')].find((path) => existsSync(join(work, path)))
  if (found === undefined) throw new UserError(`found no declarations of ${module}`)
  return found
}
