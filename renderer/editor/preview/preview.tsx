import { useEffect, useMemo, useRef, useState } from 'react'
import type { PictureView } from '../../../preload/contract'
import { whileSeen } from '../../frame/seen'
import { openDelay } from '../../store/delays/actions'
import { showFirstFrame } from '../../store/play'
import { isPlaying, setInterface, useStore } from '../../store/store'
import { say } from '../../store/wishes/said'
import { OfflineNote } from '../media/offline'
import { CLIP } from './clip'
import { PreviewEffects } from './effects'
import type { Size } from './gl'
import { PreviewLoop } from './loop'
import { previewState, scaleText } from './state-text'
import { RateCounter, type Rates } from './transport/rates'
import { Transport } from './transport/transport'
import './preview.css'
import { said as ruleSaid } from '../../glossary/codes'
import { RuleLink } from '../../glossary/rule-link'

const NO_EFFECTS: readonly string[] = []
/** ms between two looks at how many pictures came and were drawn */
const RATES_EVERY = 500

/** Names of the effects of the picture that is shown; the same list until they are others. */
function useShownEffects(): readonly string[] {
  const joined = useStore(({ view }) => view.preview.picture?.effects.map(({ name }) => name).join('\n') ?? '')
  return useMemo(() => (joined === '' ? NO_EFFECTS : joined.split('\n')), [joined])
}

/** A project shows its first frame without being asked; a scenario says itself what is rendered. */
function useFirstFrame(): void {
  const isOpen = useStore(({ view }) => {
    const { seq, preview, playback, project, device, branches, gpu } = view
    // an earlier moment is only looked at
    const isShown = preview.following || preview.picture !== null || branches.end !== null
    const works = device.removed === null && gpu.bugCheck === null
    return seq >= 0 && !isShown && playback === null && project.opening === null && works
  })
  useEffect(() => (isOpen ? showFirstFrame() : undefined), [isOpen])
}

/** What the simulation says of the picture, over it. */
function PreviewSays() {
  const text = useStore((state) => {
    const { preview, clock, device } = state.view
    const said = previewState(preview, clock, device, isPlaying(state))
    return said === null ? '' : `${said.tone}\n${said.text}`
  })
  const waits = useStore(({ view }) => view.preview.waiting !== null && view.device.removed === null)
  const because = useStore(({ view }) => view.device.removed?.because ?? '')
  if (text === '') return null
  const [tone, said] = text.split('\n') as [string, string]
  return (
    <div className={`preview-says preview-says-${tone}`}>
      <p role={tone === 'stalled' ? undefined : 'status'}>{said}</p>
      {waits && (
        <button
          type="button"
          className="preview-ask"
          {...ruleSaid('What the picture waits for, piece by piece, in Delays (LB-08)')}
          onClick={() => void openDelay('under-way')}
        >
          Why?
        </button>
      )}
      {tone === 'removed' && (
        <details className="preview-why">
          <summary>Why?</summary>
          <p>
            {because}. What the GPU cannot do is not seen: the picture stays until the app has a new device.
            <RuleLink code="RS-07" />{' '}
            <button type="button" onClick={() => setInterface({ tab: 'findings' })}>
              Findings
            </button>
          </p>
        </details>
      )}
    </div>
  )
}

const BEHIND = 'This computer cannot draw every picture in time. The emulation is not slowed by it.'

/** It may come and go every few seconds: once is enough for whoever hears it, until the clip plays again. */
function useBehindSaid(rates: Rates | null): void {
  const isSaid = useRef(false)
  const isPlaying = rates !== null
  const isBehind = rates?.behind === true
  useEffect(() => {
    if (isBehind && !isSaid.current) say(BEHIND)
    isSaid.current = isPlaying && (isSaid.current || isBehind)
  }, [isPlaying, isBehind])
}

/** Pictures a second while the clip plays, and whether this computer keeps up. */
function useRates(counter: RateCounter): Rates | null {
  const playing = useStore((state) => isPlaying(state) && state.view.clock.running)
  const [rates, setRates] = useState<Rates | null>(null)
  useEffect(() => {
    if (!playing) return setRates(null)
    return whileSeen(RATES_EVERY, () => setRates(counter.rates(performance.now())))
  }, [playing, counter])
  return rates
}

function FrameRates({ rates }: { rates: Rates | null }) {
  if (rates?.simulated == null) return null
  return (
    <span
      className="preview-rates"
      title="Pictures that the simulated GPU shows in a second of simulated time / pictures that this computer draws in a second"
    >
      {Math.round(rates.simulated)} / {Math.round(rates.real ?? 0)} fps
    </span>
  )
}

/** What is seen in the picture, in words. */
function footageName(picture: PictureView | null): string {
  if (picture?.footage === null) return 'Nothing on the timeline here'
  return picture?.footage?.media ?? CLIP.title
}

/** The picture that the simulated GPU has shown last, what it waits for, and the clip's controls. */
export function Preview() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const stack = useShownEffects()
  const removed = useStore(({ view }) => view.device.removed !== null)
  const isEmpty = useStore(({ view }) => view.preview.picture === null)
  const media = useStore(({ view }) => view.preview.picture?.footage?.media ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sizes, setSizes] = useState<{ size: Size; full: Size } | null>(null)
  const [counter] = useState(() => new RateCounter())
  const rates = useRates(counter)
  useBehindSaid(rates)
  useFirstFrame()
  useEffect(() => {
    if (canvas.current === null) return
    const report = {
      problem: setProblem,
      size: (size: Size, full: Size) =>
        setSizes((shown) =>
          shown?.size.width === size.width && shown.full.width === full.width ? shown : { size, full },
        ),
    }
    const loop = new PreviewLoop(canvas.current, report, counter)
    loop.start()
    return () => loop.stop()
  }, [counter])
  const effects = stack.length === 0 ? 'without effects' : `with ${stack.join(', ')}`
  const footage = useStore(({ view }) => footageName(view.preview.picture))
  const name = isEmpty ? `${CLIP.title}: nothing was presented yet` : `${footage}, ${effects}`
  const scale = sizes === null ? '' : scaleText(sizes.size.width, sizes.full.width)
  return (
    <section className="preview" aria-label="Preview" data-pane>
      <div className={removed ? 'preview-stage preview-removed' : 'preview-stage'}>
        <canvas ref={canvas} className="preview-canvas" role="img" aria-label={name} />
        <PreviewSays />
        {rates?.behind === true && <p className="preview-machine">{BEHIND}</p>}
        <OfflineNote clip={media} className="preview-offline" />
        {problem !== null && (
          <p className="preview-problem" role="status">
            {problem}
          </p>
        )}
      </div>
      <div className="preview-bar">
        <Transport />
        <PreviewEffects stack={stack} />
        <FrameRates rates={rates} />
        {sizes !== null && (
          <span
            className="preview-size"
            title="Size at which the effects are computed: from the time a frame takes; at rest as large as it is shown"
          >
            {scale === '' ? `${sizes.size.width}×${sizes.size.height}` : scale}
          </span>
        )}
      </div>
    </section>
  )
}
