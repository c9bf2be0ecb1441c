/** What may be dropped onto the window: by type and size, before anything is decoded. */
import { describe, expect, test } from 'vitest'
import {
  beginningOf,
  clipName,
  isDump,
  kindOf,
  notDecoded,
  notInTime,
  notReadable,
  oneAtATime,
  othersNotTaken,
  soundAlone,
} from '../../../../renderer/editor/media/dropped'

const MIB = 1024 * 1024

describe('a file', () => {
  test.each([
    ['beach.png', 'image/png', 5 * MIB, 'picture'],
    ['beach.avif', 'image/avif', 1, 'picture'],
    ['waves.mp4', 'video/mp4', 900 * MIB, 'video'],
    ['scene.json', 'application/json', 0, 'file'],
    ['scene.JSON', '', 10, 'file'],
    ['cut.trimline', '', 10, 'file'],
    ['game.rmv', '', 10, 'file'],
    ['jobs.sets.jsonl', '', 10, 'file'],
    ['vr.etl.gz', 'application/gzip', 10, 'file'],
    ['trimline', '', 10, 'nothing'],
    ['rmv', '', 10, 'nothing'],
    ['run.exe', 'application/x-msdownload', 10, 'nothing'],
    ['page.svg', 'image/svg+xml', 10, 'nothing'],
    ['beach.png', 'image/png', 64 * MIB + 1, 'nothing'],
    ['beach.png', 'image/png', 0, 'nothing'],
    ['waves.mp4', 'video/mp4', 2048 * MIB + 1, 'nothing'],
  ])('%s of type "%s" and %i bytes is taken as %s', (name, type, size, as) => {
    expect(kindOf({ name, type, size }).as).toBe(as)
  })

  test('that is not taken is told why, with what was expected', () => {
    expect(kindOf({ name: 'big.png', type: 'image/png', size: 65 * MIB })).toEqual({
      as: 'nothing',
      because: 'big.png: found 65 MiB; a picture may have at most 64 MiB.',
    })
    expect(kindOf({ name: 'big.png', type: 'image/png', size: 0 })).toEqual({
      as: 'nothing',
      because: 'big.png: found nothing in it. Choose another file.',
    })
    expect(kindOf({ name: 'a', type: '', size: 1 })).toMatchObject({
      because: expect.stringContaining('no known type'),
    })
  })

  test('gives its clip a name that nothing else has', () => {
    expect(clipName('my beach.final.png', ['Blur'])).toBe('my beach.final')
    expect(clipName('beach.png', ['beach', 'beach 2'])).toBe('beach 3')
    expect(clipName('.png', [])).toBe('clip')
    expect(clipName(`${'x'.repeat(300)}.png`, [])).toHaveLength(96)
    // the character at the cut takes two of the places: it goes as a whole
    expect(clipName(`${'x'.repeat(95)}🌊.png`, [])).toBe('x'.repeat(95))
    expect(clipName(`${'x'.repeat(94)}🌊.png`, [])).toBe(`${'x'.repeat(94)}🌊`)
  })

  test('that cannot be decoded is told what to do about it', () => {
    expect(notDecoded('beach.png', 'picture', 'the platform cannot decode it')).toBe(
      'beach.png was not imported: the platform cannot decode it. It may be damaged: save it anew as PNG or JPEG, and drop that.',
    )
    expect(notDecoded('sea.mp4', 'video', 'it has no end')).toMatch(/convert it to WebM, and drop that\.$/)
  })

  test('of which nothing comes for long is not called damaged', () => {
    expect(notInTime('sea.mp4', 'nothing has come of it for 30 s')).toBe(
      'sea.mp4 was not imported: nothing has come of it for 30 s. Drop it again when the computer is less busy, or convert it to WebM, and drop that.',
    )
  })

  test('in which only sound is found is not called damaged: what was found is said, what was expected, and what to do', () => {
    expect(soundAlone('song.mp4')).toBe(
      'song.mp4: found sound and no picture that can be shown here; expected a picture (PNG, JPEG, WebP, GIF, BMP, AVIF), a video (MP4, WebM, Ogg, QuickTime), a .json file or a recording (.rmv, .etl, .sets.jsonl). If it is a video, convert it to WebM, and drop that.',
    )
  })
})

test('what cannot be read, as a folder, has no beginning and is said to be so by its name [LB-19]', async () => {
  const unreadable = { slice: () => ({ text: () => Promise.reject(new Error('NotFoundError')) }) as unknown as Blob }
  expect(await beginningOf(unreadable)).toBeNull()
  expect(await beginningOf(new Blob([]))).toBe('')
  expect(await beginningOf(new Blob(['{"trimline":1}']))).toBe('{"trimline":1}')
  expect(notReadable('holiday.png')).toMatch(/^holiday\.png cannot be read: found a folder, or .*\. Drop files /)
})

test('what else of a drop was not taken is named, as no message of its own would be seen', () => {
  expect(othersNotTaken(['a.mp3'])).toBe('a.mp3 was not imported either. Drop it by itself to see why.')
  expect(othersNotTaken(['a.mp3', 'b.txt'])).toBe('Nor were a.mp3 and b.txt imported. Drop fewer at once to see why.')
  const names = Array.from({ length: 30 }, (_, index) => `${index + 1}.txt`)
  expect(othersNotTaken(names.slice(0, 8))).toContain('6.txt, 7.txt and 8.txt imported')
  expect(othersNotTaken(names)).toContain('6.txt, 7.txt and 23 more imported')
})

test('a dump is told from a scenario by how it begins', () => {
  expect(isDump('{ "General": { "API": "Direct3D 12" }, "Total": {} }')).toBe(true)
  expect(isDump('{ "trimline": 1, "name": "\\"General\\": x" }')).toBe(false)
  expect(isDump('{}')).toBe(false)
})

test('of several that would be opened, each in the place of the one before, none is, and it says what was found', () => {
  expect(oneAtATime(['a.json', 'b.rmv', 'c.etl'])).toMatch(
    /^Nothing was opened: found a\.json, b\.rmv and c\.etl; expected one file to open\./,
  )
})
