import { describe, expect, test } from 'vitest'
import { documentTitle, nameOf } from '../../../main/shell/documents/document-title'
import { type ExportCommand, exportBytes, exportName } from '../../../main/shell/documents/export-file'
import { handedOver } from '../../../main/shell/documents/file-requests'
import { type CloseState, mayCloseAtOnce } from '../../../main/shell/window/close-rule'

describe('title', () => {
  test('shows the name, and a dot for unsaved changes', () => {
    expect(documentTitle(nameOf('/home/a/two effects.json'), false)).toBe('two effects – Trimline')
    expect(documentTitle(nameOf(null), true)).toBe('● Untitled – Trimline')
    expect(nameOf('/a/demo.v2')).toBe('demo.v2')
    expect(nameOf('/a/.json')).toBe('.json')
  })
})

describe('closing', () => {
  const dirty: CloseState = { dirty: true, agreed: false, quitting: false, unattended: false, automated: false }

  test('asks a person about unsaved changes', () => {
    expect(mayCloseAtOnce(dirty)).toBe(false)
    expect(mayCloseAtOnce({ ...dirty, quitting: true })).toBe(false)
    expect(mayCloseAtOnce({ ...dirty, automated: true })).toBe(false)
  })

  test.each([
    ['nothing to save', { dirty: false }],
    ['answered already', { agreed: true }],
    ['a run that nobody watches', { unattended: true }],
    ['a program that drives the app quits it', { automated: true, quitting: true }],
  ])('asks nothing: %s', (_why, change) => {
    expect(mayCloseAtOnce({ ...dirty, ...change })).toBe(true)
  })
})

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

describe('a second launch', () => {
  test('hands its file over, relative to where it was started', () => {
    expect(handedOver({ file: 'a.json' }, '/home/b')).toBe('/home/b/a.json')
    expect(handedOver({ file: '/c.json' }, '/home/b')).toBe('/c.json')
  })

  test.each([null, undefined, 'a.json', {}, { file: null }, { file: 3 }])('%j hands over nothing', (data) => {
    expect(handedOver(data, '/home/b')).toBeNull()
  })
})
