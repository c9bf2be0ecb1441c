import { RotateCcw, SlidersHorizontal } from 'lucide-react'
import { DEVICE_PROFILE_LABEL, DEVICE_PROFILES, DEVICE_SETTINGS, type DeviceProfile } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { formatBytes } from '../../widgets/format'
import { parseSize } from '../../widgets/parse'
import { SelectField } from '../../widgets/select-field'
import { ValueField } from '../../widgets/text-field'
import { Term, Tip } from '../../widgets/tip'
import { factsOf, PROFILE_TEXTS } from './device-facts'
import { parseSegment } from './segment-size'

/** What the emulated device is, and its recreation (RS-07). */
export function DeviceFacts() {
  const system = useStore((store) => store.view.system)
  const removed = useStore((store) => store.view.device.removed !== null)
  return (
    <>
      <DeviceChoice />
      <dl className="drawer-facts">
        {factsOf(system).map(({ term, value, meaning }) => (
          <div key={term}>
            <dt>
              <Term tip={meaning} side="left">
                {term}
              </Term>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={() => setInterface({ deviceOpen: true })}>
        <SlidersHorizontal size={14} aria-hidden="true" />
        All settings…
      </button>
      <Tip
        text="The app creates its device and everything on it anew: effects keep their place, memory does not (RS-07)"
        side="left"
      >
        <button type="button" className="button" onClick={() => void send({ kind: 'recreateDevice' })}>
          <RotateCcw size={14} aria-hidden="true" />
          Recreate device
        </button>
      </Tip>
      <p className="field-hint">
        {removed ? 'The device was removed: only a new one accepts calls again.' : 'The device works.'}
      </p>
    </>
  )
}

export const NO_PROFILE = 'none'

export const PROFILE_OPTIONS: readonly { value: string; text: string }[] = [
  { value: NO_PROFILE, text: 'Simple constants' },
  ...DEVICE_PROFILES.map((value) => ({ value, text: PROFILE_TEXTS[value] })),
]

/** @param value of one of the options @returns null: simple constants */
export function profileOf(value: string): DeviceProfile | null {
  return DEVICE_PROFILES.find((one) => one === value) ?? null
}

/** Profile, local memory and bandwidth: each choice starts the simulation again, with the project as it is. */
function DeviceChoice() {
  const profile = useStore((store) => store.view.system.profile)
  const localMemory = useStore((store) => store.view.system.localMemory)
  const pagingBandwidth = useStore((store) => store.view.system.pagingBandwidth)
  const choose = (value: string): void => void send({ kind: 'setDevice', profile: profileOf(value) })
  return (
    <fieldset className="drawer-device" aria-label="Device">
      <SelectField
        label={DEVICE_PROFILE_LABEL}
        value={profile ?? NO_PROFILE}
        options={PROFILE_OPTIONS}
        onChange={choose}
      />
      <div className="field-row">
        <ValueField
          label={DEVICE_SETTINGS.localMemory.label}
          value={localMemory}
          write={formatBytes}
          read={(text) => parseSegment(text, DEVICE_SETTINGS.localMemory.least)}
          onCommit={(bytes) => send({ kind: 'setDevice', settings: { localMemory: bytes } })}
        />
        <ValueField
          label={DEVICE_SETTINGS.pagingBandwidth.label}
          value={pagingBandwidth}
          write={formatBytes}
          read={(text) => parseSize(text, DEVICE_SETTINGS.pagingBandwidth.least)}
          onCommit={(bytes) => send({ kind: 'setDevice', settings: { pagingBandwidth: bytes } })}
        />
      </div>
      <p className="field-hint">
        Another device restarts the simulation; the project stays as it is, and Branches leads back.
      </p>
    </fieldset>
  )
}
