import { describe, expect, it } from 'vitest'
import {
  type OpeningReaders,
  readProjectOrRecording,
  readRecording,
} from '../../../../main/shell/documents/project-or-recording'
import { newScenario, type ScenarioFile } from '../../../../main/shell/documents/scenario-file'
import type { CaptureRead } from '../../../../main/shell/reading/capture'

const RECORDING = { ok: true, scenario: newScenario(), report: 'all of it', next: null } as const
const PROJECT = {
  ok: true,
  scenario: newScenario(),
  identity: { device: 1n, inode: 2n, size: 3, modified: 4n, hash: '' },
} as const
const BAD = { ok: false, message: 'offset 0: bad' } as const

/** @returns what comes of a file, and what was read of it under which title */
async function opened(path: string, found: { read?: ScenarioFile | null; readCapture?: CaptureRead | null }) {
  const asked: string[] = []
  const readers: OpeningReaders = {
    documents: {
      during: <Result>(title: string, doing: Promise<Result>) => {
        asked.push(title)
        return doing
      },
    },
    read: async () => found.read ?? null,
    readCapture: async () => found.readCapture ?? null,
  }
  return { asked, readers, read: await readProjectOrRecording(path, 'it', readers) }
}

describe('a file that is opened [LB-19]', () => {
  it('is a project under any other name than those of recordings, and under those what is in it', async () => {
    const plain = await opened('/a/plan.json', { read: PROJECT, readCapture: RECORDING })
    expect([plain.read, plain.asked]).toEqual([{ as: 'project', file: PROJECT }, ['plan']])
    const recorded = await opened('/a/b.etl.gz', { read: PROJECT, readCapture: RECORDING })
    expect([recorded.read, recorded.asked]).toEqual([{ as: 'recording', capture: RECORDING }, ['b.etl.gz']])
    const named = await opened('/a/b.jsonl', { read: PROJECT, readCapture: { ...BAD, isScenario: true } })
    expect([named.read, named.asked]).toEqual([{ as: 'project', file: PROJECT }, ['b.jsonl', 'b.jsonl']])
  })

  it('that is nothing is refused as what it was to be', async () => {
    const refusal = async (path: string, readCapture: CaptureRead | null) =>
      (await opened(path, { read: BAD, readCapture })).read
    const refused = (message: string) => ({ as: 'nothing', refusal: { ok: false, message } })
    expect(await refusal('/a/b.json', null)).toEqual(refused('Could not open it.\noffset 0: bad'))
    expect(await refusal('/a/b.rmv', { ok: false, message: 'no tokens' })).toEqual(
      refused('Could not import b.rmv.\nno tokens'),
    )
    expect(await refusal('/a/b.jsonl', { ok: false, message: 'one', isScenario: true })).toEqual(
      refused('Could not open it.\noffset 0: bad'),
    )
  })

  it('that a person gives up is none, whichever is being read', async () => {
    expect((await opened('/a/b.rmv', { read: PROJECT, readCapture: null })).read).toBeNull()
    expect((await opened('/a/b.json', { read: null })).read).toBeNull()
    const { readers, asked } = await opened('/a/b.json', { read: null, readCapture: null })
    expect(await readRecording('/a/c.rmv', { from: 5 }, readers)).toBeNull()
    expect(asked).toEqual(['b', 'c.rmv'])
  })
})
