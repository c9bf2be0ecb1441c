import { describe, expect, it } from 'vitest'
import { hasDisplay, hasOurDisplay, useXvfb } from '../../scripts/machine/display.mjs'
import { isDebian, localNames, missingLibraries, packagesFor } from '../../scripts/machine/libraries.mjs'
import { isSetuidRoot, namespaceDenial } from '../../scripts/machine/sandbox.mjs'

const LDD = `
\tlinux-vdso.so.1 (0x00007f33af5ad000)
\tlibgtk-3.so.0 => not found
\tlibnss3.so => /lib/x86_64-linux-gnu/libnss3.so (0x00007f33a3ac7000)
\tlibatk-1.0.so.0 => not found
`

describe('system libraries', () => {
  it("reads what is missing from ldd's output", () => {
    expect(missingLibraries(LDD)).toEqual(['libgtk-3.so.0', 'libatk-1.0.so.0'])
  })

  it('asks for the package of each, and for GTK where it brings the library along', () => {
    expect(packagesFor(['libgtk-3.so.0', 'libatk-1.0.so.0', 'libgbm.so.1'], [])).toEqual(['libgtk-3-0', 'libgbm1'])
    expect(packagesFor(['libcups.so.2'], ['Xvfb', 'xdotool'])).toEqual(['libgtk-3-0', 'xvfb', 'xdotool'])
    expect(packagesFor(['libnss3.so', 'libasound.so.2'], [])).toEqual(['libnss3', 'libasound2'])
  })

  it('uses the names of this release', async () => {
    const packages = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'xvfb']
    expect(await localNames(packages, async () => false)).toEqual(packages)
    expect(await localNames(packages, async () => true)).toEqual([
      'libgtk-3-0t64',
      'libnss3',
      'libasound2t64',
      'libgbm1',
      'xvfb',
    ])
  })

  it.each([
    ['Debian', 'PRETTY_NAME="Debian GNU/Linux 12"\nVERSION_ID="12"\nID=debian\n', true],
    ['Ubuntu', 'ID=ubuntu\nID_LIKE=debian\n', true],
    ['Mint', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', true],
    ['Fedora', 'ID=fedora\nVARIANT_ID=debian\n', false],
    ['Alpine', 'ID=alpine\n', false],
  ])('knows whether %s has apt', (_name, osRelease, expected) => {
    expect(isDebian(osRelease)).toBe(expected)
  })
})

describe('the display', () => {
  it('is there on Windows and macOS, and on Linux when X11 or Wayland says so', () => {
    expect(hasDisplay({}, 'win32')).toBe(true)
    expect(hasDisplay({}, 'darwin')).toBe(true)
    expect(hasDisplay({}, 'linux')).toBe(false)
    expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false)
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true)
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  })

  it('is ours only when a script of ours has started it', () => {
    expect(hasOurDisplay({ DISPLAY: ':1', TRIMLINE_XVFB: ':1' })).toBe(true)
    expect(hasOurDisplay({ DISPLAY: ':0', TRIMLINE_XVFB: ':1' })).toBe(false)
    expect(hasOurDisplay({})).toBe(false)
  })

  it('is ours while it runs, and the one from before afterwards: a second start does not look for one that is gone', async () => {
    const { DISPLAY, TRIMLINE_XVFB } = process.env
    const { stop } = await useXvfb('in a test', async () => ({ display: ':4711', stop: async () => {} }))
    expect([process.env.DISPLAY, hasOurDisplay()]).toEqual([':4711', true])
    await stop()
    expect([process.env.DISPLAY, process.env.TRIMLINE_XVFB]).toEqual([DISPLAY, TRIMLINE_XVFB])
  })
})

describe('the sandbox', () => {
  it('can work where a user namespace can be made, or where that cannot be tried', async () => {
    expect(await namespaceDenial([process.execPath, '-e', ''])).toBeUndefined()
    expect(await namespaceDenial(['/absent/unshare'])).toBeUndefined()
  })

  it('cannot where that is denied; the reason is kept', async () => {
    const denied = [process.execPath, '-e', "console.error('unshare failed: Operation not permitted'); process.exit(1)"]
    expect(await namespaceDenial(denied)).toBe('unshare failed: Operation not permitted')
  })

  it("needs no user namespaces with its helper at root's rights, which an ordinary file has not", () => {
    expect(isSetuidRoot(process.execPath)).toBe(false)
    expect(isSetuidRoot('/absent/chrome-sandbox')).toBe(false)
  })
})
