import { describe, expect, test } from 'vitest'
import { type ExportCommand, exportBytes, exportName } from '../../../../main/shell/documents/export-file'

describe('export', () => {
  const png = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]).toString('base64')}`
  const command = (over: Partial<ExportCommand>): ExportCommand => {
    return { kind: 'exportFile', suggestedName: 'memory.png', format: 'png', content: png, ...over }
  }

  test('a PNG data URL becomes the bytes, CSV the text in UTF-8', () => {
    const bytes = exportBytes(command({}))
    expect(bytes).toEqual({ ok: true, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]) })
    const csv = exportBytes(command({ format: 'csv', content: 't,µs\n1,2\n' }))
    expect(csv).toEqual({ ok: true, bytes: Buffer.from('t,µs\n1,2\n', 'utf8') })
  })

  test.each(['', 'data:image/jpeg;base64,AAAA', 'data:image/png;base64,AAAA', 'hello'])(
    '%j is no picture',
    (content) => {
      expect(exportBytes(command({ content }))).toMatchObject({
        ok: false,
        message: expect.stringMatching(/expected a PNG data URL/),
      })
    },
  )

  test.each([
    ['memory', 'memory.png'],
    ['memory.PNG', 'memory.PNG'],
    ['../../etc/passwd', 'passwd.png'],
    ['..\\..\\boot.ini', 'boot.ini.png'],
    ['a:b|c', 'a-b-c.png'],
    ['..', 'chart.png'],
    ['', 'chart.png'],
  ])('%j is suggested as %s: a name, never a folder', (suggestedName, name) => {
    expect(exportName(command({ suggestedName }))).toBe(name)
  })
})
