import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { MediaShelf } from '../../../../main/shell/media/media-shelf'
import { registerAppScheme, serveApp } from '../../../../main/shell/page/app-protocol'
import { fresh, played } from '../electron'

beforeEach(fresh)

describe('app://trimline', () => {
  test('is an origin of its own: standard and secure, with fetch and a cache for code, and no way past the CSP', () => {
    registerAppScheme()
    expect(played.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
      },
    ])
  })

  test('is served from the folder of the built page, and from nowhere else', async () => {
    const root = mkdtempSync(join(tmpdir(), 'trimline-page-'))
    try {
      writeFileSync(join(root, 'index.html'), '<p>the page</p>')
      serveApp(root, new MediaShelf())
      const serve = async (url: string, method = 'GET') =>
        await played.protocols.get('app')?.(new Request(url, { method }))
      expect(await (await serve('app://trimline/index.html'))?.text()).toBe('<p>the page</p>')
      expect((await serve('app://trimline/other.html'))?.status).toBe(404)
      expect((await serve('app://trimline/index.html', 'POST'))?.status).toBe(405)
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
