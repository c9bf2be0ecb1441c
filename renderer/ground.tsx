/**
 * What lies where the editor will be: its frame, of the same measures, so that nothing moves when it comes. The name in it
 * is what Chromium calls the first content, where there is no page over it: with that it has been seen.
 */
import './editor/toolbar/toolbar.css'
import './editor/run/run-bar.css'
import './instruments/cursor/bar.css'
import './editor/toolbar/status-bar.css'
import './ground.css'

export function Ground() {
  return (
    <div className="app" aria-busy="true">
      <div className="toolbar">
        <span className="project-name">Trimline</span>
      </div>
      <div className="run-bar" />
      <div className="workspace ground">
        <div className="ground-rack" />
        <div className="ground-tabs" />
        <div className="ground-chart" />
      </div>
      <div className="cursor-bar" />
      <div className="status-bar" />
    </div>
  )
}
