/** What the page may read of files, as it asks for it. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MediaShelf } from '../../../../main/shell/media/media-shelf'

const PRINT = 'ab'.repeat(32)
const ADDRESS = `app://trimline/media/${PRINT}`
let folder: string
let path: string
let shelf: MediaShelf

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-shelf-'))
  path = join(folder, 'a.webm')
  writeFileSync(path, '0123456789')
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  shelf = new MediaShelf()
  shelf.put({ path, type: 'video/webm', size: 10, modified: 1_700_000_000_000, fingerprint: PRINT })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const ask = (address = ADDRESS, range: string | null = null, method = 'GET') => shelf.serve(method, address, range)

describe('the page reads', () => {
  test('what was looked at, with the type of its content and nothing that makes it a page', async () => {
    const response = ask()
    expect(response?.status).toBe(200)
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
    })
    expect(await response?.text()).toBe('0123456789')
  })

  test.each([
    ['bytes=0-3', 'bytes 0-3/10', '0123'],
    ['bytes=8-', 'bytes 8-9/10', '89'],
    ['bytes=-2', 'bytes 8-9/10', '89'],
    ['bytes=4-400', 'bytes 4-9/10', '456789'],
  ])('parts of it: %s', async (range, content, text) => {
    const response = ask(ADDRESS, range)
    expect([response?.status, response?.headers.get('content-range'), await response?.text()]).toEqual([
      206,
      content,
      text,
    ])
  })
})

describe('the page reads nothing else', () => {
  test('what was not looked at, and no path', () => {
    expect(ask(`app://trimline/media/${'cd'.repeat(32)}`)?.status).toBe(404)
    expect(ask(`app://trimline/media/..%2f..%2fetc%2fpasswd`)?.status).toBe(404)
    expect(ask(`app://trimline/media/${path}`)?.status).toBe(404)
    expect(ask('app://trimline/index.html')).toBeNull()
    expect(ask(ADDRESS, null, 'POST')?.status).toBe(405)
  })

  test.each(['bytes=10-', 'bytes=5-4', 'bytes=-', 'bytes=a-b', 'lines=1-2'])('%s is no part of it', (range) => {
    expect(ask(ADDRESS, range)?.status).toBe(416)
  })

  test('what is another file by now, or gone', () => {
    writeFileSync(path, 'abcdefghij')
    expect(ask()?.status).toBe(404)
    rmSync(path)
    expect(ask()?.status).toBe(404)
  })
})
