import { RotateCcw, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { SCRIPTED_POWER } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { durationText, parseDuration } from '../../widgets/parse'
import { Segmented } from '../../widgets/segmented'
import { Switch } from '../../widgets/switch'
import { ValueField } from '../../widgets/text-field'
import { Term } from '../../widgets/tip'
import { BudgetSlider, EffectiveBudget } from './budget'
import { DeviceFacts } from './device'
import { Faults } from './faults'
import { GpuSettings } from './gpu'
import { MemorySlider } from './memory-slider'
import { NOT_IN_PROJECT, OtherProcesses } from './processes'
import { restartText } from './restart-text'
import { TrimsByHand } from './trims'
import './drawer.css'
import { RuleLink, Words } from '../../glossary/rule-link'
import { SCRIPTED_TIP } from '../toolbar/idle-text'

/** What the emulated system does around the app. Not modal: the instruments are watched while it is used. */
export function SystemDrawer() {
  const open = useStore((store) => store.drawerOpen)
  return open ? <OpenDrawer /> : null
}

function close(): void {
  setInterface({ drawerOpen: false })
}

/** Takes the focus, and gives it back if it has it when it goes, by whatever it is closed. */
function useOwnFocus(drawer: RefObject<HTMLElement | null>, first: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = drawer.current
    const before = document.activeElement
    return () => {
      if (own?.contains(document.activeElement) !== true) return
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const back = isThere ? before : document.getElementById('system-button')
      back?.focus()
    }
  }, [drawer])
  // where all of it is in its place: in one column the page scrolls to it
  useEffect(() => first.current?.focus(), [first])
}

function OpenDrawer() {
  const drawer = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useOwnFocus(drawer, heading)
  return (
    <aside
      ref={drawer}
      className="drawer"
      data-pane
      aria-label="System"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header className="panel-header">
        <h2 ref={heading} tabIndex={-1}>
          System
        </h2>
        <button type="button" className="icon-button" aria-label="Close System" onClick={close}>
          <X size={14} aria-hidden="true" />
        </button>
      </header>
      <div className="drawer-body">
        <Section title="Memory">
          <MemorySliders />
          <Eviction />
        </Section>
        <Section title="Other processes">
          <OtherProcesses />
        </Section>
        <Section title="Trim notifications">
          <TrimsByHand />
        </Section>
        <Section title="Idle and cadence">
          <Cadence />
        </Section>
        <Section title="GPU scheduler">
          <GpuSettings />
        </Section>
        <Section title="Faults">
          <Faults />
        </Section>
        <Section title="Device">
          <DeviceFacts />
        </Section>
        <Section title="Simulation">
          <Simulation />
        </Section>
      </div>
    </aside>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="drawer-section" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function MemorySliders() {
  const system = useStore((store) => store.view.system)
  return (
    <>
      <BudgetSlider />
      <MemorySlider
        name="Reservation"
        tip={`SetVideoMemoryReservation: the budget never falls below it, as far as there is memory to reserve (RS-08). ${NOT_IN_PROJECT}`}
        value={system.reservation}
        max={Math.max(system.reservation, system.availableForReservation)}
        onChange={(bytes) => send({ kind: 'reserve', bytes })}
      />
      <ExternalReservations />
      <EffectiveBudget />
    </>
  )
}

/** As the system counts them. */
const GROUPS = ['local', 'non-local'] as const

/** Other policies know nothing of them. */
function ExternalReservations() {
  const system = useStore((store) => store.view.system)
  const memory = useStore((store) => store.view.memory)
  if (system.policy !== 'dawn' && system.policy !== 'dawn-fixed') return null
  return ([0, 1] as const).map((index) => (
    <MemorySlider
      key={index}
      name={`External reservation, ${GROUPS[index]}`}
      tip={`What another component of the app’s process has told the policy that it may use of this group’s budget; of the policies only dawn and dawn-fixed heed it (PL-44). ${NOT_IN_PROJECT}`}
      value={system.externalReservations[index]}
      // a file may say more than there is
      max={Math.max(system.externalReservations[index], index === 0 ? memory.local.size : memory.nonLocal.size)}
      onChange={(bytes) => send({ kind: 'setExternalReservation', group: GROUPS[index], bytes })}
    />
  ))
}

function Eviction() {
  const mode = useStore((store) => store.view.system.evictionMode)
  return (
    <div className="drawer-line">
      <Term
        side="left"
        tip="Lazy: what is evicted stays in its segment until the memory is needed. Eager: it is paged out at the earliest opportunity (RS-03)."
      >
        Eviction mode
      </Term>
      <Segmented
        label="Eviction mode"
        value={mode}
        options={[
          { value: 'lazy', text: 'Lazy' },
          { value: 'eager', text: 'Eager' },
        ]}
        onChange={(next) => void send({ kind: 'setEvictionMode', mode: next })}
      />
    </div>
  )
}

const SHORTEST_INTERVAL = 1_000
/** a day: a project in which nobody is ever away says some hours */
const LONGEST = 86_400_000_000
const readInterval = (text: string) => parseDuration(text, SHORTEST_INTERVAL, LONGEST, 's')
const readThreshold = (text: string) => parseDuration(text, 0, LONGEST, 's')

function Cadence() {
  const { interval, idleAfter, whileActive } = useStore((store) => store.view.system)
  const idle = useStore((store) => store.view.idle)
  const scripted = idle.source === 'scripted'
  return (
    <>
      <Switch
        label="Simulate idle"
        checked={idle.source === 'simulated' && idle.idle}
        disabled={scripted}
        hint={
          <Words>
            {scripted
              ? SCRIPTED_TIP
              : 'On: idle from this moment, whatever the real input. Off: the real OS decides again (TN-22).'}
          </Words>
        }
        onChange={(on) => void send({ kind: 'idle', idle: on })}
      />
      <Switch
        label="Session locked"
        checked={idle.locked}
        disabled={scripted}
        hint={
          <Words>
            {scripted ? SCRIPTED_POWER : 'Unlocking sends RESTART_PERIODIC_TRIM, unless it is suspended (TN-23).'}
          </Words>
        }
        onChange={(locked) => void send({ kind: 'lock', locked })}
      />
      <Switch
        label="Suspended"
        checked={idle.state === 'suspended'}
        disabled={scripted}
        hint={
          <Words>
            {scripted
              ? SCRIPTED_POWER
              : 'The cadence stops until any restart of it (TN-21); resuming sends RESTART_PERIODIC_TRIM (TN-23).'}
          </Words>
        }
        onChange={(suspended) => void send({ kind: 'suspend', suspended })}
      />
      <div className="field-row">
        <ValueField
          label="Interval"
          value={interval}
          write={durationText}
          read={readInterval}
          hint="Time from one PERIODIC_TRIM to the next (TN-21)."
          onCommit={(next) => send({ kind: 'setPeriodicTrim', interval: next })}
        />
        <ValueField
          label="Idle threshold"
          value={idleAfter}
          write={durationText}
          read={readThreshold}
          hint="Time without input after which the OS is idle (TN-21)."
          onCommit={(next) => send({ kind: 'setPeriodicTrim', idleAfter: next })}
        />
      </div>
      <Switch
        label="While active"
        checked={whileActive}
        hint={<Words>The cadence also runs while the user is active (TN-21).</Words>}
        onChange={(on) => void send({ kind: 'setPeriodicTrim', whileActive: on })}
      />
    </>
  )
}

function Simulation() {
  const { wddm, trimNotifications } = useStore((store) => store.view.system)
  const scenario = useStore((store) => store.view.playback !== null)
  return (
    <>
      <p className="field-hint">
        Emulates WDDM {wddm}, {trimNotifications ? 'with' : 'without'} trim notifications.
        <RuleLink code="TN-01" />
      </p>
      <button type="button" className="button" onClick={() => void send({ kind: 'restartSimulation' })}>
        <RotateCcw size={14} aria-hidden="true" />
        Restart simulation
      </button>
      <p className="field-hint">{restartText(scenario)}</p>
    </>
  )
}
