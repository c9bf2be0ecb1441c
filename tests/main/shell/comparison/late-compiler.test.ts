/** When V8's slowest compiler comes. That the app's V8 knows the setting is asked of Electron itself in a journey. */
import { afterEach, expect, test, vi } from 'vitest'
import { compileLate } from '../../../../main/shell/comparison/late-compiler'

const set = vi.hoisted(() => vi.fn<(flags: string) => void>())
vi.mock('node:v8', () => ({ setFlagsFromString: set }))
afterEach(() => set.mockClear())

test('it comes late in the versions that know how', () => {
  for (const version of ['13.0.245.25-electron.0', '13.6.233.17-node.53', '14.1.146.11-node.25'])
    expect(compileLate(version)).toBe(true)
  expect(set.mock.calls).toEqual(new Array(3).fill(['--invocation-count-for-turbofan=300000']))
})

test('others are told nothing that they do not know', () => {
  for (const version of ['11.3.244.8-node.33', '12.4.254.21-node.57', '15.0.1', '113.0.1'])
    expect(compileLate(version)).toBe(false)
  expect(set).not.toHaveBeenCalled()
})
