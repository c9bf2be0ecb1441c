/** Which file an `app://trimline/…` address means: only files below the built renderer's folder. */
import { join, sep } from 'node:path'

export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://trimline'
export const APP_PAGE = `${APP_ORIGIN}/index.html`

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}

/**
 * Everything comes from the app itself: no remote content, no inline script or style, no workers, no frames, no text
 * that becomes script. What is not named here is 'none'.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  // what a person has dropped onto the window, now or earlier, decoded by the platform
  "media-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * @param root absolute folder of the built renderer
 * @param address a URL of scheme app
 * @returns the file's absolute path, or null for an address that names none: another host, a path that leaves the
 *   folder in any spelling (encoded dots, encoded or back slashes, NUL), a malformed escape
 */
export function resolveAsset(root: string, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== `${APP_SCHEME}:` || url.host !== 'trimline') return null
  const path = decode(url.pathname)
  if (path === null || path.includes('\0') || path.includes('\\')) return null
  if (path.split('/').some((part) => part === '..')) return null
  // a drive or stream of Windows ("C:", "file:stream")
  if (path.includes(':')) return null
  const file = join(root, path === '/' ? 'index.html' : path)
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : null
}

/** The media type by the file's extension; browsers refuse modules and styles of a wrong one. */
export function contentType(file: string): string {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  return CONTENT_TYPES[extension] ?? 'application/octet-stream'
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
