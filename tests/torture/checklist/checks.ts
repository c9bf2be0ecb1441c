/**
 * Electron's security checklist, https://www.electronjs.org/docs/latest/tutorial/security: what has to be seen for each
 * of its twenty points, and how it would look without the guard.
 */
import { type Check, type Facts, SOUND } from './facts'

/** @returns a problem when a web contents has this preference otherwise */
function preference(name: string, expected: boolean) {
  return ({ preferences }: Facts): string | null => {
    if (preferences.length === 0) return 'found no web contents'
    // what is not there has Electron's default, which differs from version to version
    const wrong = preferences.find((one) => (one[name] ?? !expected) !== expected)
    return wrong === undefined ? null : `found ${name}: ${String(wrong[name])}, expected ${expected}`
  }
}

const prefer = (name: string, value: unknown): Partial<Facts> => ({
  preferences: SOUND.preferences.map((one) => ({ ...one, [name]: value })),
})

const none = (found: readonly string[], what: string): string | null =>
  found.length === 0 ? null : `${what}: ${found.slice(0, 5).join('; ')}`

const FUSES = SOUND.fuses

export const CHECKS: readonly Check[] = [
  {
    number: 1,
    title: 'Only load secure content',
    problem: ({ loaded, heard }) =>
      none([...loaded.filter((url) => !url.startsWith('app://trimline/')), ...heard], 'loaded from elsewhere'),
    without: { heard: ['GET /picture HTTP/1.1'] },
  },
  {
    number: 2,
    title: 'Do not enable Node.js integration for remote content',
    // Electron does not tell nodeIntegrationInWorker; the policy lets no worker be made at all
    problem: (facts) =>
      preference('nodeIntegration', false)(facts) ??
      preference('nodeIntegrationInSubFrames', false)(facts) ??
      none(facts.nodeInPage, 'the page has'),
    without: { nodeInPage: ['require'] },
  },
  {
    number: 3,
    title: 'Enable context isolation',
    problem: preference('contextIsolation', true),
    without: prefer('contextIsolation', false),
  },
  {
    number: 4,
    title: 'Enable process sandboxing',
    problem: preference('sandbox', true),
    without: prefer('sandbox', false),
  },
  {
    number: 5,
    title: 'Handle session permission requests',
    problem: ({ granted, asked }) => (asked === 0 ? 'nothing was asked for' : none(granted, 'granted')),
    without: { granted: ['notifications'] },
  },
  {
    number: 6,
    title: 'Do not disable webSecurity',
    problem: preference('webSecurity', true),
    without: prefer('webSecurity', false),
  },
  {
    number: 7,
    title: 'Define a Content-Security-Policy',
    problem: ({ policy, scriptsRun }) => {
      const wrong = Object.entries(SOUND.policy).filter(([name, value]) => policy[name] !== value)
      const more = Object.keys(policy).filter((name) => !(name in SOUND.policy))
      return (
        none([...wrong.map(([name]) => `${name} ${policy[name]}`), ...more], 'the policy has') ??
        none(scriptsRun, 'ran')
      )
    },
    without: { policy: { ...SOUND.policy, 'script-src': "'self' 'unsafe-inline'" } },
  },
  {
    number: 8,
    title: 'Do not enable allowRunningInsecureContent',
    problem: preference('allowRunningInsecureContent', false),
    without: prefer('allowRunningInsecureContent', true),
  },
  {
    number: 9,
    title: 'Do not enable experimental features',
    problem: preference('experimentalFeatures', false),
    without: prefer('experimentalFeatures', true),
  },
  {
    number: 10,
    title: 'Do not use enableBlinkFeatures',
    problem: ({ preferences }) =>
      none(
        preferences.flatMap(({ enableBlinkFeatures: features }) => (features ? [String(features)] : [])),
        'enabled',
      ),
    without: prefer('enableBlinkFeatures', 'ExecCommandInJavaScript'),
  },
  {
    number: 11,
    title: 'Do not use allowpopups for WebViews',
    problem: preference('webviewTag', false),
    without: prefer('webviewTag', true),
  },
  {
    number: 12,
    title: 'Verify WebView options before creation',
    problem: ({ webviewAttached }) => (webviewAttached ? 'a webview was let in' : null),
    without: { webviewAttached: true },
  },
  {
    number: 13,
    title: 'Disable or limit navigation',
    problem: ({ navigated }) => none(navigated, 'left the page by'),
    without: { navigated: ['location = about:blank'] },
  },
  {
    number: 14,
    title: 'Disable or limit creation of new windows',
    problem: ({ opened }) => none(opened, 'opened a window by'),
    without: { opened: ['window.open'] },
  },
  {
    number: 15,
    title: 'Do not use shell.openExternal with untrusted content',
    problem: ({ opensExternal }) => (opensExternal ? 'the main process calls shell.openExternal' : null),
    without: { opensExternal: true },
  },
  {
    number: 16,
    title: 'Use a current version of Electron',
    problem: ({ electron: { running, declared, standIn }, release: { status, words } }) => {
      if (status === 0 || !words.includes('official Electron'))
        return `a release was not refused: ${words.slice(0, 200)}`
      return standIn || running === declared ? null : `found Electron ${running}, expected ${declared}`
    },
    without: { release: { status: 0, words: '' } },
    note: 'the stand-in is Electron 33, which is not maintained any more: for evaluation and tests; no release is made with it',
  },
  {
    number: 17,
    title: 'Validate the sender of all IPC messages',
    problem: ({ stranger }) =>
      /refused: the sender is not the window/.test(stranger) ? null : `a stranger got: ${stranger}`,
    without: { stranger: 'carried out' },
  },
  {
    number: 18,
    title: 'Avoid the file:// protocol and prefer custom protocols',
    problem: ({ loaded, fuses }) =>
      none(
        loaded.filter((url) => url.startsWith('file:')),
        'loaded',
      ) ?? (fuses.GrantFileProtocolExtraPrivileges === false ? null : 'file:// has its extra privileges'),
    without: { fuses: { ...FUSES, GrantFileProtocolExtraPrivileges: true } },
  },
  {
    number: 19,
    title: 'Check which fuses you can change',
    problem: ({ fuses, releaseFuses }) =>
      none(
        Object.entries(FUSES).flatMap(([name, on]) => (fuses[name] === on ? [] : [`${name} ${fuses[name]}`])),
        'found fuses',
      ) ?? (releaseFuses.enableNodeCliInspectArguments === false ? null : 'releases can be inspected'),
    without: { fuses: { ...FUSES, RunAsNode: true } },
    note: 'the package for tests leaves EnableNodeCliInspectArguments on, releases do not; fuses newer than 33 are not in the stand-in',
  },
  {
    number: 20,
    title: 'Do not expose Electron APIs to untrusted web content',
    problem: ({ api, listenerArguments }) =>
      (api.join() === SOUND.api.join() ? null : `window.trimline has ${api.join()}`) ??
      (listenerArguments === 0 ? null : 'listeners are given Electron’s event'),
    without: { api: [...SOUND.api, 'ipcRenderer'].sort() },
  },
]
