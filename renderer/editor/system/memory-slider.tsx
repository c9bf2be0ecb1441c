import type { CommandResult } from '../../../preload/contract'
import { formatBytes, sizeText } from '../../widgets/format'
import { parseSize } from '../../widgets/parse'
import { Slider } from '../../widgets/slider'
import { ValueField } from '../../widgets/text-field'
import { Term } from '../../widgets/tip'
import { sliderStep } from './notify'

interface MemorySliderProps {
  name: string
  tip: string
  value: number
  max: number
  /** @returns what became of it: the field shows again what applies where it was refused */
  onChange(bytes: number): Promise<CommandResult> | undefined
}

/** A size by slider and by its exact field. */
export function MemorySlider({ name, tip, value, max, onChange }: MemorySliderProps) {
  return (
    <div className="memory-slider">
      <Term tip={tip} side="left">
        {name}
      </Term>
      <ValueField
        label={`${name} in bytes`}
        hideLabel
        value={value}
        write={sizeText}
        read={(text) => parseSize(text, 0, max)}
        onCommit={onChange}
      />
      <Slider
        label={name}
        value={value}
        max={max}
        step={sliderStep(max)}
        describe={formatBytes}
        onChange={(bytes) => void onChange(bytes)}
      />
    </div>
  )
}
