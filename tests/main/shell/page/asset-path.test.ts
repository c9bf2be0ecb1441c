import { describe, expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY, contentType, resolveAsset } from '../../../../main/shell/page/asset-path'

const ROOT = '/opt/app/out/renderer'

describe('app:// addresses', () => {
  test.each([
    ['app://trimline/', `${ROOT}/index.html`],
    ['app://trimline/index.html', `${ROOT}/index.html`],
    ['app://trimline/assets/index-a1.js?v=1#top', `${ROOT}/assets/index-a1.js`],
    ['app://trimline/a%20b.png', `${ROOT}/a b.png`],
    // the URL parser itself removes these
    ['app://trimline/assets/../index.html', `${ROOT}/index.html`],
    ['app://trimline/../../etc/passwd', `${ROOT}/etc/passwd`],
    ['app://trimline/%2e%2e/secret', `${ROOT}/secret`],
  ])('%s is a file below the folder', (address, file) => {
    expect(resolveAsset(ROOT, address)).toBe(file)
  })

  test.each([
    'app://trimline/..%2f..%2fetc/passwd',
    'app://trimline/assets/%2e%2e%2f%2e%2e%2fsecret',
    'app://trimline/..%5c..%5csecret',
    'app://trimline/a%00.html',
    'app://trimline/c%3a/windows',
    'app://trimline/%E0%A4%A',
    'app://elsewhere/index.html',
    'app://trimline.example/index.html',
    'file:///etc/passwd',
    'https://trimline/index.html',
    'nonsense',
  ])('%s is refused', (address) => {
    expect(resolveAsset(ROOT, address)).toBeNull()
  })

  test('scripts and styles have the types that a browser insists on', () => {
    expect(contentType('/x/index.html')).toBe('text/html; charset=utf-8')
    expect(contentType('/x/index-a1.JS')).toBe('text/javascript; charset=utf-8')
    expect(contentType('/x/style.css')).toBe('text/css; charset=utf-8')
    expect(contentType('/x/unknown')).toBe('application/octet-stream')
  })

  test('the policy allows no remote content, no inline script and no evaluation', () => {
    const directives = new Map(CONTENT_SECURITY_POLICY.split('; ').map((line) => [line.split(' ')[0], line]))
    expect(directives.get('default-src')).toBe("default-src 'none'")
    expect(directives.get('script-src')).toBe("script-src 'self'")
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/https?:|unsafe-eval|\*/)
  })
})
