import { useState } from 'react'
import { MOST_FRAMES } from '../../../../preload/contract'
import { send } from '../../../store/store'
import { parseWhole } from '../../../widgets/parse'
import { TextField } from '../../../widgets/text-field'

/** The frame at the playhead, again and again, without the clock of playback, so that what they take can be compared (BP-17, BP-26). */
export function FramesByHand() {
  const [text, setText] = useState('10')
  const [error, setError] = useState<string | undefined>()
  const render = (): void => {
    const count = parseWhole(text, 1, MOST_FRAMES)
    setError(count.ok ? undefined : count.message)
    if (count.ok) void send({ kind: 'frames', count: count.value })
  }
  return (
    <section className="instrument-section" aria-label="Frames by hand">
      <h3>Frames by hand</h3>
      <TextField
        label="Frames"
        value={text}
        error={error}
        hint="The frame at the playhead, so many times, each after the one before; above is what each took."
        onChange={(typed) => {
          setText(typed)
          setError(undefined)
        }}
        onEnter={render}
      />
      <button type="button" className="button" onClick={render}>
        Render frames
      </button>
    </section>
  )
}
