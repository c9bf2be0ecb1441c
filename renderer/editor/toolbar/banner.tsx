import { OctagonAlert, RotateCcw, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OtherRemovalView, PlaybackView } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { counted, formatCount, formatTime } from '../../widgets/format'
import { HResultText } from '../../widgets/hresult'
import { Tip } from '../../widgets/tip'
import './banner.css'
import { RuleLink, Words } from '../../glossary/rule-link'

/** Says that the device is gone, why, and what to do (RS-07). */
export function DeviceBanner() {
  const { removed, recreating } = useStore((store) => store.view.device)
  if (recreating !== null) return <Recreating {...recreating} />
  if (removed === null) return null
  return (
    <div className="banner" role="alert" data-pane>
      <OctagonAlert size={18} aria-hidden="true" />
      <div className="banner-text">
        <p>
          <strong>The device was removed</strong> at {formatTime(removed.t)} with reason{' '}
          <HResultText hresult={removed.reason} />. Every later call on it fails until the app creates it and everything
          on it again.
          <RuleLink code="RS-07" />
        </p>
        <p>{removed.because}</p>
      </div>
      <button type="button" className="button" onClick={() => void send({ kind: 'recreateDevice' })}>
        <RotateCcw size={14} aria-hidden="true" />
        Recreate device
      </button>
    </div>
  )
}

const isSame = (one: OtherRemovalView, other: OtherRemovalView): boolean =>
  one.process === other.process && one.t === other.t && one.blocked === other.blocked

/**
 * Says of other processes what `DeviceBanner` says of the app: their packets are dropped, and only Findings says why. It
 * goes when they make other devices, or when it was read.
 */
export function OtherDevicesBanner() {
  const others = useStore((store) => store.view.device.others)
  const [read, setRead] = useState<readonly OtherRemovalView[]>([])
  // a run that begins anew comes to the same removal at the same moment
  const stillThere = read.filter((one) => others.some((other) => isSame(one, other)))
  if (stillThere.length < read.length) setRead(stillThere)
  const unread = others.filter((one) => !stillThere.some((other) => isSame(one, other)))
  if (unread.length === 0) return null
  return (
    <div className="banner banner-note" role="status" aria-label="Devices of other apps" data-pane>
      <OctagonAlert size={18} aria-hidden="true" />
      <div className="banner-text">
        {unread.map(({ process, t, reason, because, blocked }) => (
          <p key={process}>
            <strong>The device of “{process}” was removed</strong> at {formatTime(t)} with reason{' '}
            <HResultText hresult={reason} />: {because}.{' '}
            {blocked ? 'It may no longer use the GPU.' : 'It makes another for its next packet.'}
            <RuleLink code={blocked ? 'GP-25' : 'RS-07'} />
          </p>
        ))}
      </div>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => setRead(others)}>
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Everything that was on the device before is made again, in the order in which it was made. */
function Recreating({ done, total }: { done: number; total: number }) {
  return (
    <section className="playback" aria-label="Recreating the device">
      <progress aria-label="Resources made again" max={Math.max(total, 1)} value={done} />
      <span>
        recreating {done.toLocaleString('en')} of {total.toLocaleString('en')} resources
      </span>
    </section>
  )
}

/** Code of the bug check after too many adapter resets: VIDEO_TDR_FAILURE (GP-25). */
const codeText = (code: number): string => `0x${code.toString(16).toUpperCase()}`

/** Says that the simulated system stopped, or that its GPU cannot be used, and what to do (GP-02, GP-25). */
export function GpuBanner() {
  const bugCheck = useStore((store) => store.view.gpu.bugCheck)
  const failure = useStore((store) => store.view.gpu.initialisationFailure)
  const blocked = useStore((store) => store.view.gpu.blocked)
  if (bugCheck !== null) {
    return (
      <GpuAlert detail={bugCheck.reason}>
        <strong>The simulated system stopped: bug check {codeText(bugCheck.code)}</strong> at {formatTime(bugCheck.t)}.
        The project is not lost: restart the simulated system to go on with it.
        <RuleLink code="GP-25" />
      </GpuAlert>
    )
  }
  if (failure !== null) {
    return (
      <GpuAlert detail={failure} action={<DeviceSettings />}>
        <strong>The adapter was not initialised.</strong> The driver’s scheduling caps do not go together: correct them
        in Device settings.
        <RuleLink code="GP-02" />
      </GpuAlert>
    )
  }
  if (!blocked) return null
  return (
    <GpuAlert detail="Its device caused too many engine resets within the time of the limit (GP-25).">
      <strong>The app may no longer use the GPU (0x142).</strong> The project is not lost: restart the simulated system
      to go on with it.
    </GpuAlert>
  )
}

interface GpuAlertProps {
  detail: string
  /** what a person can do about it [restart the simulated system] */
  action?: ReactNode
  children: ReactNode
}

function GpuAlert({ detail, action = <Restart />, children }: GpuAlertProps) {
  return (
    <div className="banner" role="alert" data-pane>
      <OctagonAlert size={18} aria-hidden="true" />
      <div className="banner-text">
        <p>{children}</p>
        <p>
          <Words>{detail}</Words>
        </p>
      </div>
      {action}
    </div>
  )
}

function Restart() {
  return (
    <button type="button" className="button" onClick={() => void send({ kind: 'restartSimulation' })}>
      <RotateCcw size={14} aria-hidden="true" />
      Restart simulation
    </button>
  )
}

function DeviceSettings() {
  return (
    <button type="button" className="button" onClick={() => setInterface({ deviceOpen: true })}>
      <SlidersHorizontal size={14} aria-hidden="true" />
      Device settings…
    </button>
  )
}

const STAGES = { reading: 'Reading', building: 'Opening', exporting: 'Exporting' } as const

/** Says what is being opened or exported, how far it is, and lets the person give up; what ran before stands still meanwhile. */
export function OpeningBanner() {
  const opening = useStore((store) => store.view.project.opening)
  // the run bar says how far it is on the way to another moment, or to a record
  if (opening === null || opening.stage === 'going' || opening.stage === 'looking') return null
  const { title, stage, done, total } = opening
  return (
    <section
      className="playback playback-opening"
      aria-label={STAGES[stage] === 'Exporting' ? 'Exporting' : 'Opening'}
      data-pane
    >
      <span className="muted">{STAGES[stage]}</span>
      <strong className="playback-name" title={title}>
        {title}
      </strong>
      {stage === 'building' && (
        <>
          <progress aria-label="Allocations made" max={Math.max(total, 1)} value={done} />
          <span>
            {done.toLocaleString('en')} of {total.toLocaleString('en')} allocations
          </span>
        </>
      )}
      {stage === 'exporting' && total > 0 && (
        <>
          <progress aria-label="Exported" max={total} value={done} />
          <span>
            {formatTime(done)} of {formatTime(total)}
          </span>
        </>
      )}
      <button type="button" className="button" onClick={() => void send({ kind: 'cancelOpening' })}>
        <X size={14} aria-hidden="true" />
        Cancel
      </button>
    </section>
  )
}

/** Says that a scenario decides what happens now, how far it has come (SC-07), and what of it was not recorded (LB-19). */
export function PlaybackBanner() {
  const playback = useStore((store) => store.view.playback)
  const ended = useStore(({ view }) => view.playback !== null && hasEnded(view.playback, view.clock.now))
  if (playback === null) return null
  const { name, steps, stepsDone, expects, passed, failed, until, step, derived } = playback
  return (
    <section className="playback" aria-label="Scenario" data-pane>
      <span className="muted">Scenario</span>
      <strong className="playback-name">{name}</strong>
      {derived !== null && (
        <Tip text={derived}>
          <button type="button" className="badge badge-warning">
            derived in part
          </button>
        </Tip>
      )}
      <progress aria-label="Steps of the scenario done" max={Math.max(steps, 1)} value={stepsDone} />
      <span>
        {formatCount(stepsDone)} of {counted(steps, 'step')}, {ended ? 'ended at' : 'until'} {formatTime(until)}
      </span>
      {step !== null && (
        <>
          <span>
            step {step.index + 1}, {step.verb}: {step.done.toLocaleString('en')} of {step.total.toLocaleString('en')}
          </span>
          <Tip text="Gives the scenario up and begins a new project">
            <button type="button" className="button" onClick={() => void send({ kind: 'newProject' })}>
              <X size={14} aria-hidden="true" />
              Cancel
            </button>
          </Tip>
        </>
      )}
      {expects && (
        <>
          <span>{formatCount(passed)} passed</span>
          <span className={failed > 0 ? 'danger-text' : 'muted'}>{formatCount(failed)} failed</span>
        </>
      )}
      {ended && (
        <Tip text="The simulation goes on by hand from here. This starts it again, from the scenario’s first step.">
          <button type="button" className="button" onClick={() => void send({ kind: 'restartSimulation' })}>
            <RotateCcw size={14} aria-hidden="true" />
            Play again
          </button>
        </Tip>
      )}
    </section>
  )
}

/** Its steps are done and its end has come: from then on the simulation is the person's. */
function hasEnded({ steps, stepsDone, until }: PlaybackView, now: number): boolean {
  return stepsDone >= steps && now >= until
}
