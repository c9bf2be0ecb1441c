import { said } from '../../glossary/codes'
import { send, useStore } from '../../store/store'
import { Switch } from '../../widgets/switch'

/** Developer mode of the simulated system: some ways of background processing need it (BP-15). */
export function DeveloperMode() {
  const on = useStore((store) => store.view.background.developerMode)
  return (
    <div
      className="toolbar-developer"
      {...said(
        'Developer mode of the simulated system: without it DISABLE_BACKGROUND_WORK, DISABLE_PROFILING_BY_SYSTEM and COMMIT_RESULTS_HIGH_PRIORITY fail with E_INVALIDARG (BP-15)',
      )}
    >
      <Switch
        label="Developer mode"
        checked={on}
        onChange={(next) => void send({ kind: 'setDeveloperMode', on: next })}
      />
    </div>
  )
}
