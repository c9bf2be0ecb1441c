import { type FormEvent, useRef, useState } from 'react'
import { IMPORT_USES, type ImportUses } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/dialog-foot'
import { Failure } from '../../widgets/failure'
import { focusFirstInvalid } from '../../widgets/first-invalid'
import { Modal } from '../../widgets/modal'
import { SelectField } from '../../widgets/select-field'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { OpeningBanner } from '../toolbar/banner'
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
  /** once errors are shown, each keystroke says whether they are mended */
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const close = (): void => setInterface({ importOpen: false })
  const read = readImport(text)
  const errors = tried && !read.ok ? read.errors : {}
  const field = (label: string, name: ImportField, placeholder = '') => (
    <TextField
      label={label}
      value={text[name]}
      placeholder={placeholder}
      error={errors[name]}
      onChange={(typed) => setText({ ...text, [name]: typed })}
    />
  )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (!read.ok) {
      focusFirstInvalid(form.current)
      return
    }
    setFailure(null)
    const result = await send({ kind: 'importCapture', options: read.options }, 'inline')
    if (result.ok) close()
    else if (result.cancelled !== true) setFailure(result.message)
  }
  return (
    <Modal title="Import recording with options" onClose={close} className="import-recording">
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <div className="modal-body" data-first-focus>
          <div className="field-row import-times">
            {field('From', 'from', 'its beginning')}
            {field('Until', 'until', 'its end')}
            {field('Speed', 'speed', '1')}
          </div>
          <p className="field-hint">
            Times of the recording. What is there when the part begins is made at 0. Times are divided by the speed; GPU
            work takes as long as it did.
          </p>
          <Switch
            label="Anonymous"
            hint="Numbers instead of the names that the recorded app gave."
            checked={text.anonymous}
            onChange={(anonymous) => setText({ ...text, anonymous })}
          />
          <fieldset className="import-kind">
            <legend>ETW log of DxgKrnl (.etl)</legend>
            <div className="field-row">
              {field('Process', 'process', 'with most GPU time')}
              {field('Unknown size', 'unknownSize', 'left out, and their uses')}
            </div>
            <p className="field-hint">
              The id of the process that is the app, and the size of allocations that the log does not describe.
            </p>
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
              {text.uses === 'every' && field('Interval', 'interval')}
            </div>
          </fieldset>
          <Failure message={failure} />
          <OpeningBanner />
        </div>
        <DialogFoot action="Choose recording…" onCancel={close} />
      </form>
    </Modal>
  )
}
