/** Commands after which the simulation starts again with the project in another way: nothing that runs could become that. */
import { onApp } from '../document/app-settings'
import { onDevice } from '../document/device'
import { answers, type Row } from './row'

/** Each is refused where the project cannot be so, or is so already. */
export const RESTARTS: { readonly [K in 'setDevice' | 'setApp']: Row<K> } = {
  setDevice: answers((session, command) => session.restartAs((now) => onDevice(now, command))),
  setApp: answers((session, command) => session.restartAs((now) => onApp(now, command))),
}
