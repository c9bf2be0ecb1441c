/** Clips and their files, with the main process and the platform's decoders played. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClipFileView, CommandResult, EffectView } from '../../../../preload/contract'
import { type LinkPort, MediaLinks } from '../../../../renderer/editor/media/links'
import { Standstill } from '../../../../renderer/editor/media/video'
import { dropPixels, keepPixels, onFailing, onPixels, type Pixels, pixelsOf } from '../../../../renderer/store/stills'
import { useStore } from '../../../../renderer/store/store'

const BEACH: ClipFileView = { name: 'beach.png', type: 'image/png', fingerprint: 'ab'.repeat(32) }
const SEA: ClipFileView = { name: 'sea.png', type: 'image/png', fingerprint: 'cd'.repeat(32) }

interface Named extends Pixels {
  what: string
  isLost: boolean
}
const named = (what: string): Named => ({
  what,
  isLost: false,
  current: null,
  show: () => null,
  failing: () => {},
  close: () => closed.push(what),
})
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
/** The platform can read no more of it. */
const lose = async (pixels: Named): Promise<void> => {
  pixels.isLost = true
  pixels.failing?.()
  await settled()
}
const shown = (clip = 'beach'): string | undefined => (pixelsOf(clip) as Named | undefined)?.what
const clip = (file: ClipFileView | undefined, name = 'beach'): Pick<EffectView, 'name' | 'clip'> => ({
  name,
  clip: { width: 4, height: 3, frames: 1, thumbnails: 1, length: 5_000_000, ...(file === undefined ? {} : { file }) },
})

let closed: string[]
let asked: string[]
let answers: Record<string, CommandResult>
/** why nothing of it can be decoded; null: it can */
let spoiled: Error | null
let decoded: Named
let links: MediaLinks

const port: LinkPort = {
  open: async (name) => {
    asked.push(name)
    return answers[name] ?? { ok: true }
  },
  decode: async (file) => {
    if (spoiled !== null) throw spoiled
    decoded = named(file.name)
    return decoded
  },
  slate: (words, file) => named(`${words}: ${file}`),
}

beforeEach(() => {
  dropPixels('beach')
  ;[closed, asked, answers, spoiled] = [[], [], {}, null]
  useStore.setState({ offline: {} })
  links = new MediaLinks(port)
  return onFailing((name) => void links.heed(name))
})

describe('a clip of a project that is opened', () => {
  it('shows its file, and until then says that it is read: never footage that is not its own', async () => {
    const seen: (string | undefined)[] = []
    const stop = onPixels(() => seen.push(shown()))
    links.follow(0, [clip(BEACH), { name: 'Blur' }])
    links.follow(0, [clip(BEACH)])
    await settled()
    stop()
    expect([seen, asked, useStore.getState().offline]).toEqual([['Reading: beach.png', 'beach.png'], ['beach'], {}])
  })

  it('that comes with its pixels while its file is read keeps them', async () => {
    links.follow(0, [clip(BEACH)])
    expect(shown()).toBe('Reading: beach.png')
    // the file is known to be there, and is being decoded
    await Promise.resolve()
    await Promise.resolve()
    keepPixels('beach', named('dropped'))
    await settled()
    expect([shown(), closed, useStore.getState().offline]).toEqual(['dropped', ['Reading: beach.png', 'beach.png'], {}])
  })

  it('whose file is gone is offline, with why, until it is there again', async () => {
    answers.beach = { ok: false, message: 'no such file' }
    links.follow(0, [clip(BEACH)])
    await settled()
    expect(shown()).toBe('Media offline: beach.png')
    expect(useStore.getState().offline).toEqual({ beach: { file: 'beach.png', because: 'no such file' } })
    answers = {}
    links.retryAll()
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual(['beach.png', {}])
  })

  it('whose file is spoiled is offline, with why', async () => {
    spoiled = new Error('no picture.')
    links.follow(0, [clip(BEACH)])
    await settled()
    expect(useStore.getState().offline.beach?.because).toBe(
      'beach.png cannot be shown: no picture. Locate a file that can.',
    )
    // it may be the computer's fault
    spoiled = new Standstill()
    links.retryAll()
    await settled()
    expect(useStore.getState().offline.beach?.because).toBe(
      'beach.png cannot be shown: nothing has come of it for 30 s. Locate it again when the computer is less busy.',
    )
  })

  it('whose file can be read no more is offline; of an earlier file that is no news', async () => {
    links.follow(0, [clip(BEACH)])
    await settled()
    const beach = decoded
    links.follow(0, [clip(SEA)])
    await settled()
    await lose(beach)
    expect(useStore.getState().offline).toEqual({})
    await lose(decoded)
    expect([shown(), useStore.getState().offline]).toEqual([
      'Media offline: sea.png',
      { beach: { file: 'sea.png', because: 'sea.png cannot be read any more. Locate it.' } },
    ])
    links.retryAll()
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual(['sea.png', {}])
  })
})

describe('a clip', () => {
  it('that was dropped keeps the pixels that came with it', async () => {
    links.follow(0, [clip(BEACH)])
    keepPixels('beach', named('dropped'))
    await settled()
    expect([shown(), asked]).toEqual(['dropped', ['beach']])
  })

  it.each(['before', 'after'])(
    'that was dropped and can be read no more is offline, %s the session has told of it too, until its file is there again',
    async (when) => {
      const dropped = named('dropped')
      keepPixels('beach', dropped)
      if (when === 'before') await lose(dropped)
      links.follow(0, [clip(BEACH)])
      await settled()
      if (when === 'after') await lose(dropped)
      const { offline } = useStore.getState()
      expect([shown(), offline.beach?.because]).toEqual([
        'Media offline: beach.png',
        'beach.png cannot be read any more. Locate it.',
      ])
      links.retryAll()
      await settled()
      expect([shown(), useStore.getState().offline]).toEqual(['beach.png', {}])
    },
  )

  it('that was lost while its clip was made is offline, where the session has told of that before its pixels came', async () => {
    links.follow(0, [clip(BEACH)])
    const dropped = named('dropped')
    // nobody keeps it yet: nobody is told
    await lose(dropped)
    answers.beach = { ok: false, message: 'no such file' }
    keepPixels('beach', dropped)
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual([
      'Media offline: beach.png',
      { beach: { file: 'beach.png', because: 'no such file' } },
    ])
  })

  it('that went while it was offline is looked for again when it comes back, by Undo or at another moment [LB-02]', async () => {
    answers.beach = { ok: false, message: 'no such file' }
    links.follow(0, [clip(BEACH)])
    await settled()
    const offline = { beach: { file: 'beach.png', because: 'no such file' } }
    links.follow(0, [])
    expect(useStore.getState().offline).toEqual({})
    links.follow(0, [clip(BEACH)])
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual(['Media offline: beach.png', offline])
    links.follow(0, [])
    answers = {}
    links.follow(0, [clip(BEACH)])
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual(['beach.png', {}])
  })

  it('whose video does not come in time is offline where its file has gone, and else is waited for', async () => {
    links.follow(0, [clip(BEACH)])
    await settled()
    decoded.failing?.()
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual(['beach.png', {}])
    answers.beach = { ok: false, message: 'no such file' }
    decoded.failing?.()
    await settled()
    expect([shown(), useStore.getState().offline]).toEqual([
      'Media offline: beach.png',
      { beach: { file: 'beach.png', because: 'no such file' } },
    ])
  })

  it('that is relinked shows the other file, also when that is taken back', async () => {
    for (const file of [BEACH, SEA, BEACH]) {
      links.follow(0, [clip(file)])
      await settled()
    }
    expect([shown(), closed]).toEqual(['beach.png', ['Reading: beach.png', 'beach.png', 'sea.png']])
  })

  it('that has no file any more shows the sample footage', async () => {
    links.follow(0, [clip(BEACH)])
    await settled()
    links.follow(0, [clip(undefined)])
    expect(shown()).toBeUndefined()
  })

  it('of another document that has the same file is looked for again, and what was asked for the one before is not heard', async () => {
    answers.beach = { ok: false, message: 'no such file' }
    links.follow(0, [clip(BEACH)])
    await settled()
    expect(useStore.getState().offline).toEqual({ beach: { file: 'beach.png', because: 'no such file' } })
    answers = {}
    dropPixels('beach')
    links.follow(1, [clip(BEACH)])
    await settled()
    expect([shown(), asked, useStore.getState().offline]).toEqual(['beach.png', ['beach', 'beach'], {}])
  })

  it('of another document is another one, whatever its name; what is gone is not offline', async () => {
    answers.beach = { ok: false, message: 'no such file' }
    links.follow(0, [clip(BEACH)])
    await settled()
    links.follow(0, [])
    expect(useStore.getState().offline).toEqual({})
    dropPixels('beach')
    answers = {}
    links.follow(1, [clip(BEACH)])
    await settled()
    expect([shown(), asked]).toEqual(['beach.png', ['beach', 'beach']])
  })
})
