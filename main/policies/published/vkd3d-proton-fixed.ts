/** `vkd3d-proton-fixed`: vkd3d-proton's layer that counts what is created not resident from 0, and never below (PL-43). */
import type { PolicyHost } from '../policy'
import { Vkd3dProton } from './vkd3d-proton'

export class Vkd3dProtonFixed extends Vkd3dProton {
  constructor(host: PolicyHost) {
    super(host, 'vkd3d-proton-fixed', { countsNotResident: false, hasNoFloor: false })
  }
}
