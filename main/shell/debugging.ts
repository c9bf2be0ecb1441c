/**
 * Switches of Chromium and Node that open a packaged app to other programs, or take its guards away. Whoever drives the
 * app this way reads and changes everything in it, so a package refuses to start with them.
 *
 * Tests drive the unpacked app of `npm run package:dir` as Playwright does. That package, and no other, carries a mark
 * (`trimline.drivable` in its package.json, which scripts/package.mjs writes), and with it takes exactly the two
 * switches of Playwright, both at ports that nobody can guess; releases take none.
 */

/** In the order in which they are named. */
export const REFUSED_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
  'debug-port',
  'js-flags',
  'auto-open-devtools-for-tabs',
  'custom-devtools-frontend',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'single-process',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const

export interface SwitchContext {
  packaged: boolean
  /** made by `npm run package:dir`, for tests */
  drivable: boolean
  /** as Electron's app.commandLine, which has switches in lower case from Electron 36 on */
  commandLine: { hasSwitch: (name: string) => boolean; getSwitchValue: (name: string) => string }
}

/** @returns what is wrong with the command line, a line for each switch; none in a checkout */
export function refusedSwitches({ packaged, drivable, commandLine }: SwitchContext): string[] {
  if (!packaged) return []
  const found = REFUSED_SWITCHES.filter((name) => commandLine.hasSwitch(name))
  if (drivable && isPlaywright(found, commandLine)) return []
  return found.map(
    (name) => `--${name} is refused: it lets other programs into this app or takes its guards away. Leave it out.`,
  )
}

/** Whether a program drives the app and may: a checkout, or a package that is made for it. */
export function isDriven({ packaged, drivable, commandLine }: SwitchContext): boolean {
  return commandLine.hasSwitch('remote-debugging-port') && (!packaged || drivable)
}

function isPlaywright(found: readonly string[], commandLine: SwitchContext['commandLine']): boolean {
  const own = ['remote-debugging-port', 'inspect']
  return found.length === own.length && own.every((name) => commandLine.getSwitchValue(name) === '0')
}

/** @param manifest the text of the package.json that lies in the app */
export function isDrivable(manifest: string): boolean {
  const parsed: unknown = JSON.parse(manifest)
  if (typeof parsed !== 'object' || parsed === null || !('trimline' in parsed)) return false
  const { trimline } = parsed
  return typeof trimline === 'object' && trimline !== null && 'drivable' in trimline && trimline.drivable === true
}
