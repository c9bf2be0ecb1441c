import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliIo, STDOUT } from '../../../main/cli/io'
import { openOutput, voice, writeOutput } from '../../../main/cli/output'
import { FileError } from '../../../main/files/file-error'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-output-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function ioOf(unread?: () => boolean) {
  const written: unknown[] = []
  const said: string[] = []
  const io: CliIo = {
    out: (content) => written.push(content),
    err: (text) => said.push(text),
    stdin: () => new Uint8Array(0),
    terminal: undefined,
    ...(unread === undefined ? {} : { unread }),
  }
  return { io, written, said }
}

describe('an output that is a file [SC-17]', () => {
  it('is there when it is whole, and not before', () => {
    const path = join(folder, 'x')
    const output = openOutput(path, ioOf().io)
    output.write('one ')
    output.write(new TextEncoder().encode('two'))
    expect(existsSync(path)).toBe(false)
    output.commit()
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['one two', ['x']])
    output.discard()
    expect(existsSync(path)).toBe(true)
  })

  it('that is given up leaves what was there', () => {
    const path = join(folder, 'x')
    writeOutput(path, 'before', ioOf().io)
    const output = openOutput(path, ioOf().io)
    output.write('after')
    output.discard()
    expect([readFileSync(path, 'utf8'), readdirSync(folder), output.unread]).toEqual(['before', ['x'], false])
  })

  it('that cannot be written is an error that says why', () => {
    expect(() => writeOutput(join(folder, 'none', 'x'), 'text', ioOf().io)).toThrow(FileError)
  })
})

describe('an output that is standard output [SC-17]', () => {
  it('is written at once, and cannot be given up', () => {
    const { io, written } = ioOf()
    const output = openOutput(STDOUT, io)
    output.write('one')
    output.discard()
    output.commit()
    expect(written).toEqual(['one'])
    writeOutput(STDOUT, 'two', io)
    expect(written).toEqual(['one', 'two'])
  })

  it('is unread when its reader says so', () => {
    let gone = false
    const output = openOutput(STDOUT, ioOf(() => gone).io)
    expect(output.unread).toBe(false)
    gone = true
    expect([output.unread, openOutput(STDOUT, ioOf().io).unread]).toEqual([true, false])
  })
})

it('what is for people is on standard error when an output takes standard output', () => {
  const { io, written, said } = ioOf()
  voice(io, undefined, '/a/file')('one')
  voice(io, undefined, STDOUT)('two')
  voice(io)('three')
  expect([written, said]).toEqual([['one', 'three'], ['two']])
})
