import { useId, useState } from 'react'
import type { CommandResult } from '../../../preload/contract'
import { Words } from '../../glossary/rule-link'
import { send, useStore } from '../../store/store'
import { formatBytes } from '../../widgets/format'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { MemorySlider } from './memory-slider'
import { chosenProcess, firstProcess, processNames, readProcess } from './other-process'

/** Of what happens in a run and is no setting: said where it stands beside settings. */
export const NOT_IN_PROJECT = 'A project does not keep this; a recording saved as a scenario does.'

/** Processes that compete with the app for local memory (RS-09). */
export function OtherProcesses() {
  const processes = useStore((store) => store.view.processes)
  const localMemory = useStore((store) => store.view.system.localMemory)
  const total = useStore((store) => store.view.system.otherProcess)
  const [typed, setTyped] = useState<string | null>(null)
  const list = useId()
  const text = typed ?? firstProcess(processes)
  const read = readProcess(text, processes)
  // what cannot be meant changes nothing: the process that was chosen before is not touched either
  const name = read.ok ? read.value : null
  const { usage, foreground, budget } = chosenProcess(name ?? '', processes)
  const set = (change: { bytes?: number; foreground?: boolean }): Promise<CommandResult> | undefined => {
    if (name === null) return undefined
    // it stays the one that is acted on, whichever other comes to be the first
    setTyped(name)
    return send({ kind: 'setOtherProcess', name, bytes: usage, ...change })
  }
  return (
    <>
      <TextField
        label="Process"
        value={text}
        list={list}
        placeholder="game"
        error={read.ok ? undefined : read.message}
        onChange={setTyped}
      />
      <datalist id={list}>
        {processNames(processes).map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <MemorySlider
        name="Other process"
        tip="Local memory that this process uses; it lowers the app’s budget (RS-09)."
        value={usage}
        max={localMemory}
        onChange={(bytes) => set({ bytes })}
      />
      <Switch
        label="In the foreground"
        checked={foreground}
        hint={
          <Words>
            The foreground process is served first; background processes give memory up first (RS-09, RS-10).
          </Words>
        }
        onChange={(on) => void set({ foreground: on })}
      />
      <p className="field-hint">
        {budget !== null && `${name} has a budget of ${formatBytes(budget)}. `}
        All other processes together use {formatBytes(total)}. {NOT_IN_PROJECT}
      </p>
    </>
  )
}
