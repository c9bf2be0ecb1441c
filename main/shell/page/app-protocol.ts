/** Serves the built renderer as app://trimline, a standard and secure origin of its own instead of file://. */
import { protocol } from 'electron'
import type { MediaShelf } from '../media/media-shelf'
import { APP_SCHEME } from './asset-path'
import { serveAsset } from './asset-server'

/** To be called before the app is ready: Chromium reads the scheme's privileges when it starts. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/**
 * To be called when the app is ready.
 * @param root absolute folder of the built renderer
 * @param media what the page may read beside it
 */
export function serveApp(root: string, media: Pick<MediaShelf, 'serve'>): void {
  protocol.handle(
    APP_SCHEME,
    ({ method, url, headers }) => media.serve(method, url, headers.get('range')) ?? serveAsset(root, method, url),
  )
}
