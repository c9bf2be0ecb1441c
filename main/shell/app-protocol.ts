/** Serves the built renderer as app://trimline, a standard and secure origin of its own instead of file://. */
import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { APP_SCHEME, CONTENT_SECURITY_POLICY, contentType, resolveAsset } from './asset-path'
import { log, reason } from './log'

/** To be called before the app is ready: Chromium reads the scheme's privileges when it starts. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/**
 * To be called when the app is ready.
 * @param root absolute folder of the built renderer
 */
export function serveApp(root: string): void {
  protocol.handle(APP_SCHEME, (request) => serve(root, request.method, request.url))
}

/** @returns 200 with the file, 404 when there is none, 405 for anything but GET and HEAD */
export async function serve(root: string, method: string, url: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return text(405, `${method} is not allowed`)
  const file = resolveAsset(root, url)
  if (file === null) return text(404, `no such file: ${url}`)
  try {
    return new Response(await readFile(file), { status: 200, headers: headers(contentType(file)) })
  } catch (error) {
    log(`cannot serve ${url}: ${reason(error)}`)
    return text(404, `cannot read ${url}: build the renderer first (npm run build)`)
  }
}

function text(status: number, message: string): Response {
  return new Response(message, { status, headers: headers('text/plain; charset=utf-8') })
}

function headers(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
