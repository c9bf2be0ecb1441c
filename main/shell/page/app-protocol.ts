/** Serves the built renderer as app://trimline, a standard and secure origin of its own instead of file://. */
import { protocol } from 'electron'
import type { FirstView } from '../../../preload/contract'
import type { MediaShelf } from '../media/media-shelf'
import { APP_SCHEME } from './asset-path'
import { serveAsset } from './asset-server'
import { withFirstView } from './first-view'

/** To be called before the app is ready: Chromium reads the scheme's privileges when it starts. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/**
 * To be called when the app is ready.
 * @param root absolute folder of the built renderer
 * @param media what the page may read beside it
 * @param first what the window opens with: a page that is loaded again begins with what the session says then
 */
export function serveApp(root: string, media: Pick<MediaShelf, 'serve'>, first: FirstView): void {
  let begun = false
  const write = (name: string, content: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | string => {
    if (name !== 'index.html') return content
    const view = begun ? null : first
    begun = true
    return withFirstView(content.toString('utf8'), view)
  }
  protocol.handle(
    APP_SCHEME,
    ({ method, url, headers }) =>
      media.serve(method, url, headers.get('range')) ?? serveAsset(root, method, url, write),
  )
}
