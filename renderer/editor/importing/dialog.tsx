import { useState } from 'react'
import { type CommandResult, IMPORT_USES, type ImportOptions, type ImportUses } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { useTriedForm } from '../../widgets/form/tried-form'
import { Modal } from '../../widgets/modal'
import { SelectField } from '../../widgets/select-field'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { ALL_OF_IT, type ImportField, type ImportText, readImport } from './form'
import './dialog.css'

/** A recording of another program, not all of it or not as it is (LB-19). */
export function ImportDialog() {
  const open = useStore((store) => store.importOpen)
  return open ? <OpenDialog /> : null
}

const USES: Readonly<Record<ImportUses['kind'], string>> = {
  residency: 'residency: references that are added',
  evidence: 'evidence: binds, CPU maps and page tables too',
  every: 'every: each resource at a fixed interval, synthetic',
}

const USES_OPTIONS = IMPORT_USES.map((value) => ({ value, text: USES[value] }))

function OpenDialog() {
  const [text, setText] = useState<ImportText>(ALL_OF_IT)
  const [busy, setBusy] = useState(false)
  const opening = useStore((store) => store.view.project.opening)
  /** what is read is given up first; a dialog of the system that is open has its own Cancel */
  const close = (): void => {
    if (opening !== null) void send({ kind: 'cancelOpening' })
    else if (!busy) setInterface({ importOpen: false })
  }
  const read = readImport(text)
  const choose = async (options: ImportOptions): Promise<CommandResult> => {
    setBusy(true)
    const result = await send({ kind: 'importCapture', options }, 'inline')
    setBusy(false)
    return result
  }
  const { form, tried, failure, onSubmit } = useTriedForm(read.ok ? () => choose(read.options) : null, () =>
    setInterface({ importOpen: false }),
  )
  const errors = tried && !read.ok ? read.errors : {}
  const field = (label: string, name: ImportField, hint: string, placeholder = '') => (
    <TextField
      label={label}
      value={text[name]}
      placeholder={placeholder}
      hint={hint}
      error={errors[name]}
      onChange={(typed) => setText({ ...text, [name]: typed })}
    />
  )
  return (
    <Modal title="Import recording with options" onClose={close} className="import-recording">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div className="modal-body" data-first-focus>
          <div className="field-row import-times">
            {field(
              'From',
              'from',
              'Time of the recording; empty: its beginning. What is there then is made at 0.',
              '1.5 s',
            )}
            {field('Until', 'until', 'Time of the recording; empty: its end.', '2 min')}
            {field('Divide times by', 'speed', 'GPU work takes as long as it did.', '1')}
          </div>
          <Switch
            label="Anonymous"
            hint="Numbers instead of the names that the recorded app gave."
            checked={text.anonymous}
            onChange={(anonymous) => setText({ ...text, anonymous })}
          />
          <fieldset className="import-kind">
            <legend>ETW log of DxgKrnl (.etl)</legend>
            <div className="field-row">
              {field('Process', 'process', 'Id of the app’s; empty: the one with most GPU time.')}
              {field(
                'Unknown size',
                'unknownSize',
                'Of allocations that the log does not describe; empty: they are left out.',
                '64 KiB',
              )}
            </div>
          </fieldset>
          <fieldset className="import-kind">
            <legend>Radeon Memory Visualizer (.rmv)</legend>
            <div className="import-uses">
              <SelectField
                label="Uses"
                value={text.uses}
                options={USES_OPTIONS}
                onChange={(uses) => setText({ ...text, uses })}
              />
              {text.uses === 'every' && field('Interval', 'interval', 'At least 1 ms.')}
            </div>
          </fieldset>
          <Failure message={failure} />
          {opening !== null && (
            <p className="field-hint" role="status">
              “{opening.title}” is read …
            </p>
          )}
        </div>
        <DialogFoot action="Choose recording…" onCancel={close} />
      </form>
    </Modal>
  )
}
