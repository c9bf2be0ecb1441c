import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../../../main/shell/page/asset-path'
import { serveAsset } from '../../../../main/shell/page/asset-server'

let folder: string
let root: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-assets-'))
  root = join(folder, 'renderer')
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('a file of the renderer, with its type and the strict policy', async () => {
  const response = await serveAsset(root, 'GET', 'app://trimline/index.html')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('<!doctype html>')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['app://trimline/..%2fsecret.txt', 'app://trimline/../secret.txt', 'app://elsewhere/index.html'])(
  '%s is not found',
  async (url) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const response = await serveAsset(root, 'GET', url)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toBe('secret')
  },
)

test('a page that was never built says what to do, with the policy', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const response = await serveAsset(join(folder, 'nowhere'), 'GET', 'app://trimline/')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('build the renderer first')
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
})

test('only reading is allowed', async () => {
  expect((await serveAsset(root, 'POST', 'app://trimline/index.html')).status).toBe(405)
})
