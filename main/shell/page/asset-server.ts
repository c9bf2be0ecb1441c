/** Answers requests for the built renderer's files. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { log, reason } from '../log'
import { CONTENT_SECURITY_POLICY, contentType, resolveAsset } from './asset-path'

/**
 * @param write gives a file's content as it is served
 * @returns 200 with the file, 404 when there is none, 405 for anything but GET and HEAD
 */
export async function serveAsset(
  root: string,
  method: string,
  url: string,
  write: (name: string, content: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer> | string = (_name, content) => content,
): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return text(405, `${method} is not allowed`)
  const file = resolveAsset(root, url)
  if (file === null) return text(404, `no such file: ${url}`)
  try {
    return new Response(write(basename(file), await readFile(file)), {
      status: 200,
      headers: headers(contentType(file)),
    })
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
