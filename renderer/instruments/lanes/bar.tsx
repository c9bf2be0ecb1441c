import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { Tip } from '../../widgets/tip'
import { type LaneControls, ZOOM_STEP } from './controls'
import './panel.css'

/** The buttons of the time that lanes show. @param fitTip what Fit shows */
export function TimeButtons(props: { controls: LaneControls; following: boolean; fitTip: string }) {
  const { controls, following, fitTip } = props
  return (
    <>
      <Tip text="Keeps the newest moment at the right; drag with Shift, or A and D, to look back">
        <button
          type="button"
          className="button lanes-toggle"
          aria-pressed={following}
          onClick={() => controls.toggleFollow()}
        >
          Follow
        </button>
      </Tip>
      <IconButton
        name="Zoom in"
        tip="Zoom in (+, or the wheel over the lanes)"
        onClick={() => controls.zoomBy(ZOOM_STEP)}
      >
        <ZoomIn aria-hidden="true" size={15} />
      </IconButton>
      <IconButton
        name="Zoom out"
        tip="Zoom out (−, or the wheel over the lanes)"
        onClick={() => controls.zoomBy(1 / ZOOM_STEP)}
      >
        <ZoomOut aria-hidden="true" size={15} />
      </IconButton>
      <IconButton name="Fit" tip={`${fitTip} (0)`} onClick={() => controls.fitAll()}>
        <Maximize aria-hidden="true" size={14} />
      </IconButton>
    </>
  )
}

export function IconButton(props: { name: string; tip: string; onClick(): void; children: ReactElement }) {
  return (
    <Tip text={props.tip}>
      <button type="button" className="icon-button" aria-label={props.name} onClick={props.onClick}>
        {props.children}
      </button>
    </Tip>
  )
}
