/** When the Preview draws, and what it shows then: a display, a clock and a renderer that are played. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PictureView } from '../../../../preload/contract'
import { PreviewLoop, type PreviewReport } from '../../../../renderer/editor/preview/loop'
import { RateCounter } from '../../../../renderer/editor/preview/transport/rates'
import { followWindow } from '../../../../renderer/frame/seen'
import { emptyState } from '../../../../renderer/store/model'
import { dropPixels, keepPixels, type Pixels } from '../../../../renderer/store/stills'
import { useStore } from '../../../../renderer/store/store'
import { type Display, fakeDisplay } from '../../frame/display'
import { asked, beginPlaying, played } from './played-renderer'

// what it draws is proved elsewhere
vi.mock('../../../../renderer/editor/preview/renderer', async () => ({
  PreviewRenderer: (await import('./played-renderer')).PlayedRenderer,
}))

let display: Display
let clock = 0
let loop: PreviewLoop
let canvas: { width: number; height: number; clientWidth: number; dataset: Record<string, string> }
/** pictures that were put on the canvas, and how often it was cleared */
let put: string[] = []
let problems: (string | null)[] = []
let sizes: string[] = []
let resized: () => void = () => {}
let tell: (seen: boolean) => void = () => {}
let stops: (() => void)[] = []
let rates: RateCounter

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  display = fakeDisplay()
  clock = 0
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        resized = run
      }
      observe() {}
      disconnect() {
        resized = () => {}
      }
    },
  )
  beginPlaying()
  put = []
  problems = []
  sizes = []
  useStore.setState({ view: emptyState(), toasts: [], wantsToPlay: null })
  const context = {
    putImageData: ({ width, height }: ImageData, x: number, y: number) => put.push(`${width}×${height} at ${x},${y}`),
    clearRect: (x: number, y: number, width: number, height: number) => put.push(`clear ${x},${y} ${width}×${height}`),
  }
  const made = { width: 300, height: 150, clientWidth: 640, dataset: {}, getContext: () => context }
  canvas = made
  rates = new RateCounter()
  const report: PreviewReport = {
    problem: (message) => problems.push(message),
    size: ({ width, height }, full) => sizes.push(`${width}×${height} of ${full.width}×${full.height}`),
  }
  // of a canvas, the loop uses what this one has
  loop = new PreviewLoop(made as unknown as HTMLCanvasElement, report, rates)
  stops = [
    followWindow({
      onSeen: (listener) => {
        tell = listener
        return () => {}
      },
    }),
  ]
})

afterEach(() => {
  loop.stop()
  tell(true)
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What is awaited is there by then. */
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Goes on by so many ms, with a frame of the display each 20 ms for whoever asks for one. */
async function pass(ms: number): Promise<void> {
  for (const until = clock + ms; clock < until; ) {
    clock += 20
    await vi.advanceTimersByTimeAsync(20)
    display.show(clock)
  }
}

/** The simulated GPU shows a picture of that frame of the footage. */
function shows(number: number, frame: number, media?: string): void {
  const position = Math.round((frame * 1e6) / 24)
  const picture: PictureView = { number, position, effects: [], t: number * 1000 }
  if (media !== undefined) picture.footage = { media, moment: position }
  useStore.setState(({ view }) => ({ view: { ...view, preview: { ...view.preview, picture } } }))
}

async function start(): Promise<void> {
  loop.start()
  await settle()
}

describe('the Preview', () => {
  it('asks for no frame of the display before anything was shown', async () => {
    await start()
    expect([display.asked(), asked(), problems]).toEqual([0, [], [null]])
  })

  it('draws a picture at once, shows it when the GPU is done, and draws it finer when it stays for 180 ms', async () => {
    await start()
    shows(1, 5)
    await pass(20)
    expect([asked(), put]).toEqual([['soon 5 320×180'], []])
    await pass(20)
    expect([put, sizes]).toEqual([['320×180 at 0,0'], ['320×180 of 640×360']])
    expect([canvas.width, canvas.height, canvas.dataset.picture]).toEqual([320, 180, '1'])
    // drawn at 20 ms: it counts as still from 200 ms on
    await pass(140)
    expect(asked()).toEqual([])
    await pass(20)
    expect(asked()).toEqual(['fine 5 640×360'])
    await pass(20)
    expect([put.at(-1), canvas.width, canvas.height]).toEqual(['640×360 at 0,0', 640, 360])
  })

  it('rests then, once every program was examined', async () => {
    await start()
    shows(1, 5)
    await pass(400)
    expect(asked()).toEqual(['soon 5 320×180', 'fine 5 640×360', 'examine'])
    expect([display.asked(), vi.getTimerCount()]).toEqual([0, 0])
  })

  it('examines the next program when there is something to do again', async () => {
    played.examineIn = 300
    await start()
    shows(1, 5)
    // drawn at 20 ms, and finely at 200: examined first at 220
    await pass(220)
    expect(asked()).toContain('examine')
    await pass(280)
    expect(asked()).toEqual([])
    await pass(20)
    expect(asked()).toEqual(['examine'])
  })

  it('begins nothing while the GPU has something to do, and then what was shown last', async () => {
    await start()
    shows(1, 5)
    await pass(20)
    played.isReady = false
    shows(2, 6)
    await pass(40)
    shows(3, 7)
    await pass(40)
    expect(asked()).toEqual(['soon 5 320×180'])
    played.isReady = true
    await pass(20)
    expect([asked(), put]).toEqual([['soon 7 320×180'], ['320×180 at 0,0']])
    // what is on the canvas is of the picture that was begun first
    await pass(20)
    expect(canvas.dataset.picture).toBe('3')
  })

  it('draws a fine picture chunk by chunk, and drops it for the next one', async () => {
    played.chunks = 4
    await start()
    shows(1, 5)
    await pass(260)
    expect(asked()).toEqual(['soon 5 320×180', 'fine 5 640×360', 'proceed', 'proceed', 'proceed'])
    expect(put).toEqual(['320×180 at 0,0'])
    await pass(20)
    expect(put.at(-1)).toBe('640×360 at 0,0')
    shows(2, 6)
    await pass(220)
    shows(3, 7)
    await pass(20)
    expect(asked().slice(-3)).toEqual(['fine 6 640×360', 'proceed', 'soon 7 320×180'])
  })

  it('counts each picture once, although it is drawn twice', async () => {
    const drew = vi.spyOn(rates, 'drew')
    const came = vi.spyOn(rates, 'came')
    await start()
    shows(1, 5)
    await pass(300)
    shows(2, 6)
    await pass(300)
    expect(came.mock.calls.map(([number, t]) => [number, t])).toEqual([
      [1, 1000],
      [2, 2000],
    ])
    expect(drew).toHaveBeenCalledTimes(2)
  })

  it('is black again where another run begins that has shown nothing', async () => {
    await start()
    shows(1, 5)
    await pass(40)
    useStore.setState({ view: emptyState() })
    expect(put.at(-1)).toBe('clear 0,0 320×180')
    asked()
    await pass(300)
    expect(asked()).toEqual([])
  })
})

describe('the size at which it is shown', () => {
  it('has as many elements as the screen, up to those of the clip, and at least 16', async () => {
    await start()
    shows(1, 5)
    const fine: string[] = []
    for (const [width, ratio] of [
      [640, 1.5],
      [2000, 1],
      [3, 1],
    ] as const) {
      canvas.clientWidth = width
      vi.stubGlobal('devicePixelRatio', ratio)
      resized()
      await pass(300)
      fine.push(...asked().filter((each) => each.startsWith('fine')))
    }
    expect(fine).toEqual(['fine 5 960×540', 'fine 5 1280×720', 'fine 5 16×9'])
  })

  it('draws nothing where it has no room, and nothing anew where it is the same', async () => {
    canvas.clientWidth = 0
    await start()
    shows(1, 5)
    await pass(300)
    expect(asked()).toEqual([])
    canvas.clientWidth = 640
    resized()
    await pass(300)
    expect(asked()).toEqual(['soon 5 320×180', 'fine 5 640×360', 'examine'])
    resized()
    await pass(300)
    expect(asked()).toEqual([])
  })
})

describe('a hidden window', () => {
  it('holds nothing to draw with, draws nothing, and draws what is shown by then when it is seen again', async () => {
    await start()
    shows(1, 5)
    await pass(300)
    asked()
    tell(false)
    expect([asked(), canvas.width, canvas.height, vi.getTimerCount()]).toEqual([['dispose'], 0, 0, 0])
    shows(2, 6)
    await pass(300)
    expect([asked(), display.asked()]).toEqual([[], 0])
    tell(true)
    await settle()
    await pass(300)
    expect([played.made, asked()]).toEqual([2, ['soon 6 320×180', 'fine 6 640×360', 'examine']])
  })
})

describe('a video', () => {
  let decoded: (() => void)[] = []
  const video: Pixels = {
    current: { width: 16, height: 9, close: () => {} },
    show: () => new Promise((done) => decoded.push(done)),
    close: () => {},
  }

  beforeEach(() => {
    decoded = []
    keepPixels('sea', video)
  })
  afterEach(() => dropPixels('sea'))

  it('is drawn when its frame is decoded, one at a time, and then the newest', async () => {
    await start()
    shows(1, 5, 'sea')
    shows(2, 6, 'sea')
    shows(3, 7, 'sea')
    await pass(100)
    expect([asked(), decoded.length]).toEqual([[], 1])
    decoded[0]!()
    await pass(20)
    expect(asked()).toEqual(['soon 5 320×180'])
    // once more the same, which may have been replaced meanwhile, and the newest
    expect(decoded).toHaveLength(3)
    decoded[2]!()
    await pass(20)
    expect(asked()).toEqual(['soon 7 320×180'])
  })

  it('is drawn anew where it shows something else from now on', async () => {
    await start()
    shows(1, 5, 'sky')
    await pass(300)
    asked()
    keepPixels('sky', { ...video, show: () => null })
    await pass(20)
    expect(asked()).toEqual(['soon 5 320×180'])
    await pass(300)
    asked()
    keepPixels('other', { ...video, show: () => null })
    await pass(300)
    expect(asked()).toEqual([])
    for (const name of ['sky', 'other']) dropPixels(name)
  })
})

describe('graphics that fail', () => {
  const HELP = 'Effects still apply and memory still moves; check that hardware acceleration is on.'

  it('are said to, and tried again after a second, then after two, until they are back', async () => {
    played.fails = 'no WebGL2'
    await start()
    shows(1, 5)
    expect(problems).toEqual([`No picture: no WebGL2. ${HELP}`])
    await vi.advanceTimersByTimeAsync(999)
    expect(played.made).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(played.made).toBe(2)
    await vi.advanceTimersByTimeAsync(1999)
    expect(played.made).toBe(2)
    played.fails = ''
    await vi.advanceTimersByTimeAsync(1)
    expect([played.made, problems.at(-1)]).toEqual([3, null])
    await pass(20)
    expect(asked()).toEqual(['soon 5 320×180'])
  })

  it('are tried each 30 seconds at most', async () => {
    played.fails = 'no WebGL2'
    await start()
    // after 1, 2, 4, 8 and 16 s, then each 30
    await vi.advanceTimersByTimeAsync(31_000)
    expect(played.made).toBe(6)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(played.made).toBe(8)
  })

  it('that are lost come back by themselves: nothing is drawn until then', async () => {
    await start()
    shows(1, 5)
    await pass(300)
    asked()
    played.isLost = true
    played.lost()
    expect(problems.at(-1)).toMatch(/^The graphics context was lost/)
    shows(2, 6)
    await pass(300)
    expect(asked()).toEqual([])
    played.isLost = false
    played.restored()
    await pass(20)
    expect([asked(), problems.at(-1), played.made]).toEqual([['restore', 'soon 6 320×180'], null, 1])
  })
})

it('what is stopped asks for nothing, follows nothing and holds nothing', async () => {
  await start()
  shows(1, 5)
  await pass(40)
  asked()
  loop.stop()
  expect([asked(), display.asked(), vi.getTimerCount()]).toEqual([['dispose'], 0, 0])
  shows(2, 6)
  tell(false)
  tell(true)
  await settle()
  expect([asked(), display.asked()]).toEqual([[], 0])
})
