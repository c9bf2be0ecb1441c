import { useId, useState } from 'react'
import { Words } from '../../glossary/rule-link'
import { send, useStore } from '../../store/store'
import { formatBytes } from '../../widgets/format'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { MemorySlider } from './memory-slider'
import { chosenProcess, DEFAULT_PROCESS, processNames, readProcess } from './other-process'

/** Processes that compete with the app for local memory (RS-09). */
export function OtherProcesses() {
  const processes = useStore((store) => store.view.processes)
  const localMemory = useStore((store) => store.view.system.localMemory)
  const total = useStore((store) => store.view.system.otherProcess)
  const [text, setText] = useState<string>(() => processes[1]?.name ?? DEFAULT_PROCESS)
  const list = useId()
  const read = readProcess(text, processes)
  // what cannot be meant changes nothing: the process that was chosen before is not touched either
  const name = read.ok ? read.value : null
  const { usage, foreground, budget } = chosenProcess(name ?? '', processes)
  return (
    <>
      <TextField
        label="Process"
        value={text}
        list={list}
        placeholder="game"
        error={read.ok ? undefined : read.message}
        onChange={setText}
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
        onChange={(bytes) => (name === null ? undefined : send({ kind: 'setOtherProcess', name, bytes }))}
      />
      <Switch
        label="In the foreground"
        checked={foreground}
        hint={
          <Words>
            The foreground process is served first; background processes give memory up first (RS-09, RS-10).
          </Words>
        }
        onChange={(on) => name !== null && void send({ kind: 'setOtherProcess', name, bytes: usage, foreground: on })}
      />
      <p className="field-hint">
        {budget !== null && `${name} has a budget of ${formatBytes(budget)}. `}
        All other processes together use {formatBytes(total)}.
      </p>
    </>
  )
}
