/** The desktop app. */
import { join } from 'node:path'
import { app, session } from 'electron'
import { Application } from './shell/application'
import {
  allowSoftwareWebGl,
  exitOnErrors,
  failToStart,
  holdInstance,
  type Launch,
  outliveGpuProcess,
  prepareProfile,
  readLaunch,
  stayOffline,
} from './shell/boot'
import { FileRequests } from './shell/documents/file-requests'
import { MediaShelf } from './shell/media/media-shelf'
import { registerAppScheme, serveApp } from './shell/page/app-protocol'
import { APP_ORIGIN, APP_PAGE } from './shell/page/asset-path'
import { harden } from './shell/page/security'
import { SettingsFile } from './shell/settings'

/** of the built app: out/main, out/preload and out/renderer lie side by side */
const OUT = join(import.meta.dirname, '..')

const launch = readLaunch()
if (launch !== null) boot(launch)

function boot({ options, scenario, opened }: Launch): void {
  exitOnErrors(options)
  const profile = prepareProfile(options)
  if (profile === null) return
  allowSoftwareWebGl()
  outliveGpuProcess()
  registerAppScheme()
  if (!holdInstance(options)) return
  const files = new FileRequests(app)
  // the development server's page is for a checkout only
  const server = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
  const origin = server === undefined ? APP_ORIGIN : new URL(server).origin
  const page = server ?? APP_PAGE
  if (server === undefined) stayOffline()
  const start = (): void => {
    harden(app, { page, checkout: !app.isPackaged, defaultSession: session.defaultSession })
    const media = new MediaShelf()
    serveApp(join(OUT, 'renderer'), media)
    new Application({
      launch: options,
      scenario,
      opened,
      forgetful: profile.forgetful,
      settings: new SettingsFile(profile.forgetful === null ? join(app.getPath('userData'), 'settings.json') : null),
      page,
      origin,
      preload: join(OUT, 'preload/index.cjs'),
      resources: app.isPackaged ? process.resourcesPath : join(OUT, '../resources'),
      files,
      media,
    }).start()
  }
  app.whenReady().then(start).catch(failToStart)
}
