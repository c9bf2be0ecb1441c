import { Slider as RadixSlider } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { type FrameTask, frames } from '../frame/scheduler'
import './slider.css'

interface SliderProps {
  /** the accessible name of the thumb */
  label: string
  value: number
  max: number
  step: number
  /** the value in words, for assistive technology */
  describe(value: number): string
  /** called at most once per animation frame while dragging, and with the last value at the end */
  onChange(value: number): void
}

/** How long a value that was set here outlives a store that has not confirmed it yet, in ms of wall time. */
const CONFIRMATION = 600

/** A slider that acts while it is dragged. Shows the person's own value until the store has caught up. */
export function Slider({ label, value, max, step, describe, onChange }: SliderProps) {
  const [draft, setDraft] = useState<number | null>(null)
  const waiting = useRef<number | null>(null)
  const dragging = useRef(false)
  const expiry = useRef(0)

  useEffect(() => {
    if (!dragging.current && draft === value) setDraft(null)
  }, [draft, value])
  const latest = useRef(onChange)
  latest.current = onChange
  const sending = useRef<FrameTask>(null)
  sending.current ??= frames.task('apply', () => {
    const next = waiting.current
    waiting.current = null
    if (next !== null) latest.current(next)
  })
  useEffect(
    () => () => {
      sending.current?.cancel()
      clearTimeout(expiry.current)
      // the last value counts also when the slider goes before its animation frame
      if (waiting.current !== null) latest.current(waiting.current)
    },
    [],
  )

  const change = (next: number): void => {
    dragging.current = true
    clearTimeout(expiry.current)
    setDraft(next)
    waiting.current = next
    sending.current?.request()
  }
  const settle = (): void => {
    dragging.current = false
    expiry.current = window.setTimeout(() => setDraft(null), CONFIRMATION)
  }
  const shown = draft ?? value
  return (
    <RadixSlider.Root
      className="slider"
      value={[shown]}
      min={0}
      max={Math.max(max, step)}
      step={step}
      onValueChange={([next]) => next !== undefined && change(next)}
      onValueCommit={settle}
    >
      <RadixSlider.Track className="slider-track">
        <RadixSlider.Range className="slider-range" />
      </RadixSlider.Track>
      <RadixSlider.Thumb className="slider-thumb" aria-label={label} aria-valuetext={describe(shown)} />
    </RadixSlider.Root>
  )
}
