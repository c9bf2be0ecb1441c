import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { MediaShelf } from '../../../../main/shell/media/media-shelf'
import { registerAppScheme, serveApp } from '../../../../main/shell/page/app-protocol'
import type { FirstView } from '../../../../preload/contract'
import { fresh, played } from '../electron'

const FIRST: FirstView = { theme: 'dark', recent: ['/a/"<b>&\'.json'], start: { atStart: true } }

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
      serveApp(root, new MediaShelf(), FIRST)
      const serve = async (url: string, method = 'GET') =>
        await played.protocols.get('app')?.(new Request(url, { method }))
      expect(await (await serve('app://trimline/index.html'))?.text()).toBe('<p>the page</p>')
      expect((await serve('app://trimline/other.html'))?.status).toBe(404)
      expect((await serve('app://trimline/index.html', 'POST'))?.status).toBe(405)
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  test('is given what the window opens with, once: a page that is loaded again asks the session', async () => {
    const root = mkdtempSync(join(tmpdir(), 'trimline-page-'))
    try {
      writeFileSync(join(root, 'index.html'), '<meta name="trimline-first-view" content="" /><p>')
      writeFileSync(join(root, 'a.js'), '// <meta name="trimline-first-view" content="">')
      serveApp(root, new MediaShelf(), FIRST)
      const serve = async (name: string) =>
        await (await played.protocols.get('app')?.(new Request(`app://trimline/${name}`)))?.text()
      expect(await serve('a.js')).toContain('content=""')
      expect(await serve('index.html')).toBe(
        '<meta name="trimline-first-view" content="{&quot;theme&quot;:&quot;dark&quot;,&quot;recent&quot;:[&quot;/a/\\&quot;&lt;b&gt;&amp;\'.json&quot;],&quot;start&quot;:{&quot;atStart&quot;:true}}" /><p>',
      )
      expect(await serve('index.html')).toContain('content=""')
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
