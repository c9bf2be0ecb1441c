/**
 * The desktop app. Until its window is seen only what that takes is read and run; the application with its simulation is
 * loaded then, and answers what the page has asked for meanwhile.
 */
import { join } from 'node:path'
import { app, nativeTheme, session } from 'electron'
import {
  allowSoftwareWebGl,
  compilePageLate,
  exitOnErrors,
  failToStart,
  holdInstance,
  outliveGpuProcess,
  prepareProfile,
  readLaunch,
  refuse,
  stayOffline,
} from './shell/boot'
import { FileRequests } from './shell/documents/file-requests'
import { MediaShelf } from './shell/media/media-shelf'
import { isUnattended, type LaunchOptions } from './shell/options'
import { registerAppScheme, serveApp } from './shell/page/app-protocol'
import { APP_ORIGIN, APP_PAGE } from './shell/page/asset-path'
import { firstView, showsAtOnce } from './shell/page/first-view'
import { PageLink } from './shell/page/ipc'
import { harden } from './shell/page/security'
import { SettingsFile } from './shell/settings'
import { wait } from './shell/timers'
import { MainWindow } from './shell/window/main-window'

/** of the built app: out/main, out/preload and out/renderer lie side by side */
const OUT = join(import.meta.dirname, '..')

/** ms after which the application is loaded, whatever has become of the page */
const LATEST = 2_000

const launch = readLaunch()
if (launch !== null) boot(launch)

function boot(launch: LaunchOptions): void {
  exitOnErrors(launch)
  const profile = prepareProfile(launch)
  if (profile === null) return
  allowSoftwareWebGl()
  outliveGpuProcess()
  compilePageLate()
  registerAppScheme()
  if (!holdInstance(launch)) return
  const files = new FileRequests(app)
  // the development server's page is for a checkout only
  const server = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
  const origin = server === undefined ? APP_ORIGIN : new URL(server).origin
  const page = server ?? APP_PAGE
  if (server === undefined) stayOffline()
  const start = async (): Promise<void> => {
    harden(app, { page, checkout: !app.isPackaged, defaultSession: session.defaultSession })
    const data = app.getPath('userData')
    const settings = new SettingsFile(profile.forgetful === null ? join(data, 'settings.json') : null)
    const theme = launch.theme ?? settings.value.theme
    nativeTheme.themeSource = theme
    const media = new MediaShelf()
    serveApp(join(OUT, 'renderer'), media, firstView(launch, settings, theme, join(data, 'recovery')))
    const resources = app.isPackaged ? process.resourcesPath : join(OUT, '../resources')
    const window = new MainWindow({
      page,
      preload: join(OUT, 'preload/index.cjs'),
      icon: join(resources, 'icons/icon.png'),
      settings,
      size: launch.size,
      unattended: isUnattended(launch),
    })
    const link = new PageLink({ origin, contents: () => window.contents })
    window.open(showsAtOnce(launch))
    await Promise.race([link.came, wait(LATEST)])
    const [{ Application }, { readLaunched }] = await Promise.all([
      import('./shell/application'),
      import('./shell/documents/launched'),
    ])
    const launched = readLaunched(launch)
    if ('problems' in launched) return void refuse(launched.problems)
    window.allowShow()
    // closed already
    if (window.contents === null) return
    new Application({
      launch,
      ...launched,
      forgetful: profile.forgetful,
      settings,
      theme,
      window,
      link,
      origin,
      resources,
      files,
      media,
    }).start()
  }
  app.whenReady().then(start).catch(failToStart)
}
