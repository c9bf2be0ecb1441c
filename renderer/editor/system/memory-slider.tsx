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
  onChange(bytes: number): void
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
        onCommit={(bytes) => void onChange(bytes)}
      />
      <Slider label={name} value={value} max={max} step={sliderStep(max)} describe={formatBytes} onChange={onChange} />
    </div>
  )
}
