/** The built app, for what can be measured only in it. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { TrimlineApi } from '../../../preload/contract'
import { newUserData, prepare, start } from '../../torture/kill/electron'

declare global {
  interface Window {
    readonly trimline: TrimlineApi
  }
}

export interface Running {
  readonly app: ElectronApplication
  readonly page: Page
  /** of the main process; all others are its children */
  readonly pid: number
}

/**
 * @param project a scenario file's content that the app opens
 * @param use has the app, which ends with it
 */
export async function withApp<Result>(
  project: object,
  use: (running: Running) => Promise<Result>,
  args: string[] = [],
): Promise<Result> {
  const machine = await prepare(process.env.TRIMLINE_ROOT as string)
  const userData = newUserData()
  const path = join(userData, 'measured.json')
  writeFileSync(path, JSON.stringify(project))
  try {
    const { app, page } = await start(machine, userData, [`--scenario=${path}`, ...args])
    try {
      return await use({ app, page, pid: app.process().pid as number })
    } finally {
      await app.close()
    }
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    await machine.stop()
  }
}
