/** What is seen of the running package, as Electron's security checklist asks for it. */

export interface Facts {
  /** addresses of the page and of everything that it loaded */
  loaded: string[]
  /** webPreferences of every web contents, as Electron tells them */
  preferences: Record<string, unknown>[]
  /** names that only Node gives, found in the page */
  nodeInPage: string[]
  /** permissions that a page was granted, of those that it asked for */
  granted: string[]
  asked: number
  /** directives of the Content-Security-Policy that the page came with */
  policy: Record<string, string>
  /** attempts to run other script that worked */
  scriptsRun: string[]
  /** attempts that put something else in the place of the page */
  navigated: string[]
  /** attempts that opened a window */
  opened: string[]
  /** a webview was let in */
  webviewAttached: boolean
  /** the app's own code opens addresses outside of it */
  opensExternal: boolean
  /** connections that a server heard */
  heard: string[]
  /** what a release with another Electron than the declared one ends with */
  release: { status: number | null; words: string }
  electron: { running: string; declared: string; standIn: boolean }
  /** what our page of a window that is not ours was answered with */
  stranger: string
  /** by name: on or off, as read from the executable */
  fuses: Record<string, boolean>
  /** fuses of releases, as electron-builder.yml has them */
  releaseFuses: Record<string, boolean>
  /** what the page finds in window.trimline */
  api: string[]
  /** names of arguments that a listener of the page was given beyond the frame itself */
  listenerArguments: number
}

export interface Check {
  /** as Electron numbers them */
  number: number
  title: string
  /** @returns what is wrong; null: nothing */
  problem: (facts: Facts) => string | null
  /** the same facts as they would be without the guard: then there has to be a problem */
  without: Partial<Facts>
  /** what the stand-in cannot be */
  note?: string
}

/** The facts of a page that keeps all of it, for the tests of the checks. */
export const SOUND: Facts = {
  loaded: ['app://trimline/index.html', 'app://trimline/assets/index.js'],
  preferences: [
    {
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    },
  ],
  nodeInPage: [],
  granted: [],
  asked: 10,
  policy: {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  },
  scriptsRun: [],
  navigated: [],
  opened: [],
  webviewAttached: false,
  opensExternal: false,
  heard: [],
  release: { status: 1, words: 'release packages are made with the official Electron 45.4.1 only; found 33.4.11' },
  electron: { running: '33.4.11', declared: '45.4.1', standIn: true },
  stranger: 'refused: the sender is not the window of this app',
  fuses: {
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    GrantFileProtocolExtraPrivileges: false,
  },
  releaseFuses: { enableNodeCliInspectArguments: false },
  api: ['importDropped', 'onFrame', 'onMenu', 'onSeen', 'openDropped', 'platform', 'send', 'versions'],
  listenerArguments: 0,
}
