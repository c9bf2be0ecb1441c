/** When V8's compilers come. That the app's V8 knows the settings is asked of Electron itself in a journey. */
import { beforeEach, expect, test } from 'vitest'
import { compileLate, FOR_COMPARISONS, FOR_THE_PAGE } from '../../../main/shell/late-compiler'

let told: string[] = []
const tell = (setting: string): void => void told.push(setting)
beforeEach(() => {
  told = []
})

const KNOWING = ['13.0.245.25-electron.0', '13.6.233.17-node.53', '14.1.146.11-node.25', '14.6.202.34-node.34']
const OTHERS = ['11.3.244.8-node.33', '12.4.254.21-node.57', '15.0.1', '113.0.1']

test('they come late in the versions that know how', () => {
  expect(KNOWING.map((version) => compileLate(FOR_COMPARISONS, version, tell))).toEqual([true, true, true, true])
  expect(compileLate(FOR_THE_PAGE, '13.0.1', tell)).toBe(true)
  expect(told).toEqual([
    ...new Array(4).fill('--invocation-count-for-turbofan=300000'),
    '--invocation-count-for-maglev=2000',
  ])
})

test('others are told nothing that they do not know', () => {
  expect(OTHERS.map((version) => compileLate(FOR_COMPARISONS, version, tell))).toEqual([false, false, false, false])
  expect(told).toEqual([])
})
