import { vi } from 'vitest'
import type { SessionPort } from '../../../../../main/session/commands/row'
import { COMMANDS } from '../../../../../main/session/commands/table'
import { rig } from '../../live-rig'

/** What commands of a new session reach. */
export function portOf(): SessionPort {
  const asked = vi.spyOn(COMMANDS.pause, 'ask')
  rig().must({ kind: 'pause' })
  const [call] = asked.mock.calls
  asked.mockRestore()
  if (call === undefined) throw new Error('nothing was asked')
  return call[1]
}
