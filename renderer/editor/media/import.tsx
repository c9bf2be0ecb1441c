import { useRef, useState } from 'react'
import { send, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { focusFirstInvalid } from '../../widgets/form/first-invalid'
import { Modal } from '../../widgets/modal'
import { TextField } from '../../widgets/text-field'
import { CLIP_PRESETS, type ClipErrors, type ClipText, clipText, readClip } from './form'

/** Imports media: decoded frames, proxies and thumbnails, placed in shared heaps. */
export function ImportClipDialog({ onClose }: { onClose(): void }) {
  const effects = useStore((store) => store.view.effects)
  const taken = effects.map(({ name }) => name)
  const [text, setText] = useState<ClipText>(() => clipText(CLIP_PRESETS[2]!, taken))
  const [errors, setErrors] = useState<ClipErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const change = (part: Partial<ClipText>): void => {
    const next = { ...text, ...part }
    setText(next)
    // once errors are shown, each keystroke says whether they are mended
    if (Object.keys(errors).length === 0) return
    const read = readClip(next, taken)
    setErrors(read.ok ? {} : read.errors)
  }
  const submit = async (): Promise<void> => {
    const read = readClip(text, taken)
    if (!read.ok) {
      setErrors(read.errors)
      focusFirstInvalid(form.current)
      return
    }
    const result = await send({ kind: 'importClip', ...read.clip, track: 1 }, 'inline')
    if (result.ok) onClose()
    else setFailure(result.message)
  }
  return (
    <Modal title="Import clip" onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="modal-body">
          <fieldset className="presets">
            <legend className="field-label">Footage</legend>
            {CLIP_PRESETS.map((preset) => (
              <button
                key={preset.title}
                type="button"
                className="button preset"
                onClick={() => {
                  setErrors({})
                  setText(clipText(preset, taken))
                }}
              >
                {preset.title}{' '}
                <span className="muted">
                  {preset.width}×{preset.height}
                </span>
              </button>
            ))}
          </fieldset>
          <div data-first-focus>
            <TextField label="Name" value={text.name} error={errors.name} onChange={(name) => change({ name })} />
          </div>
          <div className="media-sizes">
            <TextField label="Width" value={text.width} error={errors.width} onChange={(width) => change({ width })} />
            <TextField
              label="Height"
              value={text.height}
              error={errors.height}
              onChange={(height) => change({ height })}
            />
            <TextField
              label="Frames"
              value={text.frames}
              hint="Decoded frames that are kept"
              error={errors.frames}
              onChange={(frames) => change({ frames })}
            />
            <TextField
              label="Thumbnails"
              value={text.thumbnails}
              hint="Of many sizes"
              error={errors.thumbnails}
              onChange={(thumbnails) => change({ thumbnails })}
            />
          </div>
          <Failure message={failure} />
        </div>
        <DialogFoot action="Import" onCancel={onClose} />
      </form>
    </Modal>
  )
}
